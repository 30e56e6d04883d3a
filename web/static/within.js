// Patience with a request. AbortSignal.timeout is younger than the tablets that hang beside tables.

export function within(ms) {
  const patience = new AbortController();
  setTimeout(() => patience.abort(), ms);
  return patience.signal;
}
