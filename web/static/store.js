// The table's latest view, kept fresh: a stream while the page is seen, polls where no stream is to be had. When the table
// is silent for longer than its heart beats, it is called until it answers.

import { get } from "./api.js";
import { forget, learn, now } from "./clock.js";
import { reachable, reached } from "./reach.js";
import { share } from "./share.js";
import { within } from "./within.js";

const AWAY_MS = 5000; // between two calls of a table that does not answer
const POLL_MS = 1000;
const POLLS = 30; // until a stream is tried again
const CALL_MS = 1500;
const SILENT_MS = 12_000; // two beats of the server's, and some patience
const ADRIFT_MS = 300_000; // by then two clocks may have drifted so far apart that it shows

// The addresses of the table's view: as it is now, and as a stream of them, with the name under which pages share it.
const TABLE = { name: "table", now: () => "/api/table", stream: () => "/api/events" };

// `at`: where the view is asked for, given the last one; `name` that of the stream's events. `always`: also while the
// page is hidden.
export function store({ changed, at = TABLE, name = "table", always = false }) {
  const unseen = () => document.hidden && !always;
  let view = null;
  let leave = null;
  let run = 0; // counts the times the table was called: what an earlier call began must not go on
  let silence = 0;

  // A change's own answer can overtake what was asked before it, and a restarted service counts from one again: an older
  // view is taken only where none has come since it was asked for, when `known` was the last.
  function take(next, known) {
    if (view && view !== known && next.version <= view.version) return;
    view = next;
    // The part of a table's page that shows the hall comes with a script of its own, which draws it.
    if (at === TABLE && view.hall && !document.querySelector("#hall")) return location.reload();
    // A demo that ends, or becomes a player's match, is another table. Pages that show none say neither 1 nor 0.
    if (document.body.dataset.demo === (view.demo ? "0" : "1") && !document.querySelector("dialog[open]")) return location.reload();
    if (at === TABLE) dispatchEvent(new CustomEvent("table", { detail: { view, now } }));
    changed(view);
  }

  function heard(mine) {
    clearTimeout(silence);
    reached(true);
    silence = setTimeout(() => mine === run && call(), SILENT_MS);
  }

  // The browser's pages that show the same tell each other when it changes: the one that leads learns it of the table.
  function watch(mine) {
    leave = share(at.name, {
      lead: (pass) => stream(mine, pass),
      async hear(version) {
        heard(mine);
        if (version === view.version) return;
        const known = view;
        const fresh = await get(at.now(known)).catch(() => null);
        if (fresh && mine === run) take(fresh, known);
      },
      left: call,
    });
  }

  function stream(mine, pass) {
    let first = true;
    let leads = true;
    // Six hidden pages that each kept a stream would leave a browser no connection.
    if (always && !globalThis.BroadcastChannel) {
      poll(() => leads && mine === run, pass);
      return () => (leads = false);
    }
    const known = view;
    const opened = performance.now();
    const source = new EventSource(at.stream(view));
    source.addEventListener(name, (event) => {
      const next = JSON.parse(event.data);
      if (first) learn(next.server_ms, opened);
      take(next, first ? known : undefined);
      first = false;
      heard(mine);
      pass(next.version);
    });
    source.addEventListener("beat", () => {
      heard(mine);
      pass(view.version);
    });
    source.onerror = () => {
      if (mine !== run) return;
      // Closed for good: there is no place for one more stream, so this page polls.
      if (source.readyState === EventSource.CLOSED) return poll(() => leads && mine === run, pass);
      call();
    };
    return () => {
      leads = false;
      source.close();
    };
  }

  async function poll(leads, pass) {
    for (let n = 0; n < POLLS && leads(); n += 1) {
      await rest(POLL_MS);
      const known = view;
      const fresh = leads() && (await get(at.now(known)).catch(() => null));
      if (!leads()) return;
      if (!fresh) break;
      take(fresh, known);
      heard(run);
      pass(fresh.version);
    }
    if (leads()) call();
  }

  function hide() {
    run += 1;
    clearTimeout(silence);
    leave?.();
    leave = null;
  }

  // The stream is opened once the table has answered: a browser's own new try may hang for minutes on a dead network.
  async function call() {
    hide();
    const mine = run;
    forget();
    while (mine === run) {
      const known = view;
      try {
        const fresh = await get(at.now(view), { signal: within(CALL_MS) });
        if (mine !== run) return;
        reached(true);
        take(fresh, known);
        return watch(mine);
      } catch {
        if (mine === run) reached(false);
      }
      await rest(AWAY_MS);
    }
  }

  document.addEventListener("visibilitychange", () => (unseen() ? hide() : call()));
  for (const change of ["online", "offline"]) addEventListener(change, call);
  // A player who touches a page whose table was away wants to know now.
  addEventListener("pointerdown", () => reachable() || call());
  addEventListener("pagehide", hide);
  addEventListener("pageshow", (event) => event.persisted && call());
  setInterval(() => unseen() || !reachable() || get(at.now(view)).catch(() => {}), ADRIFT_MS);
  if (!unseen()) call();
  return { take, get view() { return view; } };
}

const rest = (ms) => new Promise((done) => setTimeout(done, ms));
