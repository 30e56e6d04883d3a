// A judge is called: the phone buzzes and sounds once for each new call, the title counts, a bar leads there.

import { set } from "./hall_time.js";

const KEPT = "hall-calls";
// Found once: on a page of a thousand tables each search takes a while.
const tab = document.querySelector('nav a[href="/calls"] span');
const bar = document.querySelector("#alarm");
const title = document.title.replace(/^\(\d+\) /, "");
const audio = sounding();
let told = "";
let known = null; // the calls that this browser has buzzed for

// Where the browser has a page sound only after a touch, this waits for one.
function sounding() {
  try {
    return new (window.AudioContext ?? window.webkitAudioContext)();
  } catch {
    return null;
  }
}

addEventListener("pointerdown", () => audio?.resume(), { passive: true });

const named = ({ table, id }) => `${table} ${id}`;

function heard() {
  try {
    return new Set(JSON.parse(sessionStorage.getItem(KEPT)));
  } catch {
    return new Set();
  }
}

function keep() {
  try {
    sessionStorage.setItem(KEPT, JSON.stringify([...known]));
  } catch {
    // A phone that stores no calls buzzes again on the next page.
  }
}

export function alarm(calls) {
  if (JSON.stringify(calls) === told) return;
  told = JSON.stringify(calls);
  const open = calls.filter(({ state }) => state === "called");
  known ??= heard();
  const fresh = open.filter((call) => !known.has(named(call)));
  known = new Set(open.map(named));
  keep();
  document.title = open.length ? `(${open.length}) ${title}` : title;
  navigator.setAppBadge?.(open.length)?.catch?.(() => {});
  if (tab) set(tab, open.length ? `Judge ${open.length}` : "Judge");
  bar.hidden = open.length === 0 || location.pathname === "/calls";
  document.body.classList.toggle("called", !bar.hidden);
  const [first] = open;
  if (first) set(bar.lastElementChild, [`${first.name}${first.game && `, ${first.game}`}`, open.length > 1 && `and ${open.length - 1} more`].filter(Boolean).join(" "));
  if (fresh.length) buzz(fresh[0]);
}

function buzz({ name, game }) {
  if (navigator.userActivation?.hasBeenActive ?? true) navigator.vibrate?.([300, 120, 300, 120, 600]);
  document.querySelector("#say").textContent = `Judge! ${name}, ${game}`;
  if (audio?.state !== "running") return;
  for (const [n, pitch] of [880, 660, 880].entries()) {
    const tone = audio.createOscillator();
    const loud = audio.createGain();
    const from = audio.currentTime + n * 0.25;
    tone.frequency.value = pitch;
    loud.gain.setValueAtTime(0.25, from);
    loud.gain.exponentialRampToValueAtTime(0.001, from + 0.22);
    tone.connect(loud).connect(audio.destination);
    tone.start(from);
    tone.stop(from + 0.25);
  }
}
