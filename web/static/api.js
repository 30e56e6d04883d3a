// Questions and changes. A change that is turned down comes back as its problem; who has not joined is led to the door.

import { learn } from "./clock.js";
import { unanswered } from "./reach.js";
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

// `patience`: for so many milliseconds an answer is waited for.
export async function post(path, body = {}, patience = PATIENCE_MS) {
  const headers = { "Content-Type": "application/json", "X-Warglass": "1" };
  const options = { method: "POST", headers, body: JSON.stringify(body), signal: within(patience) };
  const { answer, said, lost } = await ask(path, options).catch((lost) => ({ lost }));
  if (lost) return { detail: unanswered(lost) };
  if (answer.ok) return { view: said };
  if (answer.status === 403) location.assign("/seat");
  const wrong = said.errors?.[0]?.message;
  return { detail: wrong && !/^(must|is|cannot) /.test(wrong) ? wrong : said.detail, agreeable: said.agreeable };
}
