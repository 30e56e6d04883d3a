// The tiles: their figures, their states, their sand. The sand itself is CSS; here it is only put in its place.

import { now } from "./clock.js";

const WARM_MS = 5000;
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const MOVES = ["refused", "ranout"]; // begun by nudge, and not cut short by the next view

let waking = 0;

export const leftMs = (timer) => (timer.ends_ms === null ? timer.remaining_ms : Math.max(0, timer.ends_ms - now()));

export const figure = (seconds, kind) =>
  kind === "setup" || kind === "game" ? `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}` : `${seconds}`;

export function draw(form, timer, still) {
  const running = timer.state === "active";
  const button = form.firstElementChild;
  const bearer = timer.unit ?? timer.card ?? (timer.off_board ? "off board" : "");
  if (running !== form.matches(".running")) button.classList.remove("armed");
  const moving = MOVES.filter((name) => form.classList.contains(name)).join(" ");
  form.className = `tile ${timer.side} ${timer.kind} run-${timer.seconds} ${running ? "running" : "free"} ${moving}`;
  form.classList.toggle("still", running && still);
  set(button.querySelector(".who"), running ? bearer : "flip");
  count(form, timer);
  const said = running ? [`${Math.ceil(leftMs(timer) / 1000)} seconds left`, bearer].filter(Boolean).join(", ") : "free, flip";
  button.setAttribute("aria-label", `${timer.name}, ${said}`);
}

// What changes with every second and costs no more than that. Returns true if the figure is another.
export function count(form, timer) {
  const running = timer.state === "active";
  const left = running ? leftMs(timer) : timer.seconds * 1000;
  form.classList.toggle("warm", running && left <= WARM_MS);
  return set(form.querySelector(".secs"), figure(Math.ceil(left / 1000), timer.kind));
}

// Puts the sand of a view in its place, and counts on until the next view.
export function run(timers, tiles) {
  pour(timers, tiles);
  countOn(timers, tiles);
}

// Wakes at the next full second of whichever timer reaches one first, and not at all while no sand falls.
function countOn(timers, tiles) {
  clearTimeout(waking);
  if (document.hidden) return;
  const full = [];
  let next = Infinity;
  for (const timer of timers) {
    if (timer.ends_ms === null || !tiles.has(timer.id)) continue;
    if (count(tiles.get(timer.id), timer)) full.push(timer);
    const left = leftMs(timer);
    if (left > 0) next = Math.min(next, left % 1000 || 1000);
  }
  // Sand that does not fall by itself goes down with its own seconds.
  if (calm.matches) pour(full, tiles);
  if (next < Infinity) waking = setTimeout(countOn, next + 4, timers, tiles);
}

// A new fall takes its place from the next frame on, which a busy phone draws late. So a running fall gets its start time.
// All are asked before the first is moved: after a change, each question makes the browser work out all styles.
export function pour(timers, tiles) {
  const asked = timers
    .filter(({ id, state }) => state === "active" && tiles.has(id))
    .flatMap((timer) => falls(tiles.get(timer.id)).map((fall) => [timer, fall, fall.playState === "running"]));
  for (const [timer, fall, runs] of asked) {
    const elapsed = timer.seconds * 1000 - leftMs(timer);
    if (runs) fall.startTime = performance.now() - elapsed;
    else fall.currentTime = elapsed;
  }
}

// What falls in a tile. This is slow where anything has just changed, as it is to ask whether it runs: the browser
// computes all styles again for it.
export const falls = (form) => [...form.querySelectorAll("i")].flatMap((sand) => sand.getAnimations?.() ?? []);

export function nudge(form, name) {
  form.classList.remove(name);
  void form.offsetWidth; // lets the same animation start again
  form.classList.add(name);
  form.addEventListener("animationend", () => form.classList.remove(name), { once: true });
}

function set(node, text) {
  const other = node.textContent !== text;
  if (other) node.textContent = text;
  return other;
}
