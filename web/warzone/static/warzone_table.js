// The page of a Warzone match: drawn by the server, and drawn again part by part when something has changed.

import { linger } from "../../static/guard.js";
import { keep } from "../../static/keep.js";
import { unanswered } from "../../static/reach.js";
import { refuse, tell, unrefuse } from "../../static/refusal.js";
import { shell } from "../../static/shell.js";
import { steps } from "../../static/stepper.js";
import { store } from "../../static/store.js";
import { within } from "../../static/within.js";

const $ = (selector, within = document) => within.querySelector(selector);
let drawn = new Map(); // by id: the part as the server sent it, for what a player opens or types must outlive a change
let due = $(".step[open]")?.id; // the step of setting up that the server has opened; where an act settles it, it closes
let version = -1;
let queue = Promise.resolve();
const sent = new Set(); // what is on its way: a second tap on it means the first
const PATIENCE_MS = 5000;

const parts = (page) => new Map([...page.querySelectorAll(".part")].map((part) => [part.id, part]));
const markup = (page) => new Map([...parts(page)].map(([id, part]) => [id, part.outerHTML]));
const field = (element) => element?.matches("input:not([type=hidden]),select,textarea");
const key = (element) => element && [element.closest("form")?.getAttribute("action"), element.name, element.value, element.href].join(" ");

// `mine` is the form whose answer this is; none where another phone or the sand has changed something.
function draw(text, mine = null) {
  const page = new DOMParser().parseFromString(text, "text/html");
  // Before the game and during it are pages of their own, and so is each seat's: whose act needs no question hangs on it.
  const { className, dataset } = document.body;
  if (page.body.className !== className || page.body.dataset.seat !== dataset.seat) {
    if (sheet.sits) return;
    scrollTo(0, 0); // or the other page would open where this one was scrolled to
    return location.reload();
  }
  const next = markup(page);
  const ends = $("#over", page) && !$("#over");
  const held = document.activeElement;
  const focused = held === document.body ? null : key(held);
  const said = $("#refusal", page).textContent.trim();
  const taken = said ? null : mine;
  const settled = mine && due !== $(".step[open]", page)?.id;
  due = $(".step[open]", page)?.id;
  version = Number($("#fresh", page).dataset.version);
  for (const one of [".turn", "nav .me"]) $(one).replaceWith($(one, page));
  if ([...next.keys()].join() !== [...drawn.keys()].join()) {
    keep($("#fresh"), $("#fresh", page), taken);
    $("#fresh").replaceWith($("#fresh", page));
    drawn = next;
  } else {
    for (const [id, part] of parts(page)) {
      const old = document.getElementById(id);
      if (next.get(id) === drawn.get(id) || (!mine && field(held) && old.contains(held))) continue;
      if (old.open && !(settled && part.matches(".step"))) part.open = true;
      if (part.matches(".units") && !old.open && drawn.get(id).startsWith("<details open")) part.open = false; // closed by hand
      keep(old, part, taken);
      const { scrollTop } = old;
      old.replaceWith(part);
      part.scrollTop = scrollTop;
      drawn.set(id, next.get(id));
    }
  }
  if (ends) scrollTo(0, 0); // the top says who won
  const agree = $("#agree", page); // the book forbids it, and the players may play it
  $("#agree")?.remove();
  if (said) refuse(said, ...(agree ? [agree] : []));
  else if (mine) unrefuse();
  if ($("#say").textContent !== $("#next").textContent) $("#say").textContent = $("#next").textContent;
  if (focused && !held.isConnected) refocus(focused);
  if (!mine) renew();
}

// A sheet that counts with the table is drawn again with it, in its place; what was typed stays.
function renew() {
  const old = $("#sheet[open] .sheet:has([data-again])");
  if (old) sheet.open($("[data-again]", old).dataset.again, old);
}

// The dice that this phone rolls wait for Reactions, and then roll by themselves.
let rolling = null;
function later(fresh) {
  const form = $(".rolls[data-wait]", fresh);
  if (!form || form.getAttribute("action") !== rolling) return;
  setTimeout(() => form.isConnected && $("#sheet[open]")?.contains(form) && form.requestSubmit(), Number(form.dataset.wait));
}

function renewed(fresh, old, held) {
  if (!old) rolling = null; // opened by a tap: what was tapped in it before is over
  later(fresh);
  if (!(old instanceof Element)) return;
  keep(old, fresh);
  const refused = $(".refusal:has(button)", old); // what the players may still play stays until they do something else
  if (refused) fresh.prepend(refused);
  if (held !== old && old.contains(held)) (document.getElementById(held.id) ?? same(fresh, key(held)))?.focus({ preventScroll: true });
  linger();
}

const same = (within, wanted) => [...within.querySelectorAll("a,button,input,select")].find((each) => key(each) === wanted);

function refocus(focused) {
  (same($("#fresh"), focused) ?? $("#dock .next :is(a,button)"))?.focus({ preventScroll: true });
}

// One request after the other, so that an older page never overwrites a newer one.
function after(job) {
  queue = queue.catch(() => {}).then(job);
}

async function refresh(wanted) {
  if (wanted === version) return;
  const answer = await fetch(location.pathname, { signal: within(PATIENCE_MS) }).catch(() => null);
  if (answer?.ok) draw(await answer.text());
}

// A form's answer is the page it leads to: what was changed, or why it was not.
async function send(form, button) {
  const body = new URLSearchParams(new FormData(form, button));
  const options = { method: "POST", body, signal: within(PATIENCE_MS) };
  const answer = await fetch(button?.getAttribute("formaction") ?? form.getAttribute("action"), options).catch((lost) => void tell(unanswered(lost)));
  if (!answer) return;
  const { pathname } = new URL(answer.url);
  if (answer.ok && pathname === "/") {
    draw(await answer.text(), form);
    linger();
    if (form.dataset.stay && !$("#refusal").textContent) sheet.open(form.dataset.stay);
  }
  else location.assign(answer.ok ? pathname : "/");
}

addEventListener("submit", (event) => {
  const form = event.target;
  if (form.matches("dialog .rolls")) rolling = form.getAttribute("action");
  if (form.method !== "post" || !form.closest("#fresh,#agree")) return;
  event.preventDefault();
  const what = [form.getAttribute("action"), new URLSearchParams(new FormData(form, event.submitter))].join("?");
  if (sent.has(what)) return;
  sent.add(what);
  after(() => send(form, event.submitter).finally(() => sent.delete(what)));
});

// The way to what has to be answered first, without a step back in the browser's history for each.
document.addEventListener("click", (event) => {
  const link = event.target.closest("#dock a[href^='#']");
  if (!link) return;
  event.preventDefault();
  const place = $(link.hash);
  if (place.matches("details")) place.open = true;
  location.replace(link.hash);
});

drawn = markup(document);
version = Number($("#fresh").dataset.version);
store({
  changed: (view) => (view.game === document.body.dataset.game ? after(() => refresh(view.version)) : location.reload()),
});
steps();
const sheet = shell({ watched: true, opened: renewed, done: (view) => after(() => refresh(view.version)) });
