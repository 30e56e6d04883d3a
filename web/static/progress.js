// How far something is: asks the page again and again, until it is another one.

import { shell } from "./shell.js";

shell();

const EVERY_MS = 300;

async function look() {
  const page = await fetch(location.href)
    .then((answer) => answer.text())
    .then((text) => new DOMParser().parseFromString(text, "text/html"))
    .catch(() => document);
  const done = page.getElementById("done");
  if (done === null) return location.replace(location.href);
  document.getElementById("done").value = done.value;
  document.getElementById("far").innerHTML = page.getElementById("far").innerHTML;
  setTimeout(look, EVERY_MS);
}

look();
