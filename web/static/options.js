// What a player sets for this phone alone, in the game's menu: the dock mirrored for the left hand, and a reminder when
// one's own turn goes on without an act. All of it is off until it is set.

import { get } from "./api.js";

const SECONDS = ["", "30", "60", "120"];
const MOST = 3; // times that one turn is reminded of
const speech = window.speechSynthesis;
const dialog = document.querySelector("#sheet");
let kept = {};
try {
  kept = JSON.parse(localStorage.options ?? "{}");
} catch {
  // A phone without storage asks each time.
}
let turn = ""; // whose it is, and what was done in it last
let view = null;
let waiting = 0;

function keep(name, value) {
  kept = { ...kept, [name]: value };
  try {
    if (kept.left || kept.remind) localStorage.options = JSON.stringify(kept);
    else localStorage.removeItem("options");
  } catch {
    // As above.
  }
}

// Shows the switches of a menu as they stand; none of a reminder that could neither be felt nor heard.
function show() {
  document.body.classList.toggle("mirrored", Boolean(kept.left));
  for (const row of document.querySelectorAll("[data-option]")) {
    const { option } = row.dataset;
    row.hidden = option === "remind" && !speech && !navigator.vibrate;
    row.querySelector("button").setAttribute("aria-pressed", Boolean(kept[option]));
    if (option === "remind") row.querySelector("small").textContent = kept.remind ? `after ${kept.remind} s without an act` : "off";
  }
}

// Whose turn it is, in a game that is played in turns.
function whose({ phase, initiative, active, acted, next, turn: of }) {
  if (phase !== "running") return null;
  return initiative ? active ?? initiative.chooser : acted ? next : of;
}

function follow() {
  const side = view && whose(view);
  const mine = side && [side, "both"].includes(document.body.dataset.seat);
  const now = mine && kept.remind ? `${side} ${view.undo_seq} ${kept.remind}` : "";
  if (now === turn) return;
  turn = now;
  clearTimeout(waiting);
  if (now) wait(view.names[side], MOST);
}

function wait(name, times) {
  waiting = setTimeout(() => {
    const said = `${name}, it is your turn.`;
    navigator.vibrate?.([200, 100, 200]);
    speech?.speak(new SpeechSynthesisUtterance(said));
    document.querySelector("#say").textContent = said;
    if (times > 1) wait(name, times - 1);
  }, Number(kept.remind) * 1000);
}

function take(next) {
  view = next;
  follow();
}

addEventListener("table", ({ detail }) => take(detail.view));
// News from before this was loaded stays silent until something happens.
if (document.body.dataset.place === "table_page") get("/api/table").then((first) => view ?? take(first), () => {});
addEventListener("click", ({ target }) => {
  const option = target.closest?.("[data-option] button")?.closest("[data-option]").dataset.option;
  if (!option) return;
  if (option === "left") keep("left", kept.left ? "" : "on");
  else keep("remind", SECONDS[(SECONDS.indexOf(kept.remind ?? "") + 1) % SECONDS.length]);
  show();
  follow();
});
// Phones let a page speak only once a touch has made it.
addEventListener("click", () => kept.remind && speech?.speak(new SpeechSynthesisUtterance("")), { once: true });
document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href: new URL("options.css", import.meta.url) }));
new MutationObserver(show).observe(dialog, { childList: true });
show();
