// The chapters of a book: what was open is open again when the reader comes back.

const chapters = () => [...document.querySelectorAll(".chapter")];
const keep = () => history.replaceState({ open: chapters().flatMap(({ open }, at) => (open ? at : [])) }, "");

export function browse() {
  addEventListener("toggle", ({ target }) => target.matches?.(".chapter") && keep(), true);
  const opened = history.state?.open;
  if (opened) chapters().forEach((chapter, at) => (chapter.open = opened.includes(at)));
}
