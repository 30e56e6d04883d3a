// What a form's files are too large for: the table takes no more, so the page says so before it sends them.

import { tell } from "./refusal.js";

const KB = 1024;
const sized = (bytes) => (bytes < 1000 * KB ? `${Math.ceil(bytes / KB)} KB` : `${(bytes / KB / KB).toFixed(1)} MB`);

// Returns a sentence; empty where they fit.
export function tooLarge(form) {
  const files = [...form.querySelectorAll("[type=file]")].flatMap(({ files }) => [...files]);
  const size = files.reduce((sum, file) => sum + file.size, 0);
  const largest = Number(form.dataset.largest ?? Infinity);
  if (size <= largest) return "";
  const said = files.length === 1 ? "That file is too large" : "Those files are too large together";
  return `${said}: ${sized(size)}, where ${Math.floor(largest / KB)} KB fit. Not sent.`;
}

// To be called before whatever sends a form.
export function sendNoneTooLarge() {
  addEventListener("submit", (event) => {
    const said = tooLarge(event.target);
    if (!said) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    // A form's own line, if it has one: it may be far below the first one.
    const line = event.target.querySelector("[role=alert]");
    if (line) line.replaceChildren(said);
    else tell(said);
  }, true);
}
