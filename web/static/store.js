// The table's latest view, kept fresh: a stream while the page is seen, polls where no stream is to be had. When the table
// is silent for longer than its heart beats, it is called until it answers.

import { get } from "./api.js";
import { forget, learn, now } from "./clock.js";
import { reached } from "./reach.js";
import { within } from "./within.js";

const AGAIN_MS = 300;
const CALL_MS = 1500;
const SILENT_MS = 12_000; // two beats of the server's, and some patience
const ADRIFT_MS = 300_000; // by then two clocks may have drifted so far apart that it shows

// The addresses of the table's view: as it is now, as soon as it is another one, and as a stream of them.
const TABLE = {
  now: () => "/api/table",
  next: (view) => `/api/table?since=${view?.version ?? 0}`,
  stream: () => "/api/events",
};

// `at`: where the view is asked for, given the last one; `name` that of the stream's events. `always`: also while nobody
// sees the page.
export function store({ changed, at = TABLE, name = "table", always = false }) {
  const unseen = () => document.hidden && !always;
  let view = null;
  let source = null;
  let run = 0; // counts the times the table was called: what an earlier call began must not go on
  let silence = 0;

  // A change's own answer can overtake what was asked before it, and a restarted service counts from one again: an older
  // view is taken only where none has come since it was asked for, when `known` was the last.
  function take(next, known) {
    if (view && view !== known && next.version <= view.version) return;
    view = next;
    // The part of a table's page that shows the hall comes with a script of its own, which draws it.
    if (at === TABLE && view.hall && !document.querySelector("#hall")) return location.reload();
    if (at === TABLE) dispatchEvent(new CustomEvent("table", { detail: { view, now } }));
    changed(view);
  }

  function heard(mine) {
    clearTimeout(silence);
    reached(true);
    silence = setTimeout(() => mine === run && call(), SILENT_MS);
  }

  function watch(mine) {
    let first = true;
    const known = view;
    const opened = performance.now();
    source = new EventSource(at.stream(view));
    source.addEventListener(name, (event) => {
      const next = JSON.parse(event.data);
      if (first) learn(next.server_ms, opened);
      take(next, first ? known : undefined);
      first = false;
      heard(mine);
    });
    source.addEventListener("beat", () => heard(mine));
    source.onerror = () => {
      if (mine !== run) return;
      // Closed for good: there is no place for one more stream, so this page polls.
      if (source.readyState === EventSource.CLOSED) return poll(mine);
      call();
    };
  }

  async function poll(mine) {
    source = null;
    while (mine === run) {
      const known = view;
      try {
        take(await get(at.next(view)), known);
        if (mine === run) heard(mine);
      } catch {
        if (mine === run) return call();
      }
      await rest();
    }
  }

  // The stream is opened once the table has answered: a browser's own new try may hang for minutes on a dead network.
  async function call() {
    const mine = (run += 1);
    clearTimeout(silence);
    source?.close();
    forget();
    for (let tries = 0; mine === run; tries += 1) {
      const known = view;
      try {
        const fresh = await get(at.now(view), { signal: within(CALL_MS) });
        if (mine !== run) return;
        reached(true);
        take(fresh, known);
        return watch(mine);
      } catch {
        if (mine === run && tries > 0) reached(false);
      }
      await rest();
    }
  }

  function hide() {
    run += 1;
    clearTimeout(silence);
    source?.close();
  }

  document.addEventListener("visibilitychange", () => (unseen() ? hide() : call()));
  for (const change of ["online", "offline"]) addEventListener(change, call);
  addEventListener("pagehide", hide);
  addEventListener("pageshow", (event) => event.persisted && call());
  setInterval(() => unseen() || get(at.now(view)).catch(() => {}), ADRIFT_MS);
  if (!unseen()) call();
  return { take, get view() { return view; } };
}

const rest = () => new Promise((done) => setTimeout(done, AGAIN_MS));
