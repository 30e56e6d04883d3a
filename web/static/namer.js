// After a flip: whose was it? Offered for a while, without getting in the way.

import { get } from "./api.js";

const OFFERED_MS = 12_000;

export function namer(form, submit) {
  let timer = null;
  let timeout = 0;
  const chips = form.querySelector(".chips");
  const input = form.querySelector("input");
  const set = form.querySelector(".main");

  function close() {
    clearTimeout(timeout);
    timer = null;
    form.hidden = true;
    input.value = "";
    input.blur();
  }

  function later() {
    clearTimeout(timeout);
    timeout = setTimeout(() => (input.value || document.activeElement === input ? later() : close()), OFFERED_MS);
  }

  function offer(flipped, force) {
    timer = flipped;
    input.name = flipped.kind === "spell" ? "card" : "unit";
    input.hidden = set.hidden = force.closed.includes(input.name);
    form.querySelector("#for").textContent = `${flipped.name} is for`;
    form.className = `namer ${flipped.side}`;
    if (input.name === "card") hand(flipped);
    else fill(force.units.filter((unit) => unit.state === "available").map((unit) => unit.name));
    input.value = "";
    form.hidden = false;
    later();
  }

  function fill(names) {
    chips.replaceChildren(...names.map((name) => Object.assign(document.createElement("button"), { textContent: name, value: name })));
  }

  // What lies face down, the table tells this phone alone.
  async function hand(flipped) {
    fill([]);
    const { sides } = await get("/api/hand").catch(() => ({ sides: {} }));
    if (timer === flipped) fill(sides[flipped.side]?.plays[flipped.id] ?? []);
  }

  // A press on the panel does not interrupt a player who is about to name something.
  function propose(flipped, force) {
    if (!input.value && document.activeElement !== input) offer(flipped, force);
  }

  // There is no timer to name any more, or something more urgent to say in its place.
  function settle(view) {
    if (timer && (view.phase !== "running" || view.timers.find(({ id }) => id === timer.id).state !== "active")) close();
  }

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const name = event.submitter?.value || input.value.trim();
    if (name && (await submit(timer, { [input.name]: name }))) close();
  });
  form.querySelector(".close").addEventListener("click", close);
  return { offer, propose, settle };
}
