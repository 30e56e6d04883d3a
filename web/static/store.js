// The table's latest view, kept fresh: a stream while the page is seen, polls where no stream is to be had.

import { get } from "./api.js";
import { forget, learn } from "./clock.js";

const AGAIN_MS = 1000;
const ADRIFT_MS = 300_000; // by then two clocks may have drifted so far apart that it shows

export function store({ changed, linked }) {
  let view = null;
  let source = null;
  let run = 0; // counts the times the page came into sight: what an earlier time began must not go on

  function take(next, { trusted = false } = {}) {
    // A change's own answer can overtake the stream; a restarted service counts from one again.
    if (view && !trusted && next.version <= view.version) return;
    view = next;
    changed(view);
  }

  function watch(mine) {
    let first = true;
    const opened = performance.now();
    source = new EventSource("/api/events");
    source.addEventListener("table", (event) => {
      const next = JSON.parse(event.data);
      if (first) learn(next.server_ms, opened);
      take(next, { trusted: first });
      first = false;
      linked(true);
    });
    source.onerror = () => {
      first = true;
      if (source.readyState !== EventSource.CLOSED) return linked(false);
      poll(mine);
    };
  }

  async function poll(mine) {
    source = null;
    while (mine === run) {
      try {
        take(await get(`/api/table?since=${view?.version ?? 0}`), { trusted: true });
        linked(true);
      } catch {
        linked(false);
      }
      await new Promise((done) => setTimeout(done, AGAIN_MS));
    }
  }

  async function show() {
    const mine = (run += 1);
    forget();
    watch(mine);
    try {
      const fresh = await get("/api/table");
      if (mine === run) take(fresh);
      changed(view ?? fresh);
    } catch {
      linked(false);
    }
  }

  function hide() {
    run += 1;
    source?.close();
  }

  document.addEventListener("visibilitychange", () => (document.hidden ? hide() : show()));
  addEventListener("pagehide", hide);
  addEventListener("pageshow", (event) => event.persisted && show());
  setInterval(() => document.hidden || get("/api/table").catch(() => {}), ADRIFT_MS);
  if (!document.hidden) show();
  return { take, get view() { return view; } };
}
