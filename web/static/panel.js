// The panel page: every screen as its RAM is, every button as long as it is held.

import { get, post } from "./api.js";
import { refuse, unrefuse } from "./refusal.js";
import { share } from "./share.js";
import { shell } from "./shell.js";

const LOOK_MS = 5000;
const screens = new Map([...document.querySelectorAll("[data-screen]")].map((figure) => [figure.dataset.screen, canvas(figure)]));
const ON = [178, 226, 255];
const OFF = [4, 7, 10];
let leave = () => {};
let streamed = false; // whether screens come by themselves
const drawn = new Map(); // by screen: when it last came
let looking = 0;

function canvas(figure) {
  const image = figure.querySelector("img");
  const made = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height });
  made.setAttribute("role", "img");
  made.setAttribute("aria-label", image.alt);
  const [width, height] = [image.getAttribute("width"), image.getAttribute("height")].map(Number);
  Object.assign(made, { width, height });
  image.replaceWith(made);
  return made;
}

// Byte `page * width + column`, bit 0 on top.
function draw(screen, ram) {
  const { width, height } = screen;
  const context = screen.getContext("2d");
  const picture = context.createImageData(width, height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const lit = (ram[(y >> 3) * width + x] >> (y & 7)) & 1;
      picture.data.set(lit ? ON : OFF, (y * width + x) * 4);
      picture.data[(y * width + x) * 4 + 3] = 255;
    }
  }
  context.putImageData(picture, 0, 0);
}

async function look() {
  try {
    const panel = await get("/api/panel");
    for (const { id, online } of panel.screens) screens.get(id)?.parentElement.classList.toggle("offline", !online);
    for (const { id, gpio, trouble } of panel.controls) {
      const part = document.querySelector(`[data-part="${id}"]`);
      if (part) part.textContent = trouble ? `does not work: ${trouble}` : `GPIO ${gpio}`;
    }
    if (!streamed) follow();
  } catch {
    streamed = false;
  }
}

function read() {
  return Promise.all([...screens].map(async ([id, screen]) => {
    const asked = performance.now();
    const answer = await fetch(`/api/panel/screens/${encodeURIComponent(id)}`);
    const ram = new Uint8Array(await answer.arrayBuffer());
    if (!(drawn.get(id) > asked)) draw(screen, ram);
  })).catch(() => {});
}

// The browser's panel pages share one stream.
function follow() {
  leave();
  leave = share("panel", {
    lead,
    hear(news) {
      if (!streamed) read();
      streamed = true;
      take(news);
    },
    left() {
      streamed = false;
      look();
    },
  });
}

// Where the stream breaks, the next look opens another. Without a place for one more, the screens are read with each look.
function lead(pass) {
  const source = new EventSource("/api/panel/events");
  const both = (news) => {
    take(news);
    pass(news);
  };
  streamed = true;
  source.addEventListener("screen", ({ data }) => both(data));
  for (const name of ["parts", "beat"]) source.addEventListener(name, () => both());
  source.onerror = () => {
    if (source.readyState === EventSource.CLOSED) read();
    source.close();
    streamed = false;
  };
  return () => source.close();
}

// A screen's RAM; or, without one, as with each beat, a look whether a part has come or gone.
function take(news) {
  if (!news) return look();
  const { id, ram } = JSON.parse(news);
  drawn.set(id, performance.now());
  draw(screens.get(id), Uint8Array.from(atob(ram), (letter) => letter.charCodeAt(0)));
}

function show() {
  streamed = false;
  look();
  looking = setInterval(() => streamed || document.body.matches(".alone") || look(), LOOK_MS);
}

function hide() {
  leave();
  clearInterval(looking);
}

// Push and let-go of one button must arrive in their order, however quick the finger.
function button(form) {
  const cap = form.querySelector("button");
  const path = `/api/panel/controls/${encodeURIComponent(form.dataset.control)}`;
  let down = false;
  let last = Promise.resolve();
  const send = (act) => {
    last = last.then(() => post(`${path}/${act}`)).then(({ detail }) => (detail ? refuse(detail) : unrefuse()));
  };
  const push = () => {
    if (down) return;
    down = true;
    cap.classList.add("down");
    send("push");
  };
  const letGo = () => {
    if (!down) return;
    down = false;
    cap.classList.remove("down");
    send("let-go");
  };
  cap.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    cap.setPointerCapture(event.pointerId);
    push();
  });
  for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) cap.addEventListener(end, letGo);
  cap.addEventListener("contextmenu", (event) => event.preventDefault());
  cap.addEventListener("keydown", (event) => (event.key === "Enter" || event.key === " ") && push());
  cap.addEventListener("keyup", (event) => (event.key === "Enter" || event.key === " ") && letGo());
  form.addEventListener("submit", (event) => event.preventDefault());
  return { push, letGo };
}

const buttons = new Map();
const all = [...document.querySelectorAll("[data-control]")].map((form) => {
  const made = button(form);
  if (form.dataset.key) buttons.set(form.dataset.key, made);
  return made;
});
const keyed = (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  // By place on the keyboard, so that any layout has the two rows one above the other.
  const key = event.code.replace(/^Digit/, "").replace(/^Key/, "");
  return buttons.get(key.length === 1 ? key.toLowerCase() : key);
};
addEventListener("keydown", (event) => {
  const held = keyed(event);
  if (!held || (event.code === "Space" && event.target.closest("button, a"))) return;
  event.preventDefault();
  held.push();
});
addEventListener("keyup", (event) => keyed(event)?.letGo());
addEventListener("blur", () => all.forEach((each) => each.letGo()));
document.addEventListener("visibilitychange", () => (document.hidden ? hide() : show()));
addEventListener("pagehide", hide);
addEventListener("pageshow", (event) => event.persisted && show());
if (!document.hidden) show();
shell({ watched: true });
void import("./along.js");
