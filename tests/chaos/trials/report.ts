import type { TrialResult } from "./trial.ts";

export function describe(result: TrialResult | null, line: string): string {
  return `BROKEN seed ${result?.seed} ${result?.operation} / ${result?.fault} / answered ${result?.reported}: ${line}`;
}

/** Returns Markdown: the command, counts of each fault and operation, trials that broke a promise. */
export function summary(
  results: readonly TrialResult[],
  run: { trials: number; seed: number; workers: number; leftOut: number; minutes: number },
): string {
  const broken = results.filter((result) => result.broken.length > 0);
  const waits = results.map(({ quietMs }) => quietMs).sort((a, b) => a - b);
  const seconds = (share: number) => ((waits[Math.floor((waits.length - 1) * share)] ?? 0) / 1000).toFixed(1);
  return [
    `\`npm run faults -- --trials ${run.trials} --seed ${run.seed} --workers ${run.workers}\`, ${new Date().toISOString().slice(0, 10)}: ${results.length} trials in ${Math.round(run.minutes)} minutes${run.leftOut > 0 ? `, ${run.leftOut} left out because no small disk could be mounted` : ""}.`,
    `Callers were answered: ${counts(results, ({ reported }) => reported)}. From the end of the fault until all agreed: half within ${seconds(0.5)} s, 99 % within ${seconds(0.99)} s, all within ${seconds(1)} s.`,
    `Operations: ${counts(results, ({ operation }) => operation)}. Faults: ${counts(results, ({ fault }) => fault.split(" ")[0] ?? "")}.`,
    broken.length === 0
      ? `**0 of ${results.length} trials broke a promise** (at most ${((3 / Math.max(1, results.length)) * 100).toFixed(2)} % with 95 % confidence).`
      : `**${broken.length} of ${results.length} trials broke a promise:** seeds ${broken.map(({ seed }) => seed).join(", ")}.`,
  ].join("\n");
}

function counts(results: readonly TrialResult[], by: (result: TrialResult) => string): string {
  return [...Map.groupBy(results, by)]
    .map(([name, group]) => `${name} ${group.length}`)
    .sort()
    .join(", ");
}
