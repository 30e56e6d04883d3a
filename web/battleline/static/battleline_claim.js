/* A tap is a link to the question that it makes. Here the page stays where it is, and only what changed is put in. */

import { morph } from "../../static/morph.js";
import { shell } from "../../static/shell.js";

let last = Promise.resolve();

async function ask(href) {
  const answer = await fetch(href);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  // What a finger lies on stays: its tap would be lost.
  morph(document.querySelector("#claim"), page.querySelector("#claim"));
  document.getElementById("start").replaceWith(page.getElementById("start"));
  history.replaceState(null, "", href);
  document.querySelector("#say").textContent = document.querySelector(".verdict").innerText;
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("#claim a");
  if (!link || link.pathname !== location.pathname || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const { id } = link;
  last = last.then(() => {
    const now = id ? document.getElementById(id) : link;
    const url = new URL((now ?? link).href);
    return ask(url.pathname + url.search);
  }).catch(() => location.assign(link.href));
});
shell();
