// The battle, live: the server draws the line, this puts what changed in place, in order, on every phone.

import { keep } from "./keep.js";
import { sheets } from "./sheet.js";
import { store } from "./store.js";
import { why } from "./why.js";

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
  const said = [...$("#refusal").childNodes];
  keep($("#battle"), fresh);
  fresh.inert = href !== wanted;
  $("#battle").replaceWith(fresh);
  $("header").replaceWith(page.querySelector("header"));
  if (said.length && href === here()) $("#refusal").replaceChildren(...said);
  if (href !== here()) history.replaceState(null, "", href);
}

function refuse(text) {
  $("#refusal").replaceChildren(why(text));
  $("#refusal").scrollIntoView({ block: "nearest" });
}

// After a card is laid or changed the flag stays open; whose card comes next, the server knows.
function settled(view) {
  const flag = new URLSearchParams(location.search).get("flag");
  const stays = wanted === here();
  history.replaceState(null, "", flag ? `/?flag=${flag}` : "/");
  if (stays) wanted = here();
  $("#refusal").textContent = "";
  table.take(view);
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("#battle a");
  if (!link || link.pathname !== "/" || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  $("#refusal").textContent = "";
  wanted = link.pathname + link.search;
  $("#battle").inert = true;
  go(wanted);
});

sheets($("#sheet"), { done: settled, refused: refuse, seat: (side) => location.assign(`/?side=${side}`) });

let drawn = Number($("#battle").dataset.version);
const table = store({
  changed: (view) => {
    if (view.version === drawn && view.game === document.body.dataset.game) return;
    drawn = view.version;
    $("#say").textContent = view.last.at(-1)?.text ?? "";
    go(here());
  },
  linked: (live) => {
    $("#lost").hidden = live;
    $("#lost").textContent = live ? "" : "No connection to the table. The line may have changed.";
  },
});
