// Whether a tap may act now: the table has to answer, this phone has to sit there, and what is the other side's asks back.

import { reachable } from "./reach.js";
import { tell } from "./refusal.js";

const ASKED_MS = 4000;
const { dataset } = document.body;

const sits = () => dataset.joined === "yes" && dataset.seat !== "look";

// Whether an act is this phone's own, so that it needs no second tap.
export function own(form) {
  return sits() && (!form.dataset.for || dataset.seat === "both" || form.dataset.for === dataset.seat);
}

export function may(form, submitter, sit) {
  if (!reachable()) {
    tell("The table does not answer: this was not done. Try again in a moment.");
    return false;
  }
  if (!sits()) {
    sit(form, submitter);
    return false;
  }
  return own(form) || asked(form);
}

function asked(form) {
  const before = form.classList.contains("armed");
  form.classList.toggle("armed", !before);
  if (before) return true;
  form.dataset.ask = `for ${form.dataset.name}?`;
  document.querySelector("#say").textContent = `For ${form.dataset.name}? Tap once more.`;
  setTimeout(() => form.classList.remove("armed"), ASKED_MS);
  return false;
}
