// What every part of `npm test` yields, and how it is shown and added up.

/** The result of one part. A part that did not run to its end has at least one failure. */
export interface CheckResult {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Shown when something failed: what, and where. */
  readonly details: string;
}

export interface Check {
  readonly name: string;
  run(signal: AbortSignal): Promise<CheckResult>;
}

/** Runs the parts in order, all of them even after a failure, and prints each result. */
export async function runChecks(checks: readonly Check[], signal: AbortSignal): Promise<CheckResult> {
  const total = { passed: 0, failed: 0, skipped: 0, details: "" };
  for (const check of checks) {
    if (signal.aborted) break;
    const start = performance.now();
    const result = await check.run(signal).catch(asFailure);
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    console.log(`${result.failed === 0 ? "✓" : "✗"} ${check.name}: ${describeResult(result)} (${seconds} s)`);
    if (result.failed > 0) console.log(`${result.details.trimEnd()}\n`);
    total.passed += result.passed;
    total.failed += result.failed;
    total.skipped += result.skipped;
  }
  return total;
}

/** "12 passed, 0 failed", with the skipped ones only when there are any. */
export function describeResult({ passed, failed, skipped }: CheckResult): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}

function asFailure(error: unknown): CheckResult {
  return failure(error instanceof Error ? (error.stack ?? error.message) : String(error));
}

export function failure(details: string): CheckResult {
  return { passed: 0, failed: 1, skipped: 0, details };
}
