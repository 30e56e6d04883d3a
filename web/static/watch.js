// The page for spectators: the server draws it, this puts what has changed in place and lets the sand fall.

import { run } from "./hourglass.js";
import { morph } from "./morph.js";
import { reachable } from "./reach.js";
import { store } from "./store.js";

const AGAIN_MS = 1000;
const $ = (selector, within = document) => within.querySelector(selector);
const style = (page) => $("link[rel=stylesheet]", page).getAttribute("href");
let drawn = Number($("#watch").dataset.version);
let drawing = false;
let wanted = false;

function show(view) {
  if (view.version !== drawn) draw();
  else fall(view.timers);
}

// One request after the other; what has changed meanwhile is drawn after that.
async function draw() {
  wanted = true;
  if (drawing) return;
  drawing = true;
  try {
    while (wanted) {
      wanted = false;
      await redraw();
    }
  } catch {
    setTimeout(draw, AGAIN_MS);
  }
  drawing = false;
}

async function redraw() {
  if (!reachable()) throw new Error("away");
  const answer = await fetch(location.pathname);
  if (!answer.ok) throw new Error(answer.statusText);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  // Another game's page has another style, and so has a newer Warglass.
  if (style(page) !== style(document)) return location.reload();
  const fresh = $("#watch", page);
  drawn = Number(fresh.dataset.version);
  morph($("#watch"), fresh);
  if (table.view.version === drawn) fall(table.view.timers);
}

function fall(timers) {
  const tiles = new Map([...document.querySelectorAll("[data-timer]")].map((tile) => [tile.dataset.timer, tile]));
  run(timers, tiles);
}

const table = store({ changed: show });
void import("./awake.js").catch(() => {});
