// The board in its frame: buttons and two fingers make it larger, one finger moves it.

const STEPS = [0.5, 0.75, 1, 1.4, 2, 2.8];

export function zoomable() {
  const [frame, drawing, buttons] = ["#frame", "#board", ".zoom"].map((each) => document.querySelector(each));
  const natural = drawing.viewBox.baseVal.width;
  let zoom = 1;
  let pinch = null;

  const least = () => Math.min(1, frame.clientWidth / natural);

  function set(next, x = frame.clientWidth / 2, y = frame.clientHeight / 2) {
    const before = drawing.getBoundingClientRect().width;
    zoom = Math.max(least(), Math.min(next, STEPS.at(-1)));
    drawing.setAttribute("width", natural * zoom);
    const grown = drawing.getBoundingClientRect().width / before;
    frame.scrollLeft = (frame.scrollLeft + x) * grown - x;
    frame.scrollTop = (frame.scrollTop + y) * grown - y;
  }

  function fingers({ touches: [a, b] }) {
    const box = frame.getBoundingClientRect();
    return {
      apart: Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY),
      x: (a.clientX + b.clientX) / 2 - box.left,
      y: (a.clientY + b.clientY) / 2 - box.top,
    };
  }

  buttons.hidden = false;
  buttons.addEventListener("click", (event) => {
    const shown = drawing.getBoundingClientRect().width / natural;
    const way = event.target.closest("[data-zoom]")?.dataset.zoom;
    if (way === "in") set(STEPS.find((step) => step > shown + 0.01) ?? shown);
    if (way === "out") set(STEPS.findLast((step) => step < shown - 0.01) ?? 0);
  });
  frame.classList.add("pinched");
  frame.addEventListener("touchstart", (event) => {
    if (event.touches.length === 2) pinch = { zoom: drawing.getBoundingClientRect().width / natural, ...fingers(event) };
  }, { passive: true });
  frame.addEventListener("touchmove", (event) => {
    if (!pinch || event.touches.length !== 2) return;
    event.preventDefault();
    const now = fingers(event);
    set((pinch.zoom * now.apart) / pinch.apart, now.x, now.y);
  }, { passive: false });
  frame.addEventListener("touchend", () => (pinch = null));
}
