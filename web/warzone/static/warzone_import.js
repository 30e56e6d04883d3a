// All or none of what was read, or of a Faction, without asking the table; and how many are ticked.

import { shell } from "../../static/shell.js";
import { sendNoneTooLarge } from "../../static/too_large.js";

const form = document.getElementById("found");
const around = (element) => element.closest("section") ?? form;
const boxes = (within) => [...within.querySelectorAll("[name=card]")];

function count() {
  for (const place of form.querySelectorAll("[data-ticked]")) {
    const all = boxes(around(place));
    place.textContent = `${all.filter(({ checked }) => checked).length} of ${all.length}`;
  }
}

form?.addEventListener("click", (event) => {
  const button = event.target.closest("[name=tick]");
  if (!button) return;
  event.preventDefault();
  for (const box of boxes(around(button))) box.checked = button.value.startsWith("all");
  count();
});
form?.addEventListener("change", count);
if (form) count();
sendNoneTooLarge();
shell();
