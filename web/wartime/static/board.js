// The live board under a finger. Every hex, unit and timer is a link to the question that tapping it makes, and the server
// draws its answer; here that is fetched and put in place, and again whenever the table has changed.

import { now } from "../../static/clock.js";
import { linger } from "../../static/guard.js";
import { hexes, sayAnswer } from "./hexmap.js";
import { figure, pour } from "../../static/hourglass.js";
import { keep } from "../../static/keep.js";
import { own } from "../../static/may.js";
import { notice } from "../../static/news.js";
import { reachable, unheard } from "../../static/reach.js";
import { shell } from "../../static/shell.js";
import { store } from "../../static/store.js";
import { steps } from "../../static/stepper.js";
import { settle } from "../../static/voice.js";
import { within } from "../../static/within.js";
import { zoomable } from "./zoom.js";

const PATIENCE_MS = 5000;
const REST_MS = 400;
const $ = (selector, within = document) => within.querySelector(selector);
const near = () => $(".hex.chosen") ?? $(`.hex:has(.unit.${$(".near").dataset.side})`) ?? $("#E7");
const grid = hexes(near());
const map = zoomable();
let address = location.pathname === "/board" ? location.pathname + location.search : "/board";
let drawn = Number($("#main").dataset.version);
const sent = markup(document); // by id: the part as the server sent it
let busy = null;
let wanted = null; // what is still to be drawn; a newer wish takes an older one's place
const moved = new WeakMap(); // when somebody else's act has redrawn a part
let then = null; // where a form that is on its way leads

function markup(page) {
  return new Map([...page.querySelectorAll(".part")].map((part) => [part.id, part.outerHTML]));
}

// One request at a time; what is wished for meanwhile is drawn after it, once.
function draw(mine = false) {
  wanted = mine || wanted || false;
  busy ??= drawing().finally(() => (busy = null));
  return busy;
}

async function drawing() {
  while (wanted !== null) {
    const [mine, asked] = [wanted, address];
    wanted = null;
    const answer = await fetch(asked, { signal: within(PATIENCE_MS) }).catch(() => null);
    const text = await answer?.text().catch(() => null);
    if (!answer?.ok || !text) {
      // A page that this phone did not ask for is drawn once the table answers again.
      if (mine) unheard();
    } else if (asked === address) show(new DOMParser().parseFromString(text, "text/html"), mine);
  }
}

function show(page, mine) {
  const main = $("#main", page);
  if (!main || main.dataset.scenario !== $("#main").dataset.scenario) return location.assign("/");
  drawn = Number(main.dataset.version);
  for (const name of ["version", "phase", "paused"]) $("#main").dataset[name] = main.dataset[name];
  grid.redraw(page);
  const focused = document.activeElement?.id;
  for (const part of page.querySelectorAll(".part")) {
    const now = part.outerHTML;
    if (now === sent.get(part.id)) continue;
    sent.set(part.id, now);
    const old = document.getElementById(part.id);
    const at = $(".strip", old)?.scrollLeft;
    keep(old, part);
    old.replaceWith(part);
    if (!mine) moved.set(part, performance.now());
    if (at) $(".strip", part).scrollLeft = at;
  }
  if (focused && !document.activeElement?.id) document.getElementById(focused)?.focus({ preventScroll: true });
  if (mine) {
    linger();
    for (const chip of document.querySelectorAll(".chip[aria-current]")) showChip(chip, chip.parentElement);
    sayAnswer();
    look();
  }
  const timers = table.view?.timers ?? [];
  const tiles = new Map([...document.querySelectorAll("[data-timer]")].map((tile) => [tile.dataset.timer, tile]));
  for (const timer of timers) if (tiles.has(timer.id)) notice(tiles.get(timer.id), timer);
  pour(timers, tiles);
  if (table.view) fall();
}

function showChip(chip, strip) {
  const at = chip.offsetLeft - strip.offsetLeft;
  if (at < strip.scrollLeft || at + chip.offsetWidth > strip.scrollLeft + strip.clientWidth) strip.scrollLeft = at - 60;
}

let asking = null; // what this phone has tapped, until it is answered

function go(to) {
  address = to;
  history.replaceState(null, "", to);
  const asked = draw(true).finally(() => asking === asked && (asking = null));
  return (asking = asked);
}

