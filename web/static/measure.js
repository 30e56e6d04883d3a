// The board under a finger or under arrow keys. Every hex, mode and tool is a link to the question that it makes of this
// one, and the server draws its answer: here that answer is fetched and put in place, so the map stays where it is.

import { tell } from "./refusal.js";
import { shell } from "./shell.js";
import { zoomable } from "./zoom.js";

const ROWS = "ABCDEFGHI";
const board = document.getElementById("board");
const hexes = [...board.querySelectorAll(".hex")];
const say = document.getElementById("say");
let turn = Promise.resolve();

// A tap means what it means on the board as the taps before it have left it, so each waits its turn.
function ask(address) {
  turn = turn.then(async () => {
    try {
      const answer = await fetch(address());
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      history.replaceState(null, "", answer.url);
      show(page);
    } catch {
      tell("The table does not answer. Try again in a moment.");
    }
  });
}

function show(page) {
  for (const hex of hexes) {
    const now = page.getElementById(hex.id);
    hex.setAttribute("href", now.getAttribute("href"));
    hex.setAttribute("class", now.getAttribute("class"));
    if (hex.innerHTML !== now.innerHTML || hex.ariaLabel !== now.getAttribute("aria-label")) {
      hex.setAttribute("aria-label", now.getAttribute("aria-label"));
      hex.replaceChildren(...now.cloneNode(true).childNodes);
    }
  }
  const focused = document.activeElement?.id;
  const open = document.getElementById("words").open;
  for (const id of ["modes", "side", "marks"]) document.getElementById(id).replaceWith(page.getElementById(id));
  document.getElementById("words").open ||= open;
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  say.textContent = [...document.querySelectorAll("#answer > p")].map((each) => each.textContent.trim()).join(" ");
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("#board a, #modes a, .tools a");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if (link.matches(".hex")) {
    link.classList.add("asked");
    stand(link);
  }
  ask(() => document.getElementById(link.id).getAttribute("href"));
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

function stand(hex) {
  for (const each of hexes) each.setAttribute("tabindex", each === hex ? 0 : -1);
}

function beside(name, key) {
  const row = ROWS.indexOf(name[0]);
  const column = Number(name.slice(1));
  const to = (r, c) => ROWS[r] && ROWS[r] + Math.max(1, Math.min(c, r % 2 ? 12 : 13));
  return {
    ArrowLeft: () => to(row, column - 1),
    ArrowRight: () => to(row, column + 1),
    ArrowUp: () => to(row - 1, column),
    ArrowDown: () => to(row + 1, column),
    Home: () => to(row, 1),
    End: () => to(row, 13),
  }[key]?.();
}

board.addEventListener("keydown", (event) => {
  const hex = event.target.closest(".hex");
  if (!hex || event.ctrlKey || event.metaKey || event.altKey) return;
  const next = document.getElementById(beside(hex.id, event.key) ?? "");
  if (event.key === " ") hex.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  else if (!next) return;
  event.preventDefault();
  if (next) {
    stand(next);
    next.focus({ preventScroll: true });
    next.scrollIntoView({ block: "nearest", inline: "nearest" });
  }
});

// With arrow keys the board is one stop among the others and a grid to a screen reader.
board.setAttribute("role", "grid");
for (const row of board.querySelectorAll(":scope > g:not(#marks)")) {
  row.setAttribute("role", "row");
  for (const cell of row.children) cell.setAttribute("role", "gridcell");
}
const start = board.querySelector(".target, .attacker") ?? document.getElementById("E7");
stand(start);
zoomable(document.getElementById("frame"), board, document.querySelector(".zoom"));
start.scrollIntoView({ block: "nearest", inline: "center" });
shell();
