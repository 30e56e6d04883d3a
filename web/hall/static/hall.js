// The organiser's pages: the grid follows the hall tile by tile, the others are drawn again where something on them has changed.

import { alarm } from "./hall_alarm.js";
import { grid } from "./hall_grid.js";
import { addresses, outdated } from "./hall_news.js";
import { set, tell, tick } from "./hall_time.js";
import { keep } from "../../static/keep.js";
import { reachable } from "../../static/reach.js";
import { shell } from "../../static/shell.js";
import { store } from "../../static/store.js";
import { tooLarge } from "../../static/too_large.js";

const REST_MS = 300;
const AGAIN_MS = 1000;
const page = document.querySelector("main");
const { table } = page.dataset;
let timeout = 0;
let sent = null; // the form that was sent off: what was typed into it has been done

const heading = document.querySelector("[data-round]");
const broker = document.querySelector("#broker");
const board = document.querySelector("#grid");
const take = board && grid(board);

async function refresh() {
  clearTimeout(timeout);
  const answer = reachable() ? await fetch(location.href).catch(() => null) : null;
  if (!answer?.ok) return void (timeout = setTimeout(refresh, AGAIN_MS));
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("main");
  const old = document.querySelector("main");
  const held = old.contains(document.activeElement) ? document.activeElement.id : "";
  keep(old, fresh, sent);
  sent = null;
  old.replaceWith(document.adoptNode(fresh));
  if (held) document.getElementById(held)?.focus({ preventScroll: true });
  readFiles();
  tick();
}

// A file that is chosen is read into the field above it, where it can be looked at first; it is not sent itself.
function readFiles() {
  for (const file of document.querySelectorAll("[type=file]")) file.removeAttribute("name");
}

// As the server reads a form's file. Null for a file that is not text: as UTF-8 it would give broken names.
function read(file) {
  const [first, second] = new Uint8Array(file);
  const wide = { 0xfffe: "utf-16le", 0xfeff: "utf-16be" }[(first << 8) | second];
  try {
    return new TextDecoder(wide ?? "utf-8", { fatal: true }).decode(file);
  } catch {
    return null;
  }
}

function changed(news) {
  alarm(news.calls);
  set(heading, news.round.title || "No round yet");
  set(broker, news.broker);
  broker.hidden = !news.broker;
  if (take) take(news);
  else if (outdated(news, document.querySelector("main").dataset) || news.tiles.some((tile) => tile.table === table)) {
    clearTimeout(timeout);
    timeout = setTimeout(refresh, REST_MS);
  }
  tell(news.round);
}

store({
  changed,
  name: "hall",
  always: true,
  at: addresses(page, board || table ? "yes" : "no", Boolean(board)),
});

addEventListener("submit", ({ target }) => (sent = target));
readFiles();
addEventListener("change", async ({ target }) => {
  if (!target.matches("[type=file]")) return;
  const [file] = target.files;
  if (!file) return;
  const large = tooLarge(target.form);
  const text = large ? null : read(await file.arrayBuffer());
  target.value = "";
  if (text === null) {
    target.setCustomValidity(large || "This file is not in UTF-8 or UTF-16: save it as CSV UTF-8.");
    target.reportValidity();
    // The message is shown, and does not keep the organiser from typing instead.
    return target.setCustomValidity("");
  }
  target.form.querySelector("textarea").value = text;
});
// What is done on the page itself stays there: its news brings it back.
shell({ watched: true, live: true, done: () => (board ? null : refresh()) });
