// Makes lines of what a runner of tests reports while it runs.
import { z } from "zod";

export const progress = z.object({
  /** Files of Vitest, tests of Playwright. */
  done: z.number(),
  total: z.number(),
  of: z.enum(["files", "tests"]),
  /** What failed just now. */
  failure: z.object({ name: z.string(), why: z.string() }).optional(),
});
export type Progress = z.infer<typeof progress>;

/** Reaches whoever started the runner with a channel (run-tool.ts); elsewhere nobody listens. */
export function report(now: Progress): void {
  process.send?.(now);
}

/** E.g. "3 min: integration tests 41 of 210 files, lint". */
export function progressLine(running: ReadonlyMap<string, Progress | null>, seconds: number): string {
  const time = seconds < 100 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`;
  const parts = [...running].map(([name, now]) => (now ? `${name} ${now.done} of ${now.total} ${now.of}` : name));
  return `  ${time}: ${parts.join(", ")}`;
}
