// The battle, live: the server draws the line, this puts what changed in place, in order, on every phone.

import { keep } from "../../static/keep.js";
import { reachable, stay } from "../../static/reach.js";
import { unrefuse } from "../../static/refusal.js";
import { shell } from "../../static/shell.js";
import { store } from "../../static/store.js";
import { within } from "../../static/within.js";

const PATIENCE_MS = 5000;
const AGAIN_MS = 700;
const SETTLE_MS = 1200; // from an act's being drawn until what lies there now can be meant
const NEAR_PX = 20;
const $ = (selector) => document.querySelector(selector);
const here = () => location.pathname + location.search;
let acted = { at: -Infinity, x: 0, y: 0, side: "" };
let last = Promise.resolve();
let wanted = here(); // what was tapped last: until that is drawn, no card is laid on what was there before

function go(href) {
  last = last.then(() => draw(href)).catch(() => undrawn(href));
}

async function draw(href) {
  const answer = await fetch(href, { signal: within(PATIENCE_MS) });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = page.querySelector("#battle");
  // Another game is another page.
  if (!fresh) return location.reload();
  keep($("#battle"), fresh);
  // A proof that comes by itself may come under a finger that means a card.
  const came = fresh.querySelector(".proof") && !$(".proof") && !href.includes("proof=");
  if (came) setTimeout(() => (fresh.inert = here() !== wanted), SETTLE_MS);
  fresh.inert = came || href !== wanted;
  $("#battle").replaceWith(fresh);
  $("header").replaceWith(page.querySelector("header"));
  if (href !== here()) history.replaceState(null, "", href);
  opened(new URLSearchParams(location.search).get("flag") ?? "");
}

// The flag that is open on this phone, or was before it left the table; none on a phone without storage.
function opened(flag) {
  try {
    if (flag !== undefined) sessionStorage.flag = flag;
    return sessionStorage.flag;
  } catch {
    return "";
  }
}

// The page stays as it is; what others have done meanwhile is drawn as soon as the table answers.
function undrawn(href) {
  if (href === wanted && href !== here()) {
    wanted = here();
    stay();
  } else if (reachable()) setTimeout(() => go(wanted), AGAIN_MS);
  $("#battle").inert = wanted !== here();
}

// After an act the flag stays open, unless it is held now; whose card comes next, the server knows. What the stream has told
// before may be drawn already, but for what stood in the address.
function settled(view) {
  const before = here();
  const flag = new URLSearchParams(location.search).get("flag");
  acted.at = performance.now();
  if (wanted === before) {
    wanted = flag && !view.flags?.[flag - 1]?.holder ? `/?flag=${flag}` : "/";
    history.replaceState(null, "", wanted);
  }
  table.take(view);
  if (before !== here()) go(wanted);
}

// What comes to lie where a finger has just acted for one side is not meant, unless it is that side's again.
addEventListener("click", (event) => {
  const { clientX: x, clientY: y, detail, timeStamp: at, target } = event;
  const form = target.closest("#battle form");
  if (detail && at - acted.at < SETTLE_MS && Math.hypot(x - acted.x, y - acted.y) < NEAR_PX && target.closest("#battle a,#battle button")) {
    if (form?.matches(".undo") || (acted.side && form?.dataset.for === acted.side)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  } else if (form) acted = { at: -Infinity, x, y, side: form.dataset.for };
}, true);

document.addEventListener("click", (event) => {
  const link = event.target.closest("#battle a");
  if (link?.pathname !== "/" || event.ctrlKey || event.metaKey || event.shiftKey || !reachable()) return;
  event.preventDefault();
  unrefuse();
  // Of the flag that is open already, the card itself is meant.
  const { card } = event.target.closest("[aria-current] [data-card]")?.dataset ?? {};
  wanted = link.pathname + link.search + (card ? `&card=${card}` : "");
  $("#battle").inert = true;
  go(wanted);
});

shell({ watched: true, live: true, done: settled });

const table = store({
  changed: (view) => {
    // A service that came back counts its versions from one again.
    const drawn = `${view.version} ${view.last.at(-1)?.seq ?? ""}`;
    if (drawn === $("#battle").dataset.version && view.game === document.body.dataset.game) return;
    $("#say").textContent = view.last.at(-1)?.text ?? "";
    go(wanted);
  },
});

// The flag that was open on this phone is opened again, where something has been laid.
if (!location.search && opened() && $("[data-card]")) go((wanted = `/?flag=${opened()}`));
