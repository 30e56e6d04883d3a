// The verdict follows every change, and + and − every tap. Without this, each of them asks for the same page.

import { early } from "../../static/keep.js";
import { unheard } from "../../static/reach.js";
import { shell } from "../../static/shell.js";
import { steps } from "../../static/stepper.js";

const form = document.getElementById("force");
const FOLLOW = ["verdict", "why", "bearers"];
const REDRAW = ["faction", "allegiance"]; // other units and assets: that is another page
let asked = 0;

async function check() {
  const mine = ++asked;
  const filled = [...new FormData(form)].filter(([, value]) => value !== "");
  const address = `${form.action}?${new URLSearchParams(filled)}`;
  const answer = await fetch(address).catch(() => null);
  if (mine !== asked) return;
  if (!answer?.ok) return unheard();
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const focused = document.activeElement.id;
  for (const id of FOLLOW) {
    const [old, part] = [document, page].map((each) => each.getElementById(id));
    old.className = part.className;
    old.replaceChildren(...part.childNodes);
  }
  document.getElementById(focused)?.focus({ preventScroll: true });
  history.replaceState(null, "", address);
}

function changed(fields) {
  if (fields.some(({ name }) => REDRAW.includes(name))) form.requestSubmit();
  else if (fields.length) check();
}

form.addEventListener("change", ({ target }) => changed([target]));
steps();
shell();
changed(early(form));