// A tap before the last one is answered means what it will mean then. A tap that would act is dropped: the player has
// not read the answer yet.
document.addEventListener("click", (event) => {
  const tapped = event.target.closest("#main a[id], #main button[id], :is(.done, .put) button");
  if (!asking || !tapped) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (tapped.id) asking.then(() => document.getElementById(tapped.id)?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true })));
}, true);

// A unit that was chosen in its strip may be anywhere on the map.
function seek() {
  if (map.whole() || $(".hex.aimed")) return;
  const [box, hex] = [$("#frame"), near()].map((each) => each.getBoundingClientRect());
  $("#frame").scrollBy(hex.left + hex.width / 2 - box.left - box.width / 2, hex.top + hex.height / 2 - box.top - box.height / 2);
}

// The actor and its target are in sight; once there is no question any more, all of the board is.
function look() {
  const asked = document.querySelectorAll(".hex:is(.chosen,.aimed)");
  if (asked.length) map.keep(asked);
  else if ($("#main").dataset.phase !== "setup") map.leave();
}

$(".rooms [aria-current]").addEventListener("click", (event) => {
  if (!map.fits()) return;
  event.preventDefault();
  if (map.whole()) map.enter(near());
  else map.out();
});

// What another phone has just changed under the thumb is not what the thumb came down for.
document.addEventListener("click", (event) => {
  const since = event.timeStamp - moved.get(event.target.closest("#dock, #answer"));
  if (!(since < REST_MS) || event.detail === 0) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);

document.addEventListener("click", (event) => {
  const link = grid.tapped(event, "main a:is([href='/board'],[href^='/board?']),#clock a[href^='/board?']");
  if (!link) return;
  const placing = $("#main").dataset.phase === "setup";
  const [chip, whole] = [link.matches(".chip"), map.whole()];
  if (link.matches(".hex")) map.enter(link);
  const drawing = go(link.getAttribute("href"));
  if (chip) drawing.then(() => (placing ? map.enter(near()) : seek()));
  // While units are being placed, their hex is all there is to say, where a thumb could mean one.
  else if (placing && !whole) drawing.then(() => $("#dock .put")?.requestSubmit());
});

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.method !== "get" || !form.closest("#answer")) return;
  event.preventDefault();
  go(`/board?${new URLSearchParams(new FormData(form, event.submitter))}`);
});

// A hand counts as the finger comes down.
document.addEventListener("pointerdown", (event) => {
  const hand = event.target.closest(".hand");
  if (!hand || !own(hand) || !reachable() || event.button !== 0) return;
  hand.requestSubmit();
  hand.addEventListener("click", (click) => click.preventDefault(), { once: true });
});

// Sand: what runs out says when, by the clock that the table's first view has set.
let waking = 0;

function fall() {
  clearTimeout(waking);
  let next = 1000;
  for (const each of document.querySelectorAll("[data-ends]")) {
    const left = Math.max(0, Number(each.dataset.ends) - now());
    const seconds = Math.ceil(left / 1000);
    const secs = $(".secs", each);
    const text = figure(seconds, each.closest("#clock") && "game");
    if (secs.textContent !== text) secs.textContent = text;
    const ring = each.dataset.run && $("use", each);
    if (ring && !draining.has(ring)) drain(ring, left, Number(each.dataset.run));
    next = Math.min(next, left % 1000 || 1000);
  }
  if (!document.hidden) waking = setTimeout(fall, next + 4);
}

const calm = matchMedia("(prefers-reduced-motion: reduce)");
const draining = new WeakSet(); // to ask a ring for its animations costs a whole round of styles

function drain(ring, left, run) {
  const part = (100 * left) / run;
  if (calm.matches) return ring.setAttribute("stroke-dasharray", `${part} 100`);
  draining.add(ring);
  ring.animate([{ strokeDasharray: `${part} 100` }, { strokeDasharray: "0 100" }], { duration: left, fill: "forwards" });
}

steps();
shell({
  watched: true,
  live: true,
  opened: settle,
  done(view) {
    if (then) {
      address = then;
      history.replaceState(null, "", then);
    }
    then = null;
    table.take(view);
    draw(true);
  },
});
document.addEventListener("submit", ({ target }) => (then = target.dataset.then ?? null), true);
seek();
look();
addEventListener("resize", look);
const table = store({
  changed(view) {
    if (view.game !== document.body.dataset.game || view.scenario.id !== $("#main").dataset.scenario) location.assign("/");
    else if (view.version !== drawn) draw();
    else fall();
  },
});
