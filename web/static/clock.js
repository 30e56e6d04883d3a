// The server's monotonic clock, as this phone knows it: the offset from the quickest of several round trips.

const SAMPLES = 4;
let offset = 0;
let best = Infinity;

export const now = () => performance.now() + offset;

// The answer's `server_ms` was true at some instant of the round trip; the shorter the trip, the less that leaves open.
function learn(sent, heard, serverMs) {
  if (heard - sent > best) return;
  best = heard - sent;
  offset = serverMs + 0.5 - (sent + heard) / 2;
}

export async function measure(read) {
  best = Infinity;
  let view;
  for (let n = 0; n < SAMPLES; n += 1) {
    const sent = performance.now();
    view = await read();
    learn(sent, performance.now(), view.server_ms);
  }
  return view;
}
