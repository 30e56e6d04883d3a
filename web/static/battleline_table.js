// The battle, live: the server draws the line, this puts what changed in place, in order, on every phone.

import { keep } from "./keep.js";
import { refuse, unrefuse } from "./refusal.js";
import { shell } from "./shell.js";
import { store } from "./store.js";

const $ = (selector) => document.querySelector(selector);
const here = () => location.pathname + location.search;
let last = Promise.resolve();
let wanted = here(); // what was tapped last: until that is drawn, no card is laid on what was there before

function go(href) {
  last = last.then(() => draw(href)).catch(() => location.assign(href));
}

async function draw(href) {
  const answer = await fetch(href);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = page.querySelector("#battle");
  // Another game is another page.
  if (!fresh) return location.reload();
  keep($("#battle"), fresh);
  fresh.inert = href !== wanted;
  $("#battle").replaceWith(fresh);
  $("header").replaceWith(page.querySelector("header"));
  if (href !== here()) history.replaceState(null, "", href);
}

// After a card is laid or changed the flag stays open; whose card comes next, the server knows.
function settled(view) {
  const flag = new URLSearchParams(location.search).get("flag");
  const stays = wanted === here();
  history.replaceState(null, "", flag ? `/?flag=${flag}` : "/");
  if (stays) wanted = here();
  table.take(view);
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("#battle a");
  if (!link || link.pathname !== "/" || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  unrefuse();
  wanted = link.pathname + link.search;
  $("#battle").inert = true;
  go(wanted);
});

shell({ watched: true, live: true, done: settled });

let drawn = Number($("#battle").dataset.version);
const table = store({
  changed: (view) => {
    if (view.version === drawn && view.game === document.body.dataset.game) return;
    drawn = view.version;
    $("#say").textContent = view.last.at(-1)?.text ?? "";
    go(here());
  },
});
