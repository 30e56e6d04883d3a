// The table page: the server has drawn it, this keeps it true.

import { post } from "../../static/api.js";
import { draw, run } from "../../static/hourglass.js";
import { own } from "../../static/may.js";
import { namer } from "../../static/namer.js";
import { notice, pressed, turnDown } from "../../static/news.js";
import { reachable } from "../../static/reach.js";
import { unrefuse } from "../../static/refusal.js";
import { shell } from "../../static/shell.js";
import { store } from "../../static/store.js";
import { settle } from "../../static/voice.js";
import { showWords } from "../../static/words.js";

const tiles = new Map([...document.querySelectorAll(".tile")].map((form) => [form.dataset.timer, form]));

function show(view) {
  // Another game is another page, another scenario has other timers, or hands: the server draws those.
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
function known({ phase, timers, hands, scenario }) {
  if (document.querySelector("main").matches("[data-hands]") !== hands) return false;
  // A neutral timer that the scenario uses has another place in play than before.
  const deployed = tiles.get("neutral-120")?.closest(".deploy");
  if (scenario.neutral?.["neutral-120"] && !deployed === (phase === "setup")) return false;
  return timers.length === tiles.size && timers.every(({ id }) => tiles.has(id)) || (phase === "ended" && !tiles.size);
}

// Flips a tile, or touches a hand.
async function act(form) {
  const { timer: id, for: side } = form.dataset;
  const { view, detail } = await post(id ? `/api/timers/${id}/flip` : `/api/sides/${side}/hand`);
  if (!view) return turnDown(detail, form);
  unrefuse();
  table.take(view);
  const timer = view.timers.find((each) => each.id === id);
  if (view.sides[timer?.side]) naming.offer(timer, view.sides[timer.side]);
}

function play() {
  let acted = null; // the tile that this touch has already flipped, the hand that it has touched
  const fits = () => document.documentElement.scrollHeight <= innerHeight;
  addEventListener("pointerdown", (event) => {
    acted = null;
    const form = event.target.closest(".tile.free,.hand");
    if (!form || !own(form) || !reachable() || event.button !== 0) return;
    // Where the page scrolls, a finger that only scrolls must not flip: there the click decides. By a hand none scrolls.
    if (!form.matches(".hand") && !fits()) return;
    acted = form;
    act(form);
  });
  addEventListener("submit", (event) => {
    const form = event.target.closest(".tile,.hand");
    if (!form) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (form === acted) acted = null;
    else if (form.matches(".free,.hand")) act(form);
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
