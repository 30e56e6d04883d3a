// The chess clock, live: the server draws it, this counts down and puts a newer one in its place.

import { now } from "../../static/clock.js";
import { shell } from "../../static/shell.js";
import { store } from "../../static/store.js";

const $ = (selector) => document.querySelector(selector);

async function draw() {
  const answer = await fetch("/");
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("#clock");
  if (fresh) $("#clock").replaceWith(fresh);
  else location.reload();
}

function count() {
  for (const button of document.querySelectorAll("[data-ends]")) {
    const left = Math.ceil(Math.max(0, button.dataset.ends - now()) / 1000);
    button.querySelector("b").textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  }
}

shell({ watched: true, live: true, done: (view) => table.take(view) });
const table = store({
  changed: (view) => {
    if (view.game !== document.body.dataset.game || view.version !== Number($("#clock").dataset.version)) draw();
  },
});
setInterval(count, 200);
