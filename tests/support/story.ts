import { test } from "vitest";

/**
 * Registers a test of several steps; each begins where the previous one ended. The steps run in order and never singly, and a
 * failure names its step. It serves tests whose set-up costs too much to repeat.
 */
export function story(title: string, timeoutMs: number): (step: string, run: () => Promise<void>) => void {
  const steps: { step: string; run: () => Promise<void> }[] = [];
  test(title, { timeout: timeoutMs }, async () => {
    for (const { step, run } of steps) {
      try {
        await run();
      } catch (error) {
        if (error instanceof Error) error.message = `${step}: ${error.message}`;
        throw error;
      }
    }
  });
  return (step, run) => steps.push({ step, run });
}
