import { type Progress, progressLine } from "./progress.ts";

const LINE_EVERY_MS = 30_000;

/** The result of a part. An interrupted part has at least one failure. */
export interface CheckResult {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly details: string;
  /** Names of the failures, where known; otherwise the part itself is named. */
  readonly failures?: readonly string[];
}

export interface Check {
  readonly name: string;
  /** True when its runner writes to the terminal itself. */
  readonly isShown?: boolean;
  run(signal: AbortSignal, onProgress: (now: Progress) => void): Promise<CheckResult>;
}

/**
 * Runs groups in order and their parts in parallel, all of them even after a failure. Prints each result, each failure as it comes, and the
 * progress from time to time.
 */
export async function runChecks(
  groups: readonly (readonly Check[])[],
  signal: AbortSignal,
  { lineEveryMs = LINE_EVERY_MS }: { lineEveryMs?: number } = {},
): Promise<Required<CheckResult>> {
  const total = { passed: 0, failed: 0, skipped: 0, details: "", failures: [] as string[] };
  const began = performance.now();
  const running: Running = new Map();
  const lines = setInterval(() => {
    if (running.size > 0) console.log(progressLine(running, (performance.now() - began) / 1000));
  }, lineEveryMs);
  using _ = { [Symbol.dispose]: () => clearInterval(lines) };
  for (const group of groups) {
    if (signal.aborted) break;
    const results = await Promise.all(group.map((check) => runCheck(check, signal, running)));
    for (const [at, { passed, failed, skipped, failures = [] }] of results.entries()) {
      total.passed += passed;
      total.failed += failed;
      total.skipped += skipped;
      const part = group[at]?.name ?? "";
      if (failed > 0) total.failures.push(...(failures.length > 0 ? failures : [part]));
    }
  }
  return total;
}

/** Part → its progress; null when it reports none. */
type Running = Map<string, Progress | null>;

async function runCheck(check: Check, signal: AbortSignal, running: Running): Promise<CheckResult> {
  const start = performance.now();
  if (!check.isShown) running.set(check.name, null);
  const onProgress = (now: Progress) => {
    running.set(check.name, now);
    if (now.failure) console.log(`✗ ${now.failure.name}\n    ${now.failure.why.split("\n", 1)[0]}`);
  };
  const result = await check.run(signal, onProgress).catch(asFailure);
  running.delete(check.name);
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`${result.failed === 0 ? "✓" : "✗"} ${check.name}: ${describeResult(result)} (${seconds} s)`);
  if (result.failed > 0) console.log(`${result.details.trimEnd()}\n`);
  return result;
}

export function describeResult({ passed, failed, skipped }: CheckResult): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}

function asFailure(error: unknown): CheckResult {
  return failure(error instanceof Error ? (error.stack ?? error.message) : String(error));
}

export function failure(details: string): CheckResult {
  return { passed: 0, failed: 1, skipped: 0, details };
}
