// One stream for all pages of a browser: it has six connections to a host, and a page without one hangs. The page that
// leads opens the stream and passes on what comes of it; where it leaves, another one leads.

const ASK_MS = 80;
const SILENT_MS = 12_000; // two beats of a stream, and some patience

// `lead(pass)` opens the stream and returns how to close it; what is given to `pass` goes to the pages that follow.
// `hear` gets that there, the last of it as soon as a leader answers. `left` is called where that page is gone, or is
// silent for longer than its stream beats. Returns how to leave.
export function share(name, { lead, hear, left }) {
  const own = Math.random();
  // An old browser's pages each lead.
  const channel = globalThis.BroadcastChannel ? new BroadcastChannel(name) : { postMessage() {}, close() {} };
  const say = (what, news) => channel.postMessage({ from: own, what, news });
  let close = null;
  let last;
  let silence = 0;
  // Each waits for as long as no other does, so that mostly one leads; of two, the lower number.
  const asking = setTimeout(() => {
    say("here");
    close = lead((news) => say("news", (last = news)));
  }, ASK_MS * (1 + Math.random()));
  channel.onmessage = ({ data: { from, what, news } }) => {
    if (what === "ask" || (close && from > own)) return close && say("here", last);
    if (what === "left") return close || left();
    clearTimeout(asking);
    clearTimeout(silence);
    close?.();
    close = null;
    silence = setTimeout(left, SILENT_MS);
    hear(news);
  };
  say("ask");
  return () => {
    clearTimeout(asking);
    clearTimeout(silence);
    if (close) say("left");
    close?.();
    channel.close();
  };
}
