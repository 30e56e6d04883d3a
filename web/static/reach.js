// Whether the table answers. While it does not, acts are held back and the page stays where it is.

import { tell, unrefuse } from "./refusal.js";
import { within } from "./within.js";

const PATIENCE_MS = 1500;
const WHO = `The ${document.body.dataset.site}`;
const KEPT = `${WHO} does not answer. This page stays until it does.`;
// Of an act that did not reach the table.
export const UNDONE = `${WHO} does not answer: this was not done. Try again in a moment.`;
const UNSURE = `${WHO} has not answered yet: see whether this was done before you try again.`;
let answers = true;

// What to say of an act whose answer did not come: who has lost patience does not know what became of it.
export const unanswered = ({ name }) => (name === "AbortError" ? UNSURE : UNDONE);

export const reachable = () => answers;

export function reached(live) {
  if (live && !answers) unrefuse(); // that it does not answer is no longer so
  answers = live;
  document.body.classList.toggle("alone", !live);
  const line = document.querySelector("#lost");
  line.hidden = live;
  line.textContent = live ? "" : line.dataset.said;
}

// What was asked has no answer.
export const unheard = () => tell(`${WHO} does not answer. Try again in a moment.`);

// What was to be followed is not: the page says why.
export const stay = () => tell(KEPT);

// A link is followed once its place is known to be there: the browser's own error page would have no way back.
export function follow(watched) {
  document.addEventListener("click", async (event) => {
    const link = event.target.closest("a[href]");
    if (!link || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (link.target || link.origin !== location.origin || link.hasAttribute("download")) return;
    if (link.pathname + link.search === location.pathname + location.search && link.hash) return;
    if (watched && answers) return;
    event.preventDefault();
    if (!(watched && !answers) && (await there())) location.assign(link.href);
    else stay();
  });
}

async function there() {
  const answer = await fetch("/healthz", { signal: within(PATIENCE_MS) }).catch(() => null);
  return answer !== null;
}
