import { loadavg } from "node:os";
import type { RoundResult } from "./round.ts";
import { KINDS } from "./traffic.ts";

/** Seconds within which every kind of call must succeed again after PostgreSQL does. */
export const BACK_WITHIN_S = 10;

export const isBroken = ({ lost, openings, missed, other, manualActs, back }: RoundResult): boolean =>
  lost.length + openings.length + missed.length + other.length + manualActs > 0 ||
  KINDS.some((kind) => !(back[kind] <= BACK_WITHIN_S));

export function describe(result: RoundResult): string {
  const { fault, databaseAway, back, acknowledged, uncertain } = result;
  const broken = [...result.lost.map((one) => `LOST ${one}`), ...result.openings, ...result.missed, ...result.other];
  const ways = KINDS.map((kind) => `${kind} ${back[kind]}`).join(", ");
  return [
    `${fault}: PostgreSQL away ${databaseAway} s, back after ${ways} s; ${acknowledged} acknowledged, ${uncertain} uncertain, load ${loadavg()[0]?.toFixed(1)}`,
    ...broken.slice(0, 20).map((one) => `  BROKEN ${one}`),
  ].join("\n");
}

/** Returns Markdown: one row per fault. */
export function table(results: readonly RoundResult[], command: string): string {
  const rows = [...Map.groupBy(results, ({ fault }) => fault).values()].map((group) => {
    const sum = (count: (one: RoundResult) => number) => group.reduce((total, one) => total + count(one), 0);
    const worst = (value: (one: RoundResult) => number) => Math.max(...group.map(value));
    return [
      group[0]?.title,
      group.length,
      sum(({ acknowledged }) => acknowledged),
      sum(({ lost }) => lost.length),
      sum(({ openings }) => openings.length),
      sum(({ uncertain }) => uncertain),
      worst(({ databaseAway }) => databaseAway),
      worst(({ back }) => Math.max(...KINDS.map((kind) => back[kind]))),
      sum(({ missed }) => missed.length),
      sum(({ other }) => other.length),
      sum(({ manualActs }) => manualActs),
    ].join(" | ");
  });
  return [
    `\`${command}\`, ${new Date().toISOString().slice(0, 10)}, load ${loadavg()[0]?.toFixed(1)}:`,
    "",
    "| Fault | Rounds | Acknowledged | Lost | Double or late openings | Uncertain | PostgreSQL away, s | Back after it, s | Listener rows missed | Other | Manual acts |",
    "|---|---|---|---|---|---|---|---|---|---|---|",
    ...rows.map((row) => `| ${row} |`),
  ].join("\n");
}
