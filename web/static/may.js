// Whether a tap may act now: the table has to answer, and this phone has to sit there. The other side's acts need a
// second tap.

import { UNDONE, reachable } from "./reach.js";
import { tell } from "./refusal.js";

const ASKED_MS = 4000;
const { dataset } = document.body;

const sits = () => dataset.joined === "yes" && dataset.seat !== "look";

// Whether an act belongs to the seat of this phone.
export const fits = (form, seat) => seat !== "look" && (!form.dataset.for || seat === "both" || form.dataset.for === seat);

// Whether an act is this phone's own, so that it needs no second tap.
export function own(form) {
  return sits() && fits(form, dataset.seat);
}

export function may(form, submitter, sit) {
  if (!reachable()) {
    tell(UNDONE);
    return false;
  }
  if (!sits()) {
    sit(form, submitter);
    return false;
  }
  return own(form) || asked(submitter ?? form, form.dataset.name);
}

// The button itself asks: of a form with many, the second tap has to be on the same one.
function asked(button, name) {
  const before = button.classList.contains("armed");
  for (const other of document.querySelectorAll(".armed")) other.classList.remove("armed");
  if (before) return true;
  button.classList.add("armed");
  button.dataset.ask = `for ${name}?`;
  document.querySelector("#say").textContent = `For ${name}? Tap once more.`;
  setTimeout(() => button.classList.remove("armed"), ASKED_MS);
  return false;
}
