// The games that match the words being typed. The server draws them, again while it searches. A late answer is dropped,
// and what is shown stays until the next one is there.

import { drops } from "./drops.js";
import { early, keep } from "./keep.js";
import { unheard } from "./reach.js";
import { shell } from "./shell.js";
import { sendNoneTooLarge } from "./too_large.js";

const REST_MS = 80;
const AGAIN_MS = 2000;
const form = document.querySelector("#ask");
const results = () => document.querySelector("#results");
let timeout = 0;
let asking = null;

async function draw(address, { quietly = false } = {}) {
  asking?.abort();
  clearTimeout(timeout);
  const mine = (asking = new AbortController());
  try {
    const answer = await fetch(address, { signal: mine.signal });
    if (!answer.ok) throw new Error(answer.statusText);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (mine.signal.aborted) return;
    const fresh = page.querySelector("#results");
    if (quietly) keep(results(), fresh);
    results().replaceWith(fresh);
  } catch (error) {
    if (error.name === "AbortError") return;
    if (!quietly) unheard();
  }
  again();
}

function ask() {
  const asked = new URLSearchParams([...new FormData(form)].map(([name, text]) => [name, text.trim()]).filter(([, text]) => text));
  const address = `${asked}` ? `/shelf?${asked}` : "/shelf";
  history.replaceState(null, "", address);
  return draw(address);
}

const again = () => "busy" in results().dataset && (timeout = setTimeout(() => draw(location, { quietly: true }), AGAIN_MS));

form.q.addEventListener("input", () => {
  clearTimeout(timeout);
  timeout = setTimeout(ask, REST_MS);
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  form.q.blur();
  ask();
});
drops(document.querySelector("#bring"));
sendNoneTooLarge();
shell();
if (early(form).length) ask();
else again();
