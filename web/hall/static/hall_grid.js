// The grid: a tile is drawn again when its table is in the news, and its sand counted while it is seen.

import { leftMs } from "../../static/hourglass.js";
import { ago, set } from "./hall_time.js";
import { now } from "../../static/clock.js";

const TICK_MS = 250;
const STEPS = 20; // of a glass, see web/site/hourglass.py
const TOUCHED_MS = 1200; // no tile moves from under a finger that is about to tap it
const $ = (selector, within = document) => within.querySelector(selector);

export function grid(board) {
  const blank = $("#blank").content.firstElementChild;
  const spots = new Map([...board.children].map((spot) => [spot.dataset.table, spot]));
  const tiles = new Map();
  const seen = new Set();
  const counts = new Map();
  let order = [];
  let touched = -Infinity;
  let later = 0;

  const eyes = new IntersectionObserver((found) => {
    for (const { target, isIntersecting } of found) {
      if (!isIntersecting) seen.delete(target);
      else {
        seen.add(target);
        sand(target, tiles.get(target.dataset.table));
      }
    }
  }, { rootMargin: "100px" });
  for (const spot of spots.values()) eyes.observe(spot);

  const form = $(".sieve");
  const wanted = { need: $(".needs [aria-current]").dataset.need, find: form.elements.find.value };
  const keeps = ({ need, name, table, sides, players }) =>
    (!wanted.need || wanted.need === need) &&
    [table, name, ...sides.map((side) => side.name), ...players].join(" ").toLowerCase().includes(wanted.find.trim().toLowerCase());

  function sift() {
    for (const [table, tile] of tiles) spots.get(table).hidden = !keeps(tile);
    for (const link of form.querySelectorAll("[data-need]")) {
      link.toggleAttribute("aria-current", link.dataset.need === wanted.need);
      if (link.dataset.need === wanted.need) link.setAttribute("aria-current", "true");
    }
    const said = new URLSearchParams(Object.entries(wanted).filter(([, text]) => text));
    history.replaceState(null, "", said.size === 0 ? "/" : `/?${said}`);
  }

  form.addEventListener("click", (event) => {
    const link = event.target.closest("[data-need]");
    if (!link || tiles.size === 0) return;
    event.preventDefault();
    wanted.need = link.dataset.need;
    sift();
  });
  form.addEventListener("input", () => {
    wanted.find = form.elements.find.value;
    sift();
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const shown = [...board.children].filter((spot) => !spot.hidden);
    if (shown.length === 1) shown[0].click(); // a table that was found by its number is opened
  });
  addEventListener("pointerdown", () => (touched = performance.now()), true);

  function take(news) {
    for (const tile of news.tiles) {
      tally(tiles.get(tile.table), -1);
      tally(tile, 1);
      tiles.set(tile.table, tile);
      const spot = spots.get(tile.table) ?? made(tile.table);
      draw(spot, tile);
      spot.hidden = !keeps(tile);
      if (seen.has(spot)) sand(spot, tile);
    }
    if (news.order) order = news.order;
    if (news.order) settle();
    count();
    $("#none").hidden = spots.size > 0;
  }

  function made(table) {
    const spot = blank.cloneNode(true);
    spot.dataset.table = table;
    spot.setAttribute("href", `/tables/${encodeURIComponent(table)}`);
    spots.set(table, spot);
    board.append(spot);
    eyes.observe(spot);
    return spot;
  }

  // Puts every tile in its place, and moves as few as that takes in one go.
  function settle() {
    clearTimeout(later);
    const rest = touched + TOUCHED_MS - performance.now();
    if (rest > 0) return void (later = setTimeout(settle, rest));
    const here = new Set(order);
    for (const [table, spot] of spots) {
      if (here.has(table)) continue;
      eyes.unobserve(spot);
      seen.delete(spot);
      spot.remove();
      spots.delete(table);
      tally(tiles.get(table), -1);
      tiles.delete(table);
    }
    let place = board.firstElementChild;
    for (const table of order) {
      const spot = spots.get(table);
      if (!spot) continue;
      if (place && spot === place.nextElementSibling) {
        const gone = place; // has gone further back: it is put there when its turn comes
        place = spot;
        gone.remove();
      }
      if (spot === place) place = place.nextElementSibling;
      else board.insertBefore(spot, place);
    }
  }

  function tally(tile, by) {
    if (tile) counts.set(tile.need, (counts.get(tile.need) ?? 0) + by);
  }

  function count() {
    for (const link of form.querySelectorAll("[data-need]")) {
      set(link.lastElementChild, `${link.dataset.need ? counts.get(link.dataset.need) ?? 0 : tiles.size}`);
    }
  }

  function tick() {
    if (!document.hidden) for (const spot of seen) sand(spot, tiles.get(spot.dataset.table));
  }

  setInterval(tick, TICK_MS);
  return take;
}

function draw(spot, tile) {
  spot.className = `spot ${tile.need}${tile.coming ? " coming" : ""}${tile.absent ? " absent" : ""}`;
  set($(".name", spot), tile.name);
  set($("em", spot), tile.word);
  set($(".why span", spot), tile.why);
  const since = $("small", spot);
  const text = tile.since_ms === null ? "" : `${tile.since_ms}`;
  if (since.dataset.since !== text) {
    since.dataset.since = text;
    set(since, text && ago(now() - tile.since_ms));
  }
  [...$(".sides", spot).children].forEach((line, n) => {
    const side = tile.sides[n];
    line.hidden = !side;
    if (!side) return;
    line.className = side.side;
    $("i", line).className = `badge ${side.side}`;
    set($("span", line), side.name);
    set($("b", line), side.score === null ? "" : `${side.score}`);
  });
  [...$(".glasses", spot).children].forEach((glass, n) => {
    const timer = tile.glasses[n];
    glass.hidden = !timer;
  });
}

// What changes with every second.
function sand(spot, tile) {
  if (!tile) return;
  [...$(".glasses", spot).children].forEach((glass, n) => {
    const timer = tile.glasses[n];
    if (!timer) return;
    const left = Math.ceil(leftMs(timer) / 1000);
    const gone = Math.min(STEPS, Math.max(0, Math.floor((STEPS * (timer.seconds - left)) / timer.seconds)));
    const look = `sand ${timer.side} run-${timer.seconds} running gone-${gone}${timer.ends_ms === null ? " still" : ""}`;
    if (glass.className !== look) glass.className = look;
    set(glass.lastElementChild, `${left}`);
  });
}
