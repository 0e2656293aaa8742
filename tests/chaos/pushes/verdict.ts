// What the log and the outputs say of every car that was pushed.
import type { Pool } from "pg";
import { z } from "zod";
import { GATE_LATEST_MS } from "#contract/limits.ts";

export interface Pushed {
  gateId: string;
  /** Each is pushed at one gate, of one car. */
  plate: string;
  /** When the camera says that it was read, epoch milliseconds. */
  at: number;
  isKnown: boolean;
  /** Else it was kept by the camera for longer than a gate may wait. */
  isFresh: boolean;
  /** The portal was given an event of it that is not of its leaving. */
  isSeen: boolean;
  /** From the reading to the portal's first answer; null: none. */
  inTimeMs: number | null;
}

export interface PushVerdict {
  opened: number;
  /** Cars without a row, or with more than one; and with one though only their leaving was pushed. */
  unlogged: string[];
  doubled: string[];
  unseen: string[];
  /** Opened for a read that was too old, or by a pulse that came too late. */
  late: string[];
  /** Cars that were opened for twice, and pulses beyond one for each passage that opened. */
  twice: string[];
  /** Opened for a plate that nobody has. */
  unknowns: string[];
  /** Answered in half the time, and not opened for. */
  unopened: string[];
  /** Executed in the log, and no pulse of the output. */
  untrue: string[];
}

const logged = z.object({
  plate_number: z.string(),
  controller_id: z.string(),
  opened: z.boolean(),
  macro_executed: z.boolean().nullable(),
  detected_at: z.date(),
});
type Logged = z.infer<typeof logged>;

/** The output is simulated: it says when it was asked, a little late on a busy machine. */
const PULSE_LATEST_MS = GATE_LATEST_MS + 2_000;

export async function judge(
  admin: Pool,
  { cars, pulses }: { cars: readonly Pushed[]; pulses: ReadonlyMap<string, readonly number[]> },
): Promise<PushVerdict> {
  const { rows } = await admin.query(
    "select plate_number, controller_id, opened, macro_executed, detected_at from access_logs where controller_id is not null",
  );
  const byCar = Map.groupBy(z.array(logged).parse(rows), (row) => `${row.controller_id} ${row.plate_number}`);
  const verdict: PushVerdict = {
    opened: 0,
    unlogged: [],
    doubled: [],
    unseen: [],
    late: [],
    twice: [],
    unknowns: [],
    unopened: [],
    untrue: [],
  };
  for (const car of cars) {
    const all = byCar.get(`${car.gateId} ${car.plate}`) ?? [];
    const [row, ...more] = all;
    if (all.filter(({ opened }) => opened).length > 1) verdict.twice.push(`${car.plate}: in the log`);
    if (!car.isSeen && row) verdict.unseen.push(car.plate);
    if (!car.isSeen) continue;
    if (!row) verdict.unlogged.push(car.plate);
    if (more.length > 0) verdict.doubled.push(`${car.plate}: ${more.length + 1}`);
    if (row) judgeCar(verdict, car, row);
  }
  for (const [gateId, times] of pulses) {
    const opened = [...byCar.values()].flat().filter((row) => row.controller_id === gateId && row.opened);
    verdict.opened += opened.length;
    judgePulses(verdict, opened, times);
  }
  return verdict;
}

function judgeCar(verdict: PushVerdict, car: Pushed, { opened }: Logged): void {
  if (opened && !car.isFresh) verdict.late.push(`${car.plate}: read too long ago`);
  if (opened && !car.isKnown) verdict.unknowns.push(car.plate);
  const isAnswered = car.inTimeMs !== null && car.inTimeMs < GATE_LATEST_MS / 2;
  if (!opened && car.isKnown && car.isFresh && isAnswered) verdict.unopened.push(car.plate);
}

/** Passages that were executed first: a lost answer may belong to a pulse or to none. */
function judgePulses(verdict: PushVerdict, opened: readonly Logged[], times: readonly number[]): void {
  const left = times.toSorted((one, other) => one - other);
  const byTime = opened.toSorted((one, other) => one.detected_at.getTime() - other.detected_at.getTime());
  const hasPulse = ({ detected_at }: Logged): boolean => {
    const at = left.findIndex((time) => time >= detected_at.getTime());
    if ((left[at] ?? Infinity) - detected_at.getTime() > PULSE_LATEST_MS) return false;
    left.splice(at, 1);
    return true;
  };
  for (const row of byTime.filter(({ macro_executed }) => macro_executed === true))
    if (!hasPulse(row)) verdict.untrue.push(row.plate_number);
  for (const row of byTime.filter(({ macro_executed }) => macro_executed === null)) hasPulse(row);
  verdict.twice.push(...left.map((time) => new Date(time).toISOString()));
}
