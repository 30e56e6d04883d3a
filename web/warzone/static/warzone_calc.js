// Every change asks the question again. The server’s answer replaces the old one, and the page itself stays.

import { early } from "../../static/keep.js";
import { unheard } from "../../static/reach.js";
import { shell } from "../../static/shell.js";
import { steps } from "../../static/stepper.js";

const form = document.getElementById("ask");
let turn = 0;

function address() {
  const said = [...new FormData(form)].filter(([, value]) => value.trim());
  const query = new URLSearchParams(said).toString();
  return form.getAttribute("action") + (query && `?${query}`);
}

async function ask(asked = address()) {
  const mine = ++turn;
  try {
    const answer = await fetch(asked);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (mine !== turn) return;
    history.replaceState(null, "", answer.url);
    show(page);
  } catch {
    if (mine === turn) unheard();
  }
}

function show(page) {
  const open = new Map([...document.querySelectorAll("main details[id]")].map((each) => [each.id, each.open]));
  const focused = document.activeElement;
  // What is being typed into stays as it is, or a phone would put its keyboard away.
  const typing = focused.matches("input[inputmode], input[spellcheck]");
  for (const next of page.querySelectorAll(".panel[id], .field, #said")) {
    const now = document.getElementById(next.id);
    if (!typing || !now?.contains(focused)) now?.replaceWith(next);
    else if (now.matches(".field")) mark(now, next);
  }
  for (const id of ["start", "tabs", "kinds", "answer", "dock"]) document.getElementById(id)?.replaceWith(page.getElementById(id));
  for (const [id, was] of open) document.getElementById(id)?.toggleAttribute("open", was);
  if (!focused.isConnected) document.getElementById(focused.id)?.focus({ preventScroll: true });
  document.getElementById("say").textContent = [...document.querySelectorAll(".sum, #dock, #answer > .refusal")]
    .map((each) => each.innerText)
    .join(", ");
}

function mark(field, next) {
  for (const row of next.querySelectorAll(".row")) if (!document.getElementById(row.id)) field.append(row);
  for (const wrong of next.querySelectorAll(".refusal")) document.getElementById(wrong.id).textContent = wrong.textContent;
  for (const input of field.querySelectorAll("[name]")) {
    if (next.querySelector("[aria-invalid]")) input.setAttribute("aria-invalid", "true");
    else input.removeAttribute("aria-invalid");
  }
}

form.addEventListener("input", () => ask());
document.addEventListener("click", (event) => {
  const chosen = event.target.closest("[data-choose]");
  if (!chosen) return;
  event.preventDefault();
  // A change that comes before the answer keeps what was chosen.
  for (const [name, value] of new URL(chosen.href).searchParams) {
    const radio = form.querySelector(`[type=radio][name="${name}"][value="${value}"]`);
    if (radio) radio.checked = true;
  }
  ask(chosen.href);
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  ask();
});
steps();
shell();
if (early(form).length) ask();
