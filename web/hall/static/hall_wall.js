// The wall: counts the round, turns its leaves by the hall's clock, and draws itself again where something on it has changed.

import { now } from "../../static/clock.js";
import { addresses, outdated } from "./hall_news.js";
import { tell, tick } from "./hall_time.js";
import { reachable } from "../../static/reach.js";
import { store } from "../../static/store.js";

const REST_MS = 500;
const AGAIN_MS = 1000;
let timeout = 0;
let turning = 0;

async function redraw() {
  const answer = reachable() ? await fetch("/wall").catch(() => null) : null;
  if (!answer?.ok) return void (timeout = setTimeout(redraw, AGAIN_MS));
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = document.adoptNode(page.querySelector("main"));
  document.querySelector("main").replaceWith(fresh);
  tick();
  turn();
}

function turn() {
  clearTimeout(turning);
  const leaves = [...document.querySelectorAll(".leaf")];
  const each = Number(document.querySelector("main").dataset.leaf) * 1000;
  const shown = Math.floor(now() / each) % (leaves.length || 1);
  leaves.forEach((leaf, n) => (leaf.hidden = n !== shown));
  for (const word of document.querySelectorAll("[data-until]")) word.hidden = now() > Number(word.dataset.until);
  turning = setTimeout(turn, each - (now() % each) + 4);
}

store({
  name: "hall",
  always: true,
  at: addresses(document.querySelector("main"), "no", false),
  changed(news) {
    tell(news.round);
    turn();
    if (outdated(news, document.querySelector("main").dataset)) {
      clearTimeout(timeout);
      timeout = setTimeout(redraw, REST_MS);
    }
  },
});
// Where the page may (it came by https, or from this machine), the screen stays on.
navigator.wakeLock?.request("screen").catch(() => {});
void import("./awake.js").catch(() => {});
