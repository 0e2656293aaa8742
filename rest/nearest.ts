const MIN_SIMILARITY = 0.5;

/** Returns the nearest name by the Dice coefficient over bigrams, ignoring case; null when none is near. */
export function nearest(name: string, known: Iterable<string>): string | null {
  if (name.length > 100) return null;
  let best: string | null = null;
  let score = MIN_SIMILARITY;
  const wanted = pairsOf(name);
  for (const candidate of known) {
    const pairs = pairsOf(candidate);
    const shared = [...pairs].filter((pair) => wanted.has(pair)).length;
    const likeness = (2 * shared) / (pairs.size + wanted.size || 1);
    if (likeness > score) {
      score = likeness;
      best = candidate;
    }
  }
  return best;
}

function pairsOf(name: string): Set<string> {
  const padded = ` ${name.toLowerCase()} `;
  const pairs = new Set<string>();
  for (let at = 0; at < padded.length - 1; at += 1) pairs.add(padded.slice(at, at + 2));
  return pairs;
}
