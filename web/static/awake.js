// Keeps this screen on while a match runs and somebody has touched it lately.
//
// A secure page asks for a wake lock. Over plain HTTP none is to be had: there a video has to play. Blink and Gecko
// count one that shows a stream, however small, if it is on the screen; WebKit wants sound that is not muted as well.

const LATELY_MS = 600_000;
const BLINK_MS = 1000;
let on = true;
try {
  on = localStorage.awake !== "off";
} catch {
  // A phone without storage stays awake.
}
const wall = document.body.matches(".wall");
let running = wall || document.querySelector("[data-phase]")?.dataset.phase === "running";
// Spectators do not touch their screen.
let touched = document.body.matches(".watch") ? Infinity : performance.now();
let rest = 0;
let lock = null; // the promise of a wake lock
let video = null;

const dialog = document.querySelector("#sheet");

// Shows the switch of a menu as it stands.
function show() {
  const button = document.querySelector("[data-awake]");
  if (!button) return;
  button.closest("li").hidden = false;
  button.setAttribute("aria-pressed", on);
}

function settle() {
  const wanted = on && running && !document.hidden && performance.now() - touched < LATELY_MS;
  if (!wanted) return release();
  if (navigator.wakeLock) lock ??= hold();
  else video ??= play();
}

function hold() {
  // News of an earlier lock must not forget a later one.
  const forget = () => (lock = lock === mine ? null : lock);
  const mine = navigator.wakeLock.request("screen").then((sentinel) => {
    sentinel.addEventListener("release", forget);
    return sentinel;
  });
  mine.catch(forget);
  return mine;
}

function release() {
  lock?.then((sentinel) => sentinel.release(), () => {});
  lock = null;
  video?.stop();
  video = null;
}

function play() {
  const canvas = Object.assign(document.createElement("canvas"), { width: 2, height: 2 });
  const pen = canvas.getContext("2d");
  const stream = canvas.captureStream();
  const frames = setInterval(() => pen.clearRect(0, 0, 2, 2), BLINK_MS);
  const element = document.createElement("video");
  Object.assign(element, { playsInline: true, muted: true, srcObject: stream, className: "awake" });
  Object.assign(element.style, { position: "fixed", right: 0, bottom: 0, width: "2px", height: "2px", opacity: 0.01, pointerEvents: "none" });
  element.setAttribute("aria-hidden", "true");
  // Of WebKit alone: elsewhere sound would take the player's music away.
  const sound = navigator.vendor.startsWith("Apple") ? new AudioContext() : null;
  if (sound) {
    // Without a source no sound comes, and WebKit waits for it: the video never begins.
    const silence = sound.createConstantSource();
    const heard = sound.createMediaStreamDestination();
    silence.offset.value = 0;
    silence.connect(heard);
    silence.start();
    stream.addTrack(heard.stream.getAudioTracks()[0]);
    element.muted = false;
  }
  document.body.append(element);
  element.play().catch(release);
  return {
    stop() {
      clearInterval(frames);
      for (const track of stream.getTracks()) track.stop();
      sound?.close();
      element.remove();
    },
  };
}

addEventListener("pointerdown", () => {
  touched = Math.max(touched, performance.now());
  clearTimeout(rest);
  rest = setTimeout(settle, LATELY_MS + 1);
  settle();
}, true);
document.addEventListener("visibilitychange", settle);
addEventListener("click", ({ target }) => {
  const button = target.closest?.("[data-awake]");
  if (!button) return;
  on = !on;
  try {
    localStorage.awake = on ? "on" : "off";
  } catch {
    // As above.
  }
  show();
  settle();
});
addEventListener("table", ({ detail }) => {
  running = detail.view.phase === "running";
  settle();
});
new MutationObserver(show).observe(dialog, { childList: true });
show();
settle();
