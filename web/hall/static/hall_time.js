// Times as the hall's pages write them, and the one that all pages have on top: the round's. web/hall/seats.py writes the same.

import { now } from "../../static/clock.js";

export const countdown = (ms) => {
  const seconds = Math.ceil(ms / 1000);
  const whole = Math.abs(seconds);
  return `${seconds < 0 ? "−" : ""}${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
};

export const ago = (ms) => {
  const seconds = Math.floor(Math.max(0, ms) / 1000);
  if (seconds < 60) return `${seconds} s`;
  return seconds < 3600 ? `${Math.floor(seconds / 60)} min` : `${Math.floor(seconds / 3600)} h`;
};

export function set(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

let round = null;
let waking = 0;

// Every clock of the page shows that round from now on; every time since counts on, and the sand of a table that is open.
// Wakes at the next full second.
export function tell(next) {
  if (JSON.stringify(next) === JSON.stringify(round)) return;
  round = next;
  tick();
}

export const left = () => (round.ends_ms === null ? round.left_ms : round.ends_ms - now());

export function tick() {
  clearTimeout(waking);
  if (!round) return;
  for (const clock of document.querySelectorAll("[data-clock]")) {
    set(clock, round.number ? countdown(left()) : "–:––");
    clock.classList.toggle("still", round.ends_ms === null);
    clock.classList.toggle("over", round.begun && left() <= 0);
  }
  for (const since of document.querySelectorAll("[data-since]:not([data-since=''])")) {
    if (since.checkVisibility?.({ contentVisibilityAuto: true }) ?? true) set(since, ago(now() - Number(since.dataset.since)));
  }
  for (const sand of document.querySelectorAll(".one [data-ends]:not([data-ends=''])")) {
    set(sand.lastElementChild, `${Math.ceil(Math.max(0, Number(sand.dataset.ends) - now()) / 1000)}`);
  }
  const part = round.ends_ms === null ? 1000 : ((left() % 1000) + 1000) % 1000;
  waking = setTimeout(tick, part + 4);
}
