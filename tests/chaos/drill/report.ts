// The drill's figures: a line for each round, and the sums of a run's rounds of each fault.
import type { KeptFault, KeptRun } from "./kept-runs.ts";
import type { RoundResult } from "./round.ts";
import { KINDS } from "./traffic.ts";

/** Seconds within which every kind of call must succeed again after PostgreSQL does, and from which none may fail. */
const BACK_WITHIN_S = 10;

/** A round that could not be finished has no figures. */
export interface EndedRound {
  fault: string;
  ended: string;
  load: number;
}

export type Round = RoundResult | EndedRound;

export const isBroken = (round: Round): boolean =>
  "ended" in round ||
  round.lost.length + round.openings.length + round.missed.length + round.other.length + round.manualActs.length > 0 ||
  worstOf(round) > BACK_WITHIN_S ||
  round.lastFailure > BACK_WITHIN_S;

const worstOf = ({ back }: RoundResult): number => Math.max(...KINDS.map((kind) => back[kind]));

export function describe(round: Round): string {
  const load = `load ${round.load.toFixed(1)}`;
  if ("ended" in round) return `${round.fault}: BROKEN the round ended: ${round.ended}; ${load}`;
  const { fault, databaseAway, back, lastFailure, acknowledged, uncertain } = round;
  const broken = [
    ...round.lost.map((one) => `LOST ${one}`),
    ...[round.openings, round.missed, round.other, round.manualActs].flat(),
  ];
  const ways = KINDS.map((kind) => `${kind} ${back[kind]}`).join(", ");
  return [
    `${fault}: PostgreSQL away ${databaseAway} s, back after ${ways} s, last failure after ${lastFailure} s; ${acknowledged} acknowledged, ${uncertain} uncertain, ${load}`,
    ...broken.slice(0, 20).map((one) => `  BROKEN ${one}`),
  ].join("\n");
}

/** Sums a run's rounds up, by fault. */
export function runOf(rounds: readonly Round[], run: Pick<KeptRun, "date" | "seed" | "pooler">): KeptRun {
  const loads = rounds.map(({ load }) => Math.round(load * 10) / 10);
  const groups = [...Map.groupBy(rounds, ({ fault }) => fault)];
  return {
    ...run,
    load: { least: Math.min(...loads), most: Math.max(...loads) },
    faults: Object.fromEntries(groups.map(([fault, group]) => [fault, faultOf(group)])),
  };
}

function faultOf(group: readonly Round[]): KeptFault {
  const whole = group.flatMap((round) => ("ended" in round ? [] : [round]));
  const sum = (count: (one: RoundResult) => number) => whole.reduce((total, one) => total + count(one), 0);
  const worst = (value: (one: RoundResult) => number) => Math.max(0, ...whole.map(value));
  return {
    rounds: group.length,
    unfinished: group.length - whole.length,
    acknowledged: sum(({ acknowledged }) => acknowledged),
    lost: sum(({ lost }) => lost.length),
    openings: sum(({ openings }) => openings.length),
    uncertain: sum(({ uncertain }) => uncertain),
    away: worst(({ databaseAway }) => databaseAway),
    back: worst(worstOf),
    lastFailure: worst(({ lastFailure }) => lastFailure),
    slow: whole.filter((one) => worstOf(one) > BACK_WITHIN_S || one.lastFailure > BACK_WITHIN_S).length,
    missed: sum(({ missed }) => missed.length),
    other: sum(({ other }) => other.length),
    manualActs: sum(({ manualActs }) => manualActs.length),
  };
}
