/** An interrupted part has at least one failure. */
export interface CheckResult {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly details: string;
  /** Names of what failed, where they are known; else the part itself is named. */
  readonly failures?: readonly string[];
}

export interface Check {
  readonly name: string;
  run(signal: AbortSignal): Promise<CheckResult>;
}

/** Groups run in order, their parts in parallel, all of them even after a failure; prints each result. */
export async function runChecks(
  groups: readonly (readonly Check[])[],
  signal: AbortSignal,
): Promise<Required<CheckResult>> {
  const total = { passed: 0, failed: 0, skipped: 0, details: "", failures: [] as string[] };
  for (const group of groups) {
    if (signal.aborted) break;
    const results = await Promise.all(group.map((check) => runCheck(check, signal)));
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

async function runCheck(check: Check, signal: AbortSignal): Promise<CheckResult> {
  const start = performance.now();
  const result = await check.run(signal).catch(asFailure);
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
