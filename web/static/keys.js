// Keys for a table with a keyboard, by where they lie and not by what is printed on them. Loaded with the first key that
// is pressed. Once one is pressed outside of a field, each thing shows its key.

const $$ = (selector) => [...document.querySelectorAll(selector)];
const DIGITS = [..."1234567890"];
const LETTERS = [..."qwertyuiop"];
const PLAY = [".resume button", ".dock .begin button", ".dock .hold button", ".dock .next .main", ".verdict .main"];
// For each game what its rows of keys press, by what the list calls that.
const ROWS = {
  wartime: [
    [DIGITS, "[data-timer^=gold-] button, a[data-timer^=gold-]", "Valyance’s timers"],
    [LETTERS, "[data-timer^=red-] button, a[data-timer^=red-]", "Firebrand’s timers"],
    [["a"], ".hand.gold button", "Valyance’s hand"],
    [["s"], ".hand.red button", "Firebrand’s hand"],
  ],
  warzone: [
    [DIGITS, ".roster.gold li > :first-child :is(button, a), .roster.gold li > a:first-child", "Gold’s Units"],
    [LETTERS, ".roster.red li > :first-child :is(button, a), .roster.red li > a:first-child", "Red’s Units"],
  ],
  battleline: [
    [DIGITS, ".flags a", "flags"],
    [LETTERS, ".tray .who a[data-side]", "whose card comes next"],
    [["c"], ".claiming button", "claim the flag"],
  ],
};
let shown = false;
const dialog = document.querySelector("#sheet");
const seen = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !element.disabled;

// What can be pressed now: key, what it presses, and what the list calls that.
function now() {
  const found = [];
  for (const [keys, selector, called] of ROWS[document.body.dataset.game] ?? []) {
    $$(selector).filter(seen).slice(0, keys.length).forEach((target, at) => found.push({ key: keys[at], target, called }));
  }
  const main = PLAY.flatMap($$).find(seen);
  if (main) found.push({ key: "space", target: main, called: "the large button" });
  const undo = $$(".undo button").find(seen);
  if (undo) found.push({ key: "z", target: undo, called: "Undo" });
  return found;
}

function mark() {
  const keys = new Map(now().map(({ key, target }) => [target, key]));
  for (const marked of $$("[aria-keyshortcuts]")) if (!keys.has(marked)) marked.removeAttribute("aria-keyshortcuts");
  for (const [target, key] of keys) target.setAttribute("aria-keyshortcuts", key);
}

function list() {
  const rows = grouped(now());
  const line = (keys, called) => {
    const item = document.createElement("li");
    item.append(Object.assign(document.createElement("b"), { textContent: keys }), Object.assign(document.createElement("span"), { textContent: called }));
    return item;
  };
  const sheet = Object.assign(document.createElement("article"), { className: "sheet keylist", tabIndex: -1, autofocus: true });
  const lines = Object.assign(document.createElement("ul"), { className: "stacks" });
  for (const [called, found] of rows) lines.append(line(found.length > 2 ? `${found[0].key} to ${found.at(-1).key}` : found.map(({ key }) => key).join(", "), called));
  lines.append(line("?", "this list"), line("esc", "close"));
  const out = document.createElement("p");
  out.append(Object.assign(document.createElement("a"), { className: "button close", href: "#", textContent: "Close" }));
  sheet.append(Object.assign(document.createElement("h1"), { textContent: "Keys" }), lines, out);
  dialog.replaceChildren(sheet);
  dialog.showModal();
}

function grouped(found) {
  const by = new Map();
  for (const each of found) by.set(each.called, [...(by.get(each.called) ?? []), each]);
  return by;
}

export function press(event) {
  const { target, code, key } = event;
  if (document.body.dataset.place !== "table_page" || dialog.open || event.repeat) return;
  if (target.closest?.("input,textarea,select") || event.ctrlKey || event.altKey || event.metaKey) return;
  show();
  if (key === "?") {
    event.preventDefault();
    return list();
  }
  if (event.shiftKey) return;
  // A button that has the focus is what a space presses.
  if (code === "Space" && target !== document.body) return;
  const meant = code === "Space" ? "space" : code.replace(/^(Digit|Key)/, "").toLowerCase();
  const found = now().find((each) => each.key === meant);
  if (!found) return;
  event.preventDefault();
  found.target.click();
}

function show() {
  if (shown) return;
  shown = true;
  document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href: new URL("keys.css", import.meta.url) }));
  new MutationObserver(mark).observe(document.body, { childList: true, subtree: true, attributeFilter: ["hidden", "class", "data-phase", "disabled"] });
  mark();
}

addEventListener("keydown", press);
