// What a tile tells when it happens: its sand ran out, a press on the panel was refused, or flipped it.

import { now } from "./clock.js";
import { nudge } from "./hourglass.js";
import { refuse } from "./refusal.js";
import { say } from "./voice.js";

const FRESH_MS = 2000;
const { seat } = document.body.dataset;
const seen = new Map(); // by timer: what was already flashed, shaken or said
let heard = null; // the last line of the log that this page knows

// Run out, or refused at the panel: shown once, and only while it is news.
export function notice(form, timer) {
  const { side, name, flip, kind, ran_out_ms: out, refused } = timer;
  const before = seen.get(timer.id) ?? { told: out !== null && flip };
  const fresh = (ms) => now() - ms < FRESH_MS;
  seen.set(timer.id, { out, no: refused?.ms, unit: timer.unit, told: out === null ? before.told : flip });
  if (out !== null && out !== before.out && fresh(out)) {
    nudge(form, "ranout");
    document.querySelector("#say").textContent = `${name} ran out`;
    const shared = { setup: "Setting up is over", game: "Time is up" }[kind];
    if (before.told !== flip && (shared || side === seat || !["gold", "red"].includes(seat))) say(shared ?? `${before.unit ?? name} ready`);
  }
  if (refused && refused.ms !== before.no && fresh(refused.ms)) turnDown(refused.text, form);
}

export function turnDown(text, form) {
  nudge(form, "refused");
  refuse(text);
}

// The timer of this phone's side that a button of the panel has flipped since the last view, without a unit yet.
export function pressed({ last, timers, sides }) {
  const pushed = last.filter(({ seq, source }) => heard !== null && seq > heard && source.startsWith("button "));
  heard = last.at(-1)?.seq ?? 0;
  const fits = ({ text }) => (timer) => text === `${timer.name} flipped` && timer.state === "active" && !timer.unit && !timer.card;
  return pushed.map((line) => timers.find(fits(line))).findLast((timer) => timer && sides[timer.side] && [timer.side, "both"].includes(seat));
}
