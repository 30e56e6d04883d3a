// The reel as it is asked: what is drawn after which row, and how much sand is left when.

export function unroll({ frames, timers, length_ms: length }) {
  const lines = [];
  const drawings = [];
  const sands = [];
  let numbers = [];
  let sand = timers.map(() => []);
  for (const frame of frames) {
    lines.push(...(frame.fresh ?? []));
    if (frame.drawn) {
      const [head, tail, ...between] = frame.drawn;
      numbers = [...numbers.slice(0, head), ...between, ...(tail ? numbers.slice(-tail) : [])];
    }
    if (frame.sand) sand = sand.map((old, index) => frame.sand[index] ?? old);
    drawings.push(numbers);
    sands.push(sand);
  }

  const happened = (seq) => seq === 0 || !frames[seq].beside;

  function neighbour(seq, step) {
    for (let next = seq + step; next >= 0 && next < frames.length; next += step) if (happened(next)) return next;
    return null;
  }

  // The last row by that time.
  function seqAt(ms) {
    let low = 0;
    let high = frames.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (frames[middle].at_ms <= ms) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  // The match's own clock, which the report goes by: it falls behind where the sand stood, and catches up over a lull.
  function played(seq, ms) {
    const [{ played_ms: from = 0, at_ms }, next] = [frames[seq], frames[seq + 1]];
    return Math.max(from, Math.min(from + ms - at_ms, next?.played_ms ?? from));
  }

  return {
    frames,
    length,
    played,
    whole: frames.at(-1).played_ms ?? 0,
    seqAt,
    back: (seq) => neighbour(seq, -1),
    on: (seq) => neighbour(seq, 1),
    drawing: (seq) => drawings[seq].map((number) => lines[number]).join("\n"),
    // The timers that are running, each with what is left of it.
    sand: (seq, ms) =>
      sands[seq].flatMap(([value, falls], index) =>
        value === undefined
          ? []
          : [{ ...timers[index], state: "active", ends_ms: null, remaining_ms: Math.max(0, falls ? value - ms : value) }],
      ),
  };
}
