/** A span in minutes from 1970-01-01T00:00 local time; its end is exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Sorts spans and merges those that overlap or touch. Pure. */
export function mergeSpans(spans: readonly Span[]): Span[] {
  const merged: Span[] = [];
  for (const span of spans.toSorted((one, other) => one.start - other.start)) {
    const last = merged.at(-1);
    if (last && span.start <= last.end)
      merged[merged.length - 1] = { start: last.start, end: Math.max(last.end, span.end) };
    else merged.push(span);
  }
  return merged;
}

/** Returns the parts of `from` outside `cut`; both are merged. Pure. */
export function subtractSpans(from: readonly Span[], cut: readonly Span[]): Span[] {
  const left: Span[] = [];
  let next = 0;
  for (const { start, end } of from) {
    while ((cut[next]?.end ?? Number.POSITIVE_INFINITY) <= start) next += 1;
    let at = start;
    for (let index = next; at < end; index += 1) {
      const one = cut[index];
      if (!one || one.start >= end) {
        left.push({ start: at, end });
        break;
      }
      if (one.start > at) left.push({ start: at, end: one.start });
      at = Math.max(at, one.end);
    }
  }
  return left;
}

/** Returns the parts that both have; both are merged. Pure. */
export function intersectSpans(left: readonly Span[], right: readonly Span[]): Span[] {
  return subtractSpans(left, subtractSpans(left, right));
}
