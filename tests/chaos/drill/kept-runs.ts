// The drill's runs so far, in kept-runs.json, and the tables of docs/reliability.md that they make.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { DRILL_FAULTS } from "./faults.ts";

const count = z.int().min(0);
const seconds = z.number().min(0);

const keptFault = z.object({
  rounds: count,
  /** Rounds that ended before they could be judged. */
  unfinished: count,
  acknowledged: count,
  lost: count,
  openings: count,
  uncertain: count,
  /** The next three are those of the worst round, in seconds. */
  away: seconds,
  back: seconds,
  lastFailure: seconds,
  /** Rounds that were not back in time. */
  slow: count,
  missed: count,
  other: count,
  manualActs: count,
});
export type KeptFault = z.infer<typeof keptFault>;

const keptRun = z.object({
  date: z.iso.date(),
  seed: count,
  pooler: z.boolean(),
  load: z.object({ least: z.number(), most: z.number() }),
  faults: z.record(z.string(), keptFault),
});
export type KeptRun = z.infer<typeof keptRun>;

const FILE = join(import.meta.dirname, "kept-runs.json");

export async function readRuns(): Promise<KeptRun[]> {
  return z.array(keptRun).parse(JSON.parse(await readFile(FILE, "utf8")));
}

/** Adds a run and returns all. */
export async function addRun(run: KeptRun): Promise<KeptRun[]> {
  const runs = [...(await readRuns()), run];
  await writeFile(FILE, `${JSON.stringify(runs, null, 2)}\n`);
  return runs;
}

const HEADS = [
  "Fault",
  "Rounds",
  "Unfinished",
  "Acknowledged",
  "Lost",
  "Double or late openings",
  "Uncertain",
  "PostgreSQL away, s",
  "Back after it, s",
  "Last failed call after it, s",
  "Not back in 10 s",
  "Listener rows missed",
  "Other",
  "Manual acts",
];

/** Returns Markdown: a row for each fault with the sums of all runs and their worst seconds, and a row for each run. */
export function tablesOf(runs: readonly KeptRun[]): string {
  const found = runs.flatMap(({ pooler, faults }) =>
    Object.entries(faults).map(([name, fault]) => {
      const title = DRILL_FAULTS[name]?.title ?? name;
      return { ...fault, title: pooler ? `${title}, through pgbouncer` : title };
    }),
  );
  const rows = [...Map.groupBy(found, ({ title }) => title)].map(([title, group]) => {
    const sum = (of: (one: KeptFault) => number) => group.reduce((total, one) => total + of(one), 0);
    const worst = (of: (one: KeptFault) => number) => Math.max(...group.map(of));
    return [
      title,
      sum(({ rounds }) => rounds),
      sum(({ unfinished }) => unfinished),
      sum(({ acknowledged }) => acknowledged),
      sum(({ lost }) => lost),
      sum(({ openings }) => openings),
      sum(({ uncertain }) => uncertain),
      worst(({ away }) => away),
      worst(({ back }) => back),
      worst(({ lastFailure }) => lastFailure),
      sum(({ slow }) => slow),
      sum(({ missed }) => missed),
      sum(({ other }) => other),
      sum(({ manualActs }) => manualActs),
    ];
  });
  const ran = runs.map(({ date, seed, pooler, load, faults }) => [
    date,
    `\`npm run drill -- --seed ${seed}${pooler ? " --pooler" : ""} --append\``,
    Object.values(faults).reduce((total, { rounds }) => total + rounds, 0),
    `${load.least} to ${load.most}`,
  ]);
  return [
    "All runs together (seconds: the worst round):",
    "",
    ...markdown(HEADS, rows),
    "",
    ...markdown(["Run", "Command", "Rounds", "Load"], ran),
  ].join("\n");
}

const markdown = (heads: readonly string[], rows: readonly (readonly (string | number)[])[]): string[] =>
  [heads, heads.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`);
