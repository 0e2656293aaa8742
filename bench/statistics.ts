// Medians of alternating runs: the machine is shared, so only ratios within a run count.

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const [low, high] = [sorted[middle - 1] ?? Number.NaN, sorted[middle] ?? Number.NaN];
  return sorted.length % 2 === 1 ? high : (low + high) / 2;
}

/** The value not exceeded by this share (0–1) of all. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export interface Compared<T> {
  ours: T;
  floor: T;
}

/** Runs both once per round in turn, so that a slow minute hits them alike. */
export async function alternating<T>(
  { ours, floor }: Compared<() => Promise<T>>,
  rounds: number,
): Promise<Compared<T[]>> {
  const results: Compared<T[]> = { ours: [], floor: [] };
  for (let round = 0; round < rounds; round++) {
    results.ours.push(await ours());
    results.floor.push(await floor());
  }
  return results;
}

export interface Row {
  work: string;
  measured: string;
  goal: string;
  met: boolean | null;
}

export function markdownTable(rows: readonly Row[]): string {
  const lines = rows.map(
    ({ work, measured, goal, met }) =>
      `| ${work} | ${measured} | ${goal} | ${met === null ? "" : met ? "yes" : "**no**"} |`,
  );
  return ["| Work | Measured | Goal | Met |", "|---|---|---|---|", ...lines].join("\n");
}
