// The table page: the server has drawn it, this keeps it true.

import { post } from "./api.js";
import { draw, run } from "./hourglass.js";
import { own } from "./may.js";
import { namer } from "./namer.js";
import { notice, pressed, turnDown } from "./news.js";
import { reachable } from "./reach.js";
import { unrefuse } from "./refusal.js";
import { shell } from "./shell.js";
import { store } from "./store.js";
import { settle } from "./voice.js";
import { showWords } from "./words.js";

const tiles = new Map([...document.querySelectorAll(".tile")].map((form) => [form.dataset.timer, form]));

function show(view) {
  // Another game is another page, another scenario has other timers: the server draws those.
  if (view.game !== document.body.dataset.game || !known(view)) return location.reload();
  for (const timer of view.timers) {
    const form = tiles.get(timer.id);
    if (!form) continue;
    draw(form, timer, view.paused || view.phase === "ended");
    notice(form, timer);
  }
  showWords(view);
  naming.settle(view);
  const timer = pressed(view);
  if (timer) naming.propose(timer, view.sides[timer.side]);
  run(view.timers, tiles);
}

// A game that is over has no tiles on a page that was loaded since.
function known({ phase, timers }) {
  return timers.length === tiles.size && timers.every(({ id }) => tiles.has(id)) || (phase === "ended" && !tiles.size);
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
    if (!form?.matches(".free") || !own(form) || !reachable() || event.button !== 0 || !fits()) return;
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
const naming = namer(document.querySelector("#namer"), async (timer, body) => {
  const { view, detail } = await post(`/api/timers/${timer.id}/move`, body);
  if (view) table.take(view);
  else turnDown(detail, tiles.get(timer.id));
  return Boolean(view) || detail.includes("not running");
});
const table = store({
  changed: show,
});
play();
