// The hall's strip: drawn by the server, fetched again when something in the hall has changed, its clock counted here.

import { post } from "./api.js";
import { learn, now } from "./clock.js";
import { tell, unrefuse } from "./refusal.js";
import { within } from "./within.js";

const PATIENCE_MS = 5000;
const REST_MS = 400; // until what another phone has changed under a thumb can be meant
const $ = (selector, part = document) => part.querySelector(selector);
const strip = () => $("#hall:not([data-drawn])"); // elsewhere, the page draws it with its own
let clock = null; // the table's, once it is known
let known = null; // the hall, as the last view had it
let changedAt = -Infinity;
let drawing = null;
let again = false;

// What the strip says of the hall: a newer version alone does not change the strip.
addEventListener("table", ({ detail: { view, now: its } }) => {
  clock = its;
  if (!view.hall) return location.reload();
  const told = JSON.stringify([view.hall, view.names]);
  // What has happened since the page was drawn is in the first view that comes.
  const news = known === null ? view.version !== Number(strip()?.dataset.version) : told !== known;
  known = told;
  if (news) draw();
  tick();
});

function draw() {
  if (!strip()) return;
  again = true;
  drawing ??= redrawn().finally(() => (drawing = null));
}

async function redrawn() {
  while (again) {
    again = false;
    const sent = performance.now();
    const answer = await fetch("/hall/strip", { signal: within(PATIENCE_MS) }).catch(() => null);
    const text = answer?.ok ? await answer.text().catch(() => null) : null;
    if (text === null) return;
    const fresh = $("#hall", new DOMParser().parseFromString(text, "text/html"));
    if (!fresh) return location.reload();
    learn(Number(fresh.dataset.now), sent);
    clock ??= now;
    place(fresh);
    tick();
  }
}

function place(fresh) {
  const old = strip();
  if (still(fresh) === still(old)) return;
  news(old, fresh);
  const held = old.contains(document.activeElement) ? key(document.activeElement) : null;
  changedAt = performance.now();
  old.replaceWith(document.adoptNode(fresh));
  if (held) [...fresh.querySelectorAll("a,button")].find((each) => key(each) === held)?.focus({ preventScroll: true });
}

// All but its figures, which run.
function still(part) {
  const copy = part.cloneNode(true);
  for (const each of copy.querySelectorAll("[data-until],[data-since]")) each.textContent = "";
  return [part.dataset.said, part.dataset.call, copy.innerHTML].join();
}

const key = (element) => [element.closest("form")?.getAttribute("action"), element.name, element.value, element.className].join(" ");

// A new announcement, or what has become of a call: said to who cannot see it, and felt where a phone can be shaken.
function news(old, fresh) {
  const said = fresh.dataset.said && fresh.dataset.said !== old.dataset.said ? $(".announced p", fresh) : null;
  const call = fresh.dataset.call && fresh.dataset.call !== old.dataset.call ? $(".hall-call", fresh) : null;
  if (!said && !call) return;
  $("#hall-say").textContent = [said, call].filter(Boolean).map((each) => each.textContent.trim()).join(" ");
  navigator.vibrate?.(said ? [200, 100, 200] : 120);
}

// Its figures, by the table's clock.
let waking = 0;

function tick() {
  clearTimeout(waking);
  if (!clock || document.hidden) return;
  let next = Infinity;
  for (const each of document.querySelectorAll("[data-until]")) {
    const left = Number(each.dataset.until) - clock();
    set(each, left > 0 ? figure(Math.ceil(left / 1000)) : "Time");
    if (left > 0) next = Math.min(next, left % 1000 || 1000);
  }
  for (const each of document.querySelectorAll("[data-since]")) {
    const gone = Math.max(0, clock() - Number(each.dataset.since));
    set(each, figure(Math.floor(gone / 1000)));
    next = Math.min(next, 1000 - (gone % 1000));
  }
  if (next < Infinity) waking = setTimeout(tick, next + 4);
}

const figure = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

function set(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

// What another phone's act has just put there is not what the thumb came down for.
addEventListener("click", (event) => {
  if (event.detail === 0 || event.timeStamp - changedAt > REST_MS || !event.target.closest("#hall")) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (event.defaultPrevented || form.method !== "post" || !form.closest("#hall")) return;
  event.preventDefault();
  const body = Object.fromEntries(new FormData(form, event.submitter));
  if (body.agreed) body.agreed = body.agreed === "true";
  const { view, detail } = await post(`/api${form.getAttribute("action")}`, body);
  if (view) unrefuse();
  else tell(detail);
  draw();
});

document.addEventListener("visibilitychange", () => (document.hidden ? clearTimeout(waking) : tick()));
