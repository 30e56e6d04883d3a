// Questions and changes. A change that is turned down comes back as its problem; who has not joined is led to the door.

import { learn } from "./clock.js";
import { UNDONE } from "./reach.js";
import { within } from "./within.js";

const PATIENCE_MS = 5000;

async function ask(path, options) {
  const sent = performance.now();
  const answer = await fetch(path, options);
  const said = await answer.json();
  if (said.server_ms) learn(said.server_ms, sent);
  return { answer, said };
}

export async function get(path, options = {}) {
  const { answer, said } = await ask(path, { headers: { Accept: "application/json" }, ...options });
  if (!answer.ok) throw new Error(answer.statusText);
  return said;
}

export async function post(path, body = {}) {
  const headers = { "Content-Type": "application/json", "X-Warglass": "1" };
  const options = { method: "POST", headers, body: JSON.stringify(body), signal: within(PATIENCE_MS) };
  const { answer, said } = await ask(path, options).catch(() => ({}));
  if (!answer) return { detail: UNDONE };
  if (answer.ok) return { view: said };
  if (answer.status === 403) location.assign("/seat");
  const wrong = said.errors?.[0]?.message;
  return { detail: wrong?.startsWith("must") === false ? wrong : said.detail };
}
