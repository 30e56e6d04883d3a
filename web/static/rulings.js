// The answers to what is being typed, drawn by the server. An answer that comes too late is dropped, and what is shown
// stays until the next one is there.

import { early } from "./keep.js";
import { unheard } from "./reach.js";
import { shell } from "./shell.js";
import { browse } from "./chapters.js";

const REST_MS = 60;
const form = document.querySelector("#ask");
let timeout = 0;
let asking = null;

function place() {
  const asked = new URLSearchParams([...new FormData(form)].map(([name, text]) => [name, text.trim()]));
  return asked.get("q") ? `/rulings?${asked}` : "/rulings";
}

async function ask({ typing = false } = {}) {
  asking?.abort();
  const mine = (asking = new AbortController());
  const address = place();
  try {
    const answer = await fetch(address, { signal: mine.signal, headers: typing ? { "X-Typing": "1" } : {} });
    if (!answer.ok) throw new Error(answer.statusText);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (mine.signal.aborted) return;
    for (const part of ["#told", "#results"]) document.querySelector(part).innerHTML = page.querySelector(part).innerHTML;
    document.title = page.title;
    history.replaceState(null, "", address);
  } catch (error) {
    if (error.name !== "AbortError") unheard();
  }
}

form.q.addEventListener("input", () => {
  clearTimeout(timeout);
  timeout = setTimeout(ask, REST_MS, { typing: true });
});
// The final question, wherever the finger goes next: the table remembers what it could not answer. The page is not
// redrawn, because the finger may be on it.
form.q.addEventListener("change", () => {
  if (document.querySelector("#results .empty")) fetch(place()).catch(() => {});
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  clearTimeout(timeout);
  form.q.blur();
  ask();
});
browse();
shell();
if (early(form).length) ask();
