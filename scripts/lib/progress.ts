// Turns reports of a running test runner into lines.
import { z } from "zod";

export const progress = z.object({
  /** Files for Vitest, tests for Playwright. */
  done: z.number(),
  total: z.number(),
  of: z.enum(["files", "tests"]),
  /** The latest failure. */
  failure: z.object({ name: z.string(), why: z.string() }).optional(),
});
export type Progress = z.infer<typeof progress>;

/** Reports to the process that started the runner with a channel (run-tool.ts); without one it does nothing. */
export function report(now: Progress): void {
  process.send?.(now);
}

/** Returns a line such as "3 min: integration tests 41 of 210 files, lint". */
export function progressLine(running: ReadonlyMap<string, Progress | null>, seconds: number): string {
  const time = seconds < 100 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`;
  const parts = [...running].map(([name, now]) => (now ? `${name} ${now.done} of ${now.total} ${now.of}` : name));
  return `  ${time}: ${parts.join(", ")}`;
}
