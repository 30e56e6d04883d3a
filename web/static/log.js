// The log page: drawn by the server, its newest page drawn again when something has happened.

import { reachable } from "./reach.js";
import { shell } from "./shell.js";
import { store } from "./store.js";

const REST_MS = 300;
const AGAIN_MS = 1000;
let timeout = 0;
let shown = Number(document.querySelector(".log").dataset.version);

async function refresh() {
  const answer = reachable() ? await fetch(location.href).catch(() => null) : null;
  if (!answer?.ok) return void (timeout = setTimeout(refresh, AGAIN_MS));
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const part of [".log", ".turn"]) document.querySelector(part).replaceWith(page.querySelector(part));
  document.querySelector(".empty")?.remove();
}

store({
  changed: (view) => {
    if (view.version !== shown && !location.search) {
      clearTimeout(timeout);
      timeout = setTimeout(refresh, REST_MS);
    }
    shown = view.version;
  },
});
shell({ watched: true });
