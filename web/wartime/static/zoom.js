// The board in its frame: buttons and two fingers make it larger, one finger moves it. Where the frame's style says
// `--whole: 1` all of it is shown until something has made it larger.

const STEPS = [0.5, 0.75, 1, 1.4, 2, 2.8];
const MARGIN = 6; // beside what is brought into view

export function zoomable() {
  const [frame, drawing, buttons] = ["#frame", "#board", ".zoom"].map((each) => document.querySelector(each));
  const natural = drawing.viewBox.baseVal.width;
  let zoom = 1;
  let pinch = null;
  let entered = false; // whether a tap has made it larger, and so the end of what was asked makes it whole again

  const least = () => Math.min(1, frame.clientWidth / natural);
  const fits = () => getComputedStyle(frame).getPropertyValue("--whole").trim() === "1";
  const whole = () => fits() && !frame.classList.contains("zoomed");
  const shown = () => drawing.getScreenCTM().a;

  // What lies there in the frame stays there, as far as the board reaches.
  function set(next, x = frame.clientWidth / 2, y = frame.clientHeight / 2) {
    const box = frame.getBoundingClientRect();
    const held = new DOMPoint(box.left + x, box.top + y).matrixTransform(drawing.getScreenCTM().inverse());
    zoom = Math.max(least(), Math.min(next, STEPS.at(-1)));
    drawing.setAttribute("width", natural * zoom);
    frame.classList.toggle("zoomed", !fits() || zoom > least());
    const now = held.matrixTransform(drawing.getScreenCTM());
    frame.scrollBy(now.x - box.left - x, now.y - box.top - y);
  }

  function byHand(next, x, y) {
    entered = false;
    set(next, x, y);
  }

  function fingers({ touches: [a, b] }) {
    const box = frame.getBoundingClientRect();
    return {
      apart: Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY),
      x: (a.clientX + b.clientX) / 2 - box.left,
      y: (a.clientY + b.clientY) / 2 - box.top,
    };
  }

  // To the size of a thumb, from the whole board, round an element that stays where it is.
  function enter(element) {
    if (!whole()) return;
    const [box, at] = [frame, element].map((each) => each.getBoundingClientRect());
    set(1, at.left + at.width / 2 - box.left, at.top + at.height / 2 - box.top);
    entered = true;
  }

  function leave() {
    if (entered) byHand(0);
  }

  // All of these at once, on the whole board if need be.
  function keep(elements) {
    const [box, ...all] = [frame, ...elements].map((each) => each.getBoundingClientRect());
    if (!all.length) return;
    const of = (edge, most) => most(...all.map((each) => each[edge]));
    const [left, top, right, bottom] = [of("left", Math.min), of("top", Math.min), of("right", Math.max), of("bottom", Math.max)];
    const apart = right - left + 2 * MARGIN > box.width || bottom - top + 2 * MARGIN > box.height;
    if (apart && fits() && !whole()) {
      set(0);
      return keep(elements);
    }
    const over = (low, high, from, to) => Math.min(0, low - MARGIN - from) || Math.max(0, high + MARGIN - to);
    frame.scrollBy(over(left, right, box.left, box.right), over(top, bottom, box.top, box.bottom));
  }

  buttons.hidden = false;
  buttons.addEventListener("click", (event) => {
    const way = event.target.closest("[data-zoom]")?.dataset.zoom;
    if (way === "in") byHand(STEPS.find((step) => step > shown() + 0.01) ?? shown());
    if (way === "out") byHand(STEPS.findLast((step) => step < shown() - 0.01) ?? 0);
  });
  frame.classList.add("pinched");
  frame.addEventListener("touchstart", (event) => {
    if (event.touches.length === 2) pinch = { zoom: shown(), ...fingers(event) };
  }, { passive: true });
  frame.addEventListener("touchmove", (event) => {
    if (!pinch || event.touches.length !== 2) return;
    event.preventDefault();
    const now = fingers(event);
    byHand((pinch.zoom * now.apart) / pinch.apart, now.x, now.y);
  }, { passive: false });
  frame.addEventListener("touchend", () => (pinch = null));
  return { enter, fits, keep, leave, whole, out: () => byHand(0) };
}
