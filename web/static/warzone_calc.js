// The question is asked anew with every change, and what the server answers is put in place: the page itself stays.

import { tell } from "./refusal.js";
import { shell } from "./shell.js";

const form = document.getElementById("ask");
let turn = 0;

function address() {
  const said = [...new FormData(form)].filter(([, value]) => value.trim());
  const query = new URLSearchParams(said).toString();
  return form.getAttribute("action") + (query && `?${query}`);
}

async function ask() {
  const mine = ++turn;
  try {
    const answer = await fetch(address());
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (mine !== turn) return;
    history.replaceState(null, "", answer.url);
    show(page);
  } catch {
    if (mine === turn) tell("The table does not answer. Try again in a moment.");
  }
}

function show(page) {
  const open = [...document.querySelectorAll("#answer details[open]")].map((each) => each.id);
  const focused = document.activeElement;
  for (const next of page.querySelectorAll(".field")) {
    const field = document.getElementById(next.id);
    // What is under the finger stays as it is, or a phone would put its keyboard away.
    if (field?.contains(focused)) mark(field, next);
    else field?.replaceWith(next);
  }
  for (const id of ["tabs", "kinds", "answer"]) document.getElementById(id)?.replaceWith(page.getElementById(id));
  for (const id of open) document.getElementById(id)?.setAttribute("open", "");
  if (!focused.isConnected) document.getElementById(focused.id)?.focus({ preventScroll: true });
  document.getElementById("say").textContent = [...document.querySelectorAll(".sum, #answer > .refusal")]
    .map((each) => each.innerText)
    .join(", ");
}

function mark(field, next) {
  for (const wrong of next.querySelectorAll(".refusal")) document.getElementById(wrong.id).textContent = wrong.textContent;
  for (const input of field.querySelectorAll("[name]")) {
    if (next.querySelector("[aria-invalid]")) input.setAttribute("aria-invalid", "true");
    else input.removeAttribute("aria-invalid");
  }
}

form.addEventListener("input", ask);
form.addEventListener("submit", (event) => {
  event.preventDefault();
  ask();
});
shell();
