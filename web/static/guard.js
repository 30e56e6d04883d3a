// One tap does one thing: where a finger has just touched something, what lies there a moment later is not meant.

const REST_MS = 400;
const NEAR_PX = 20; // a finger that taps twice; the next key of a row of cards is farther away
const TAPPED = "button,a,summary";
const KEYS = "[data-control],[data-zoom],.reel .steps a,.stepper button"; // may be tapped as quickly as one likes
let last = { at: -Infinity, x: 0, y: 0 };
let barred = false;

const again = ({ timeStamp, clientX, clientY }) =>
  timeStamp - last.at < REST_MS && Math.hypot(clientX - last.x, clientY - last.y) < NEAR_PX;

function stop(event) {
  event.preventDefault();
  event.stopImmediatePropagation();
}

// A part that has just been redrawn under the finger is as new to it as a moment after its tap.
export function linger() {
  last = { ...last, at: performance.now() };
}

export function oneTapOneThing() {
  addEventListener("pointerdown", (event) => {
    const touched = event.target.closest(TAPPED);
    barred = Boolean(touched) && !touched.closest(KEYS) && again(event);
    if (touched) last = { at: event.timeStamp, x: event.clientX, y: event.clientY };
    if (barred) stop(event);
  }, true);
  addEventListener("click", (event) => {
    if (!barred || event.detail === 0) return;
    stop(event);
  }, true);
}
