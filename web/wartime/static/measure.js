// The board under a finger or under arrow keys. Every hex, mode and tool is a link to the question that it makes of this
// one, and the server draws its answer: here that answer is fetched and put in place, so the map stays where it is.

import { hexes, sayAnswer } from "./hexmap.js";
import { early } from "../../static/keep.js";
import { unheard } from "../../static/reach.js";
import { shell } from "../../static/shell.js";
import { within } from "../../static/within.js";
import { zoomable } from "./zoom.js";

const PATIENCE_MS = 5000;
const board = document.getElementById("board");
const grid = hexes(board.querySelector(".target, .attacker") ?? document.getElementById("E7"));
let turn = Promise.resolve();

// A tap means what it means on the board as the taps before it have left it, so each waits its turn.
function ask(address) {
  turn = turn.then(async () => {
    try {
      const answer = await fetch(address(), { signal: within(PATIENCE_MS) });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      history.replaceState(null, "", answer.url);
      show(page);
    } catch {
      unheard();
    }
  });
}

function show(page) {
  grid.redraw(page);
  const focused = document.activeElement?.id;
  const open = document.getElementById("words").open;
  for (const id of ["modes", "side"]) document.getElementById(id).replaceWith(page.getElementById(id));
  document.getElementById("words").open ||= open;
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  sayAnswer();
}

document.addEventListener("click", (event) => {
  const link = grid.tapped(event, "#board a, #modes a, .tools a");
  if (link) ask(() => document.getElementById(link.id).getAttribute("href"));
});

const written = () => `${location.pathname}?${new URLSearchParams(new FormData(document.getElementById("ask")))}`;

document.addEventListener("submit", (event) => {
  if (event.target.id !== "ask") return;
  event.preventDefault();
  ask(written);
});

document.addEventListener("change", ({ target }) => {
  if (target.form?.id !== "ask") return;
  const { id, value, checked } = target;
  ask(() => {
    Object.assign(document.getElementById(id) ?? {}, { value, checked });
    return written();
  });
});

zoomable();
shell();
if (early(document.getElementById("ask")).length) ask(written);
