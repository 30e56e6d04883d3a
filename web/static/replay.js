// A kept match played again: all that it needs comes in one answer, and after that it does not ask again.

import { count, falls } from "./hourglass.js";
import { morph } from "./morph.js";
import { around, find } from "./replay_list.js";
import { unroll } from "./replay_reel.js";
import { tell } from "./refusal.js";
import { screens } from "./replay_screens.js";
import { shell } from "./shell.js";

const $ = (selector, within = document) => within.querySelector(selector);
const stage = $("#stage");
const scrub = $("#scrub");
const play = $("#go");
const paces = [...document.querySelectorAll("[data-pace]")];
const match = $("#reel").dataset.match;
const panel = screens(match);

const AGAIN_MS = 5000;
let reel = null;
let at = Number(scrub.value); // on the replay's clock, in ms
let shown = Number($("#reel").dataset.seq);
let drawn = null; // as the reel has it
let tiles = new Map(); // with what falls in them
let pace = 1;
let playing = 0; // the frame that is asked for
let last = 0;

const clock = (ms) => `${Math.floor(ms / 60000)}:${String(Math.floor(ms / 1000) % 60).padStart(2, "0")}`;

function show(ms, seq = reel.seqAt(ms)) {
  at = Math.min(Math.max(ms, 0), reel.length);
  if (seq !== shown) draw(seq);
  fall();
  const time = clock(reel.played(shown, at));
  panel(shown, at - reel.frames[shown].at_ms, time);
  const said = `${time} of ${clock(reel.whole)}`;
  if ($("#told").textContent !== said) {
    $("#told").textContent = said;
    scrub.setAttribute("aria-valuetext", said);
  }
  scrub.value = Math.round(at);
}

function draw(seq) {
  const drawing = reel.drawing(seq);
  if (drawing !== drawn) {
    const fresh = stage.cloneNode(false);
    fresh.innerHTML = drawn = drawing;
    morph(stage, fresh);
    find_tiles();
  }
  shown = seq;
  around(reel, seq);
  for (const [id, to] of [["#back", reel.back(seq)], ["#on", reel.on(seq)]]) {
    step($(id), to);
  }
}

// At an end the link does not lead anywhere, and a player who has come to it by keys stays there.
function step(link, to) {
  const end = { role: "link", tabindex: "0", "aria-disabled": "true" };
  const href = { href: `/replay/${match}?at=${to}` };
  for (const [name, value] of Object.entries(to === null ? end : href)) link.setAttribute(name, value);
  for (const name of Object.keys(to === null ? href : end)) link.removeAttribute(name);
}

function find_tiles() {
  const found = [...stage.querySelectorAll("[data-timer]")];
  tiles = new Map(found.map((tile) => [tile.dataset.timer, { tile, falling: falls(tile) }]));
}

// The sand of this instant: each animation stands, and is put where it belongs.
function fall() {
  for (const timer of reel.sand(shown, at)) {
    const found = tiles.get(timer.id);
    if (!found) continue;
    count(found.tile, timer);
    for (const sand of found.falling) sand.currentTime = timer.seconds * 1000 - timer.remaining_ms;
  }
}

// To a row itself: a step, a line of the list.
function jump(seq) {
  stop();
  show(reel.frames[seq].at_ms, seq);
  settle();
  $("#say").textContent = reel.frames[seq].text;
}

function settle() {
  history.replaceState(null, "", `/replay/${match}?at=${shown}`);
}

function start() {
  if (at >= reel.length) show(0);
  play.textContent = "Pause";
  document.body.classList.add("playing");
  last = performance.now();
  playing = requestAnimationFrame(on);
}

function on(now) {
  show(at + (now - last) * pace);
  last = now;
  if (at >= reel.length) return stop();
  playing = requestAnimationFrame(on);
}

function stop() {
  cancelAnimationFrame(playing);
  playing = 0;
  play.textContent = "Play";
  document.body.classList.remove("playing");
}

const keys = {
  ArrowLeft: () => reel.back(shown) !== null && jump(reel.back(shown)),
  ArrowRight: () => reel.on(shown) !== null && jump(reel.on(shown)),
  Home: () => jump(0),
  End: () => jump(reel.frames.length - 1),
  " ": () => play.click(),
};

addEventListener("keydown", (event) => {
  if (!reel || event.ctrlKey || event.metaKey || event.altKey || event.target.matches("[type=search],dialog *")) return;
  if (event.key === " " && event.target.matches("button,a")) return;
  if (!(event.key in keys)) return;
  event.preventDefault();
  keys[event.key]();
});

// Before reach.js hears of it, which would follow the link.
document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[href]");
  if (!link || !reel || event.ctrlKey || event.metaKey) return;
  const to = link.pathname === location.pathname && new URLSearchParams(link.search).get("at");
  if (!to) return;
  event.preventDefault();
  jump(Number(to));
});

play.addEventListener("click", () => {
  if (!playing) return start();
  stop();
  settle();
});

for (const button of paces) {
  button.addEventListener("click", () => {
    pace = Number(button.dataset.pace);
    for (const each of paces) each.setAttribute("aria-pressed", String(each === button));
  });
}

// A thumb may move many times before the next frame is drawn.
let wanted = 0;
scrub.addEventListener("input", () => {
  if (!reel) return;
  if (playing) stop();
  at = Number(scrub.value);
  if (wanted) return;
  wanted = requestAnimationFrame(() => {
    wanted = 0;
    show(at);
  });
});
scrub.addEventListener("change", () => reel && settle());
$(".scrub").addEventListener("submit", (event) => reel && event.preventDefault());

// The replay to play; empty, with the reason, where the table does not send it.
async function asked() {
  try {
    const answer = await fetch(`/api/replay/${match}`);
    const said = await answer.json();
    return answer.ok ? [said] : [null, said.detail];
  } catch {
    return [null, "The table does not answer."];
  }
}

async function load() {
  const line = $("#loads");
  line.hidden = false;
  line.textContent = "Loading…";
  for (let tries = 0; !reel; tries += 1) {
    const [found, wrong] = await asked();
    if (found) reel = unroll(found);
    else {
      line.textContent = "Tries again…";
      if (!tries) tell(`${wrong} Until this can be played, Show and the steps draw one moment at a time.`);
      await new Promise((then) => setTimeout(then, AGAIN_MS));
    }
  }
  line.hidden = true;
  $("#still").hidden = true;
  play.hidden = $(".pace").hidden = false;
  // By the server it was drawn with sand that has fallen, by the reel with all of it above; a thumb may have moved on.
  const moved = Number(scrub.value) !== Number(scrub.defaultValue);
  draw(shown);
  if (moved) show(Number(scrub.value));
  else fall();
  find(reel);
  document.body.dataset.loaded = "yes";
}

load();
shell();
