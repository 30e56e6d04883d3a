// The chapters of a book: a filter that leaves what has all its words, and what was open is open again for who comes back.

const MOST_OPENED = 30;
const plain = (text) => text.normalize("NFKD").toLowerCase().replace(/[^\w\s]/g, "");
const read = new WeakMap();
const field = () => document.querySelector("#sift");
const chapters = () => [...document.querySelectorAll(".chapter")];

function said(element) {
  if (!read.has(element)) read.set(element, plain(element.textContent));
  return read.get(element);
}

// Shows what is left of a chapter, and returns how many questions that is. A chapter that is meant itself stays whole.
function left(chapter, words) {
  const has = (text) => words.every((word) => text.includes(word));
  const hits = new Set();
  for (const heading of chapter.querySelectorAll(".heading")) {
    const name = said(heading.firstElementChild);
    for (const row of heading.querySelectorAll("li")) if (has(`${name} ${said(row)}`)) hits.add(row);
  }
  const whole = !hits.size && has(said(chapter.querySelector("summary").firstElementChild));
  for (const heading of chapter.querySelectorAll(".heading")) {
    const rows = [...heading.querySelectorAll("li")];
    for (const row of rows) row.hidden = !whole && !hits.has(row);
    heading.hidden = rows.every((row) => row.hidden);
  }
  chapter.hidden = !whole && !hits.size;
  const shown = whole ? chapter.querySelectorAll("li").length : hits.size;
  chapter.querySelector("small").firstChild.data = shown;
  return { chapter, hits: hits.size, shown };
}

function sift() {
  const words = plain(field().value).split(/\s+/).filter(Boolean);
  const all = chapters().map((chapter) => left(chapter, words));
  const found = all.reduce((sum, { shown }) => sum + shown, 0);
  const few = words.length > 0 && found <= MOST_OPENED;
  for (const { chapter, hits } of all) chapter.open = few && hits > 0;
  for (const book of document.querySelectorAll(".book")) book.hidden = !book.querySelector(".chapter:not([hidden])");
  const told = found ? `${found} question${found === 1 ? "" : "s"}` : "No heading has that. Look it up instead.";
  field().form.querySelector("p").textContent = words.length ? told : "";
}

const keep = () => history.replaceState({ sought: field().value, open: chapters().flatMap(({ open }, at) => (open ? at : [])) }, "");

export function browse() {
  addEventListener("input", ({ target }) => {
    if (target !== field()) return;
    sift();
    keep();
  });
  addEventListener("toggle", ({ target }) => target.matches?.(".chapter") && keep(), true);
  if (!history.state?.open || !field()) return;
  const { sought, open } = history.state;
  field().value = sought;
  if (sought) sift();
  chapters().forEach((chapter, at) => (chapter.open = open.includes(at)));
}
