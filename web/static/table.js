// The table page: the server has drawn it, this keeps it true.

import { post } from "./api.js";
import { now } from "./clock.js";
import { draw, nudge, run } from "./hourglass.js";
import { namer } from "./namer.js";
import { own } from "./may.js";
import { refuse, unrefuse } from "./refusal.js";
import { shell } from "./shell.js";
import { showUndo } from "./undo.js";
import { store } from "./store.js";
import { say, settle } from "./voice.js";

const FRESH_MS = 2000;
const $ = (selector) => document.querySelector(selector);
const main = $("main");
const tiles = new Map([...document.querySelectorAll(".tile")].map((form) => [form.dataset.timer, form]));
const seen = new Map(); // by timer: what was already flashed, shaken or said
let told = $(".won")?.textContent.trim() ?? null; // how the game ended, as the page has it
const mine = document.body.dataset.seat;

function show(view) {
  // Another game is another page, another scenario has other timers: the server draws those.
  if (view.game !== document.body.dataset.game || !known(view)) return location.reload();
  main.dataset.phase = view.phase;
  main.dataset.paused = view.paused ? "yes" : "no";
  for (const timer of view.timers) {
    const form = tiles.get(timer.id);
    if (!form) continue;
    draw(form, timer, view.paused || view.phase === "ended");
    notice(form, timer);
  }
  for (const [side, force] of Object.entries(view.sides)) showForce(side, force, view);
  showWords(view);
  naming.settle(view);
  run(view.timers, tiles);
}

// A game that is over has no tiles on a page that was loaded since.
function known({ phase, timers }) {
  return timers.length === tiles.size && timers.every(({ id }) => tiles.has(id)) || (phase === "ended" && !tiles.size);
}

// How the game ended, the server draws.
async function end(title) {
  if (title === told) return;
  told = title;
  if (title === null) return;
  const answer = await fetch("/").catch(() => null);
  if (!answer?.ok) return (told = null);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  $("#over").replaceWith(page.querySelector("#over") ?? $("#over"));
}

function showForce(side, force, view) {
  const section = $(`[data-side=${side}]`);
  const free = view.timers.filter((timer) => timer.side === side && timer.state === "available").length;
  section.querySelector(".count").textContent = `${free} free`;
  section.querySelector("[data-list=units]").textContent = force.units.map((unit) => unit.name).join(", ") || "any";
  section.querySelector("[data-list=cards]").textContent = force.cards.join(", ") || (force.choice ? "none yet" : "any");
}

function showWords(view) {
  $("#scenario").textContent = view.scenario.name;
  $("#faults").textContent = view.faults.join(" ");
  $("#faults").hidden = view.faults.length === 0;
  $("#last").replaceChildren(...view.last.slice(-2).map(line));
  showUndo(view);
  end(view.over?.title ?? null);
  const hold = $(".hold");
  if (!hold) return;
  const act = view.paused ? "Resume" : "Pause";
  hold.action = `/table/${act.toLowerCase()}`;
  hold.firstElementChild.setAttribute("aria-label", act);
  hold.querySelector("use").setAttribute("href", view.paused ? "#play" : "#pause");
}

function line(entry) {
  const item = document.createElement("li");
  item.className = entry.side ?? "";
  item.append(entry.text);
  if (entry.gap) item.append(", ", Object.assign(document.createElement("strong"), { textContent: entry.gap, className: entry.gap_side }));
  return item;
}

// Run out, or refused at the panel: shown once, and only while it is news.
function notice(form, timer) {
  const { side, name, flip, kind, ran_out_ms: out, refused } = timer;
  const before = seen.get(timer.id) ?? { told: out !== null && flip };
  const fresh = (ms) => now() - ms < FRESH_MS;
  seen.set(timer.id, { out, no: refused?.ms, unit: timer.unit, told: out === null ? before.told : flip });
  if (out !== null && out !== before.out && fresh(out)) {
    nudge(form, "ranout");
    $("#say").textContent = `${name} ran out`;
    const shared = { setup: "Setting up is over", game: "Time is up" }[kind];
    if (before.told !== flip && (shared || (side === mine || !["gold", "red"].includes(mine)))) say(shared ?? `${before.unit ?? name} ready`);
  }
  if (refused && refused.ms !== before.no && fresh(refused.ms)) turnDown(refused.text, form);
}

function turnDown(text, form) {
  nudge(form, "refused");
  refuse(text);
}

async function flip(form) {
  const id = form.dataset.timer;
  const { view, detail } = await post(`/api/timers/${id}/flip`);
  if (!view) return turnDown(detail, form);
  unrefuse();
  table.take(view);
  const timer = view.timers.find((each) => each.id === id);
  if (view.sides[timer.side]) naming.offer(timer, view.sides[timer.side]);
}

function play() {
  let flipped = null; // the tile that this touch has already flipped
  const fits = () => document.documentElement.scrollHeight <= innerHeight;
  addEventListener("pointerdown", (event) => {
    flipped = null;
    const form = event.target.closest(".tile");
    // Where the page scrolls, a finger that only scrolls must not flip: there the click decides.
    if (!form?.matches(".free") || !own(form) || event.button !== 0 || !fits()) return;
    flipped = form;
    flip(form);
  });
  addEventListener("submit", (event) => {
    const form = event.target.closest(".tile");
    if (!form) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (form === flipped) flipped = null;
    else if (form.matches(".free")) flip(form);
    else sheet.open(`/timers/${form.dataset.timer}`);
  }, true);
}

const sheet = shell({ watched: true, live: true, done: (view) => table.take(view), opened: settle });
const naming = namer($("#namer"), async (timer, body) => {
  const { view, detail } = await post(`/api/timers/${timer.id}/move`, body);
  if (view) table.take(view);
  else turnDown(detail, tiles.get(timer.id));
  return Boolean(view) || detail.includes("not running");
});
const table = store({
  changed: show,
});
play();
