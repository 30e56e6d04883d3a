// What the table page says in words around its tiles.

import { showUndo } from "./undo.js";

const $ = (selector) => document.querySelector(selector);
const won = $(".won");
// What the page has that the server draws: how the game ended, who is ready to begin, and what both sides are asked.
const drawn = {
  "#over": won && won.textContent.trim() + !$(".telling").textContent,
  ".begin": $(".begin")?.dataset.ready,
  "#proposal": $("#proposal").dataset.is,
};

export function showWords(view) {
  const main = $("main");
  // A part in another scene gets a new layout: it has not moved there.
  if (scene(main.dataset.phase) !== scene(view.phase)) main.replaceChildren(...main.childNodes);
  main.dataset.phase = view.phase;
  main.dataset.paused = view.paused ? "yes" : "no";
  // A scenario opens as its map, where it has one.
  if (!view.demo && $("#scenario").textContent !== view.scenario.name) location.assign("/");
  $("#faults").textContent = view.faults.join(" ");
  $("#faults").hidden = view.faults.length === 0;
  $("#last").replaceChildren(...view.last.slice(-2).map(line));
  for (const [side, force] of Object.entries(view.sides)) showForce(side, force, view);
  showUndo(view);
  drawAnew("#over", view.over && view.over.title + !view.over.telling.all);
  if (view.phase === "setup") drawAnew(".begin", view.ready.join(""));
  const { proposal: asked, finish } = view;
  drawAnew("#proposal", finish ? finish.how + finish.agreed.join("") : asked ? asked.number + (asked.lapsed ?? "") : "");
}

const scene = (phase) => (phase === "paused" ? "running" : phase);

function showForce(side, force, view) {
  const section = $(`[data-side=${side}]`);
  const free = view.timers.filter((timer) => timer.side === side && timer.state === "available").length;
  section.querySelector(".count").textContent = `${free} free`;
  section.querySelector("[data-list=units]").textContent = force.units.map((unit) => unit.name).join(", ") || "any";
  section.querySelector("[data-list=cards]").textContent = cards(force);
}

function cards({ cards, down, choice }) {
  return [...cards, ...(down ? [`${down} face down`] : [])].join(", ") || (down === null ? "in secret" : choice ? "none" : "any");
}

function line(entry) {
  const item = document.createElement("li");
  item.className = entry.side ?? "";
  item.append(entry.text);
  if (entry.gap) item.append(", ", Object.assign(document.createElement("strong"), { textContent: entry.gap, className: entry.gap_side }));
  return item;
}

async function drawAnew(part, now) {
  if (now === drawn[part]) return;
  drawn[part] = now;
  if (now === null) return;
  const answer = await fetch(location).catch(() => null);
  if (!answer?.ok) return (drawn[part] = null);
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector(part);
  // A phone that has not joined has the first page instead, once the match is over.
  if (!fresh) location.reload();
  else if (now === drawn[part]) $(part).replaceWith(fresh);
}
