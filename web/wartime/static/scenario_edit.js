// A scenario under a finger. Each hex leads to the button that puts something there, and each form leads back to the board
// as it is then: here the button is pressed at once, and what has changed is put in place.

import { hexes } from "./hexmap.js";
import { reached } from "../../static/reach.js";
import { tell, unrefuse } from "../../static/refusal.js";
import { shell } from "../../static/shell.js";
import { within } from "../../static/within.js";
import { zoomable } from "./zoom.js";

const WRITTEN_MS = 700;
const BUSY = 429;
const PATIENCE_MS = 5000;
const AGAIN_MS = 5000; // until a table that did not answer is asked once more
const PARTS = "#tools,#hand,.folds > details";
const TYPED = "textarea,input:not([type=checkbox],[type=hidden])";
const board = document.getElementById("board");
const grid = hexes(document.getElementById("E7"));
const dialog = document.getElementById("sheet");
const say = document.getElementById("say");
let turn = Promise.resolve();
let pressed = null;
let writing = 0;
let unheard = 0;
const waiting = []; // of each request that is still to be sent: the fold or the sheet that it changes

const here = () => location.pathname + location.search;
const body = (form, submitter) => ({ method: "POST", body: new URLSearchParams(new FormData(form, submitter)) });

// What a tap means, it means on the board as the taps before it have left it, so each waits its turn.
function ask(request, part = null, undone = () => {}) {
  waiting.push(part);
  turn = turn.then(async () => {
    waiting.shift();
    try {
      const [address, options] = request() ?? [];
      if (!address) return;
      const answer = await fetch(address, { ...options, signal: within(PATIENCE_MS) });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      reached(true);
      if (answer.ok) return arrived(answer.url, page, part);
      untold(page.querySelector(".sheet > p").textContent);
      if (answer.status === BUSY) undone();
    } catch {
      untold("The table does not answer. Once it does, this page shows what it has kept.");
      undone();
      clearTimeout(unheard);
      unheard = setTimeout(() => ask(() => [here()]), AGAIN_MS);
    }
  });
}

function untold(why) {
  for (const hex of board.querySelectorAll(".asked")) hex.classList.remove("asked");
  tell(why);
}

function arrived(url, page, part) {
  const said = page.getElementById("refusal")?.textContent.trim();
  if (page.getElementById("board")) {
    if (dialog.contains(part)) dialog.close();
    history.replaceState(null, "", url.replace(/#.*/, ""));
    show(page);
  } else if (part?.matches(".sheet") && page.querySelector(".sheet")) refill(part, page);
  else return location.assign(url);
  if (said) tell(said);
  else unrefuse();
}

function show(page) {
  grid.redraw(page);
  document.title = page.title;
  document.querySelector("h1").textContent = page.querySelector("h1").textContent;
  const focused = document.activeElement;
  for (const old of document.querySelectorAll(PARTS)) {
    const fresh = page.getElementById(old.id);
    if (waiting.includes(old)) continue; // a newer change of it than this answer's
    if (old.contains(focused) && focused.matches(TYPED)) continue;
    const [left, chips] = [old.scrollLeft, old.querySelector(".chips")?.scrollLeft];
    fresh.open = old.open;
    old.replaceWith(fresh);
    fresh.scrollLeft = left;
    fresh.querySelector(".chips")?.scrollTo(chips, 0);
  }
  if (focused?.id) document.getElementById(focused.id)?.focus({ preventScroll: true });
  say.textContent = document.querySelector("#hand > p")?.textContent ?? "";
}

// A sheet stays as it is under the finger; only what it is about may have a new name.
function refill(sheet, page) {
  const fresh = page.querySelector(".sheet");
  sheet.querySelector("h1").replaceWith(fresh.querySelector("h1"));
  for (const field of sheet.querySelectorAll("[type=hidden]")) {
    field.value = fresh.querySelector(`[type=hidden][name=${field.name}]`)?.value ?? field.value;
  }
  sheet.querySelector("[data-move]")?.setAttribute("href", fresh.querySelector("[data-move]").getAttribute("href"));
}

function tap(hex) {
  const link = document.getElementById(hex);
  const address = new URL(link.getAttribute("href"), location);
  if (address.pathname !== location.pathname) return void sheet.open(address.href);
  const form = document.getElementById("tap");
  if (!address.searchParams.has("hex") || !form.elements.put || form.elements.put.value === "look") return [address];
  form.elements.hex.value = hex;
  pressed = null;
  form.requestSubmit();
  return pressed;
}

document.addEventListener("click", (event) => {
  const link = grid.tapped(event, "#board a,#tools a,#hand a,[data-move]");
  if (link) ask(() => (link.matches(".hex") ? tap(link.id) : [link.href]), link.closest(".sheet"));
});

document.addEventListener("submit", (event) => {
  const { target: form, submitter } = event;
  const { pathname } = new URL(form.action);
  if (event.defaultPrevented || !pathname.startsWith("/scenarios/")) return;
  event.preventDefault();
  if (form.method === "get") {
    const address = `${pathname}?${new URLSearchParams(new FormData(form))}`;
    if (document.activeElement?.form === form) document.activeElement.blur();
    ask(() => [address]);
  } else if (form.id === "tap" && !submitter) pressed = [form.action, body(form)];
  else {
    const sent = body(form, submitter);
    const part = form.closest(".folds > details,.sheet");
    const whole = form.matches("[data-write],.sheet .token-form"); // it has all fields, so it may be sent twice
    ask(() => [form.action, byThen(sent, part?.matches(".sheet") && form)], part, () => whole && write(form, AGAIN_MS));
  }
});

// By then another tool may be in hand, and what a sheet is about may have another name.
function byThen(sent, own) {
  const fields = (own || document.getElementById("tap")).querySelectorAll("[type=hidden]:not([name=hex])");
  for (const { name, value } of fields) sent.body.set(name, value);
  return sent;
}

// Whatever is picked is kept at once; what is written, as soon as the pen rests; what is added, by its button.
document.addEventListener("change", ({ target }) => {
  if (!target.form) return;
  if (target.matches("[data-write] *")) write(target.form, 0);
  else if (target.form.matches("#hand form,.folds form:not([data-adds]),dialog form") && !target.matches("#hand input,[name=kind]:not(dialog *)")) target.form.requestSubmit();
});
document.addEventListener("input", ({ target }) => {
  if (target.matches("[data-write] *")) write(target.form, WRITTEN_MS);
});

function write(form, wait) {
  clearTimeout(writing);
  const send = () => form.reportValidity() && form.requestSubmit();
  if (wait) writing = setTimeout(send, wait);
  else send();
}

addEventListener("pagehide", () => {
  const form = document.activeElement?.closest("[data-write]");
  if (form) navigator.sendBeacon(form.action, new URLSearchParams(new FormData(form)));
});

// Behind an open sheet the board has stood still.
dialog.addEventListener("close", () => ask(() => [here()]));
zoomable();
const sheet = shell();
