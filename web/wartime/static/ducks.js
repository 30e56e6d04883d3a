// Sitting ducks: drawn by the server, drawn again when something has happened or a wait is over; here the seconds go.

import { now } from "../../static/clock.js";
import { reachable } from "../../static/reach.js";
import { shell } from "../../static/shell.js";
import { store } from "../../static/store.js";

const REST_MS = 300;
const AGAIN_MS = 1000;
const page = () => document.querySelector("#ducks");
let drawing = 0;
let waking = 0;

function redraw(rest) {
  clearTimeout(drawing);
  drawing = setTimeout(refresh, rest);
}

async function refresh() {
  const answer = reachable() ? await fetch(location.href).catch(() => null) : null;
  if (!answer?.ok) return redraw(AGAIN_MS);
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const part of ["header", "#ducks"]) document.querySelector(part).replaceWith(fresh.querySelector(part));
  fall();
}

// Wakes at the next full second of whatever reaches one first.
function fall() {
  clearTimeout(waking);
  let next = Infinity;
  for (const each of page().querySelectorAll("[data-at]")) {
    const left = each.dataset.at - now();
    each.textContent = Math.max(0, Math.ceil(left / 1000));
    if (left > 0) next = Math.min(next, left % 1000 || 1000);
    else redraw(REST_MS);
  }
  if (next < Infinity) waking = setTimeout(fall, next + 4);
}

store({
  changed(view) {
    if (view.game !== document.body.dataset.game) return location.reload();
    if (view.version !== Number(page().dataset.version)) redraw(REST_MS);
    fall();
  },
});
shell({ watched: true });
