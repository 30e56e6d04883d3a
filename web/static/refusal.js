// The first line of the page: what was refused. It stays long enough to be read, and goes with the next act that is done.

import { why } from "./why.js";

const SAID_MS = 6000;
let silence = 0;

// A refusal leads to the rulings that its words find; other news there is plain. `more`: what players may do about it,
// until they do something else.
export const refuse = (text, ...more) => tell(why(text), ...more);

export function tell(...words) {
  const dialog = document.querySelector("dialog[open] .sheet");
  const line = dialog ? inside(dialog) : document.querySelector("#refusal");
  line.replaceChildren(...words);
  clearTimeout(silence);
  if (!dialog && words.length < 2) silence = setTimeout(unrefuse, SAID_MS);
}

export function unrefuse() {
  clearTimeout(silence);
  for (const line of document.querySelectorAll("#refusal,dialog .refusal")) line.replaceChildren();
}

// A sheet lies above the page, so it has a first line of its own.
function inside(sheet) {
  const line = sheet.querySelector(".refusal") ?? Object.assign(document.createElement("p"), { className: "refusal" });
  line.setAttribute("role", "alert");
  sheet.prepend(line);
  return line;
}
