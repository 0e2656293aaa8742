// Compares the log and the outputs with every pushed car.
import type { Pool } from "pg";
import { z } from "zod";
import { GATE_LATEST_MS } from "#contract/limits.ts";
import { paced } from "#tests/support/pace.ts";

export interface Pushed {
  gateId: string;
  /** Each plate is pushed at one gate, for one car. */
  plate: string;
  isKnown: boolean;
  /** The car's reads that reached the portal, in order, without those about its leaving. */
  reads: PushedRead[];
}

/** Epoch milliseconds: the camera's time of the read, the sending, and the portal's answer. */
export interface PushedRead {
  capturedAt: number;
  sentAt: number;
  answeredAt: number;
}

const isLate = ({ capturedAt, sentAt }: PushedRead): boolean => sentAt - capturedAt > GATE_LATEST_MS;
/** Tells whether the portal was sure to judge the read in time, even on a busy machine. */
const isInTime = ({ capturedAt, answeredAt }: PushedRead): boolean => answeredAt - capturedAt < GATE_LATEST_MS / 2;

export interface PushVerdict {
  opened: number;
  /**
   * Cars with too few or too many rows, and cars with a row although only their leaving was pushed. A read in time after a late one has its
   * own row.
   */
  unlogged: string[];
  doubled: string[];
  unseen: string[];
  /** Cars that were let in by a read that was too old or a pulse that was too late. */
  late: string[];
  /** Cars that were let in twice, and pulses in excess of one per opening passage. */
  twice: string[];
  /** Cars that were let in although nobody has the plate. */
  unknowns: string[];
  /** Cars that were answered in half the time limit but not let in. */
  unopened: string[];
  /** Passages executed in the log without a pulse of the output. */
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

/** The simulated output reports when it was asked, slightly late on a busy machine. */
const PULSE_LATEST_MS = GATE_LATEST_MS + paced(2_000);

export async function judge(
  admin: Pool,
  { cars, pulses }: { cars: readonly Pushed[]; pulses: ReadonlyMap<string, readonly number[]> },
): Promise<PushVerdict> {
  const { rows: all } = await admin.query(
    "select plate_number, controller_id, opened, macro_executed, detected_at from access_logs where controller_id is not null",
  );
  const byCar = Map.groupBy(z.array(logged).parse(all), (row) => `${row.controller_id} ${row.plate_number}`);
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
    const rows = byCar.get(`${car.gateId} ${car.plate}`) ?? [];
    if (car.reads.length === 0 && rows.length > 0) verdict.unseen.push(car.plate);
    if (car.reads.length > 0) judgeCar(verdict, car, rows);
  }
  for (const [gateId, times] of pulses) {
    const opened = [...byCar.values()].flat().filter((row) => row.controller_id === gateId && row.opened);
    verdict.opened += opened.length;
    judgePulses(verdict, opened, times);
  }
  return verdict;
}

function judgeCar(verdict: PushVerdict, { plate, isKnown, reads }: Pushed, rows: readonly Logged[]): void {
  const fresh = reads.filter((read) => !isLate(read));
  const isLateFirst = fresh.length < reads.length && fresh[0] !== reads[0];
  const least = isLateFirst && fresh.some(isInTime) ? 2 : 1;
  const most = (isLateFirst && fresh.length > 0) || !fresh.every(isInTime) ? 2 : 1;
  if (rows.length < least) verdict.unlogged.push(`${plate}: ${rows.length}`);
  if (rows.length > most) verdict.doubled.push(`${plate}: ${rows.length}`);
  const opened = rows.filter((row) => row.opened);
  if (opened.length > 1) verdict.twice.push(`${plate}: in the log`);
  const firstSentAt = Math.min(...fresh.map(({ sentAt }) => sentAt));
  for (const { detected_at } of opened)
    if (detected_at.getTime() < firstSentAt) verdict.late.push(`${plate}: read too long ago`);
  if (opened.length > 0 && !isKnown) verdict.unknowns.push(plate);
  if (opened.length === 0 && isKnown && fresh.some(isInTime)) verdict.unopened.push(plate);
}

/** Matches pulses, executed passages first: a lost answer may have a pulse or none. */
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
