// The server's monotonic clock, as this phone knows it: what all answers together leave open of the offset.

let least = 0;
let most = 0;
let known = false;

export const now = () => performance.now() + (least + most) / 2;

// An answer's `server_ms` was true at some instant between `sent` and now: the shorter the trip, the less that leaves
// open. Where it cannot be true of the same two clocks as before, one of them has stood still, and the newest counts.
export function learn(serverMs, sent) {
  const low = serverMs - performance.now();
  const high = serverMs + 1 - sent;
  const fits = known && low <= most && high >= least;
  least = fits ? Math.max(least, low) : low;
  most = fits ? Math.min(most, high) : high;
  known = true;
}

// Clocks that agreed an hour ago may have drifted apart.
export function forget() {
  known = false;
}
