// The lines of a replay: those around the moment that is shown, and those that a search finds.

const AROUND = 4; // as many as web/replay/pages.py lists
const MOST_FOUND = 50;
const $ = (selector) => document.querySelector(selector);
const clock = (ms) => `${Math.floor(ms / 60000)}:${String(Math.floor(ms / 1000) % 60).padStart(2, "0")}`;

function line(match, { seq, played_ms = 0, text, side, beside }) {
  const item = document.createElement("li");
  item.className = `${side ?? ""}${beside ? " aside" : ""}`;
  const link = document.createElement("a");
  link.href = `/replay/${match}?at=${seq}`;
  const [time, said] = [document.createElement("time"), document.createElement("span")];
  time.textContent = clock(played_ms);
  said.textContent = text;
  link.append(time, said);
  item.append(link);
  return item;
}

export function around({ frames }, seq) {
  const { match } = $("#reel").dataset;
  const first = Math.max(1, Math.min(seq - AROUND, frames.length - 2 * AROUND - 1));
  const shown = frames.slice(first, first + 2 * AROUND + 1);
  const items = shown.map((frame) => line(match, frame));
  const now = items[seq - first];
  if (now) now.setAttribute("aria-current", "true");
  const held = $("#around").contains(document.activeElement);
  $("#around").replaceChildren(...items);
  if (held) (now ?? items[0])?.querySelector("a").focus();
}

export function find({ frames }) {
  const { match } = $("#reel").dataset;
  const field = $("#find");
  function look() {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    const hits = words.length ? frames.filter(({ seq, text = "" }) => seq && words.every((word) => text.toLowerCase().includes(word))) : [];
    const none = Object.assign(document.createElement("li"), { className: "empty", textContent: "No line of this match has these words." });
    $("#found").replaceChildren(...(words.length && !hits.length ? [none] : hits.slice(0, MOST_FOUND).map((frame) => line(match, frame))));
  }
  field.addEventListener("input", look);
  $(".find").addEventListener("submit", (event) => {
    event.preventDefault();
    look();
  });
}
