// Makes random edits while devices and servers fail; once quiet, every device must do exactly what the database says.
import { randomUUID } from "node:crypto";
import { systemClock } from "#drivers/clock.ts";
import { seededRandom } from "#scripts/seed/random.ts";
import { type AxisSimulator, startAxisSimulator } from "#simulators/axis/server.ts";
import { paced } from "#tests/support/pace.ts";
import { type Spoiled, spoil } from "../faults/by-chance.ts";
import { unreservedPins } from "../oracle/agreement.ts";
import { examine, type Findings } from "../oracle/examine.ts";
import { openSuspended, type Suspensions, suspensionsSoFar } from "../oracle/suspended.ts";
import { deviceFixture, heal, unmanagedTouched } from "../world/device-fixtures.ts";
import { makeSyncWorld, type SyncWorldOptions } from "../world/engines.ts";
import type { Between, WorldEngine } from "../world/open-engine.ts";
import { until } from "../world/quiet.ts";
import { whenDatabaseIsBack } from "../world/retrying-pool.ts";
import { carryOutEdit } from "./carry-out.ts";
import { type Edit, planEdit, type Size } from "./plan-edits.ts";
import type { Stage } from "./stage.ts";
import { DOORS, FACTORY_UNITS, WITH_ENTRY_MANAGER, wrongPinUse } from "./units.ts";
import { watchWrites } from "./watch-writes.ts";

export interface CampaignOptions extends Pick<SyncWorldOptions, "adminUrl" | "authenticatorUrl" | "keys" | "log"> {
  seed: number;
  edits: number;
  people?: number;
  pins?: number;
  /**
   * Half of the controllers have an installer's settings, with doors of every rule and readers of four digits, so everybody's PIN has four.
   */
  entryManager?: boolean;
  spoiled?: Spoiled;
  /** Number of concurrent engines, as of several servers on one database. */
  servers?: number;
  watchEvery?: number;
  between?: Between;
  arrange?: (stage: Stage) => Promise<void>;
  without?: readonly Edit["kind"][];
  quietWithinMs?: number;
  progress?: (done: number) => void;
}

export interface CampaignResult extends Findings {
  edits: Record<"done" | "nobody" | "pin taken", number>;
  calls: number;
  spoiledCalls: number;
  lies: number;
  kills: number;
  unmanagedTouched: string[];
  mostWritesAtOnce: number;
  suspensions: Suspensions;
  /** Suspended PINs that opened a door at any check. */
  openSuspended: string[];
}

type Server = WorldEngine & { bootId: string };

const SIX_DIGITS = 100_000;
const FOUR_DIGITS = 1_000;
const SPOILED: Spoiled = { faults: 0.02, lies: 0.02 };
const QUICK = {
  pollMs: 50,
  renewMs: paced(1_000),
  leaseSeconds: paced(6),
  replicasPerTurn: 7,
  compareEveryMs: 20_000,
  suspendedMs: 5_000,
};
const TIMEOUTS = { connectMs: paced(2_000), callMs: paced(1_500), totalMs: paced(3_000) };
/** Every so many edits, skips a failing controller's pauses, like "Synka nu". */
const NUDGE_EVERY = 25;
/**
 * Edits wait before a nudge until the devices have had this many calls since the last nudge, or for this long. Otherwise a busy machine's
 * workers would write most edits after the devices have recovered.
 */
const [CALLS_BETWEEN_NUDGES, SLOW_WORKERS_MS] = [60, paced(5_000)];
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const [SUNDAY, WEDNESDAY] = [0, 3];
const [NIGHT, NOON] = [1, 12];
/** The shortest window has ended after this time. At a unit that counts days, the worker must end it to the second. */
const SHORT_WINDOWS_END_MS = 2_000;
/**
 * Days from the end at which every door is asked about every PIN; windows end between them. Most are at a given hour, so that weekday and
 * night rules apply while PINs are still valid, whenever the campaign runs.
 */
const MOMENTS: readonly { days: number; next?: { weekday?: number; hour: number } }[] = [
  { days: 0 },
  { days: 0, next: { hour: NIGHT } },
  { days: 18, next: { weekday: SUNDAY, hour: NOON } },
  { days: 56, next: { weekday: WEDNESDAY, hour: NOON } },
  { days: 148, next: { weekday: SUNDAY, hour: NIGHT } },
];

export async function runCampaign(options: CampaignOptions): Promise<CampaignResult> {
  const { seed, edits, spoiled = SPOILED, quietWithinMs = paced(120_000) } = options;
  const units = options.entryManager ? WITH_ENTRY_MANAGER : FACTORY_UNITS;
  const size: Size = {
    fixtures: units.length,
    doors: DOORS,
    people: options.people ?? 60,
    pins: options.pins ?? 90,
    firstPin: options.entryManager ? FOUR_DIGITS : SIX_DIGITS,
  };
  const devices: AxisSimulator[] = [];
  for (const [index, { make, doors }] of units.entries())
    devices.push(await startAxisSimulator({ ...make, doors, faultSeed: seed + index }));
  const world = await makeSyncWorld({ ...options, timeouts: TIMEOUTS });
  const watched = watchWrites(options.between);
  /** Boot ids of killed servers; the next server of the data folder ends their leases. */
  const dead: string[] = [];
  const boot = (): Server => {
    const bootId = randomUUID();
    return { bootId, ...world.makeEngine({ bootId, previousBootIds: [...dead], options: QUICK }, watched.between) };
  };
  const servers: Server[] = [];
  const tally = { done: 0, nobody: 0, "pin taken": 0 };
  const unreserved = new Set<string>();
  const opened = new Set<string>();
  try {
    for (let server = 0; server < (options.servers ?? 1); server++) servers.push(boot());
    for (const { engine } of servers) await engine.start();
    const ids = await world.addControllers(devices);
    const fixtures = devices.map((device, index) => deviceFixture(ids[index] ?? "", device));
    await world.quiet(quietWithinMs);
    const stage: Stage = {
      world,
      fixtures,
      people: new Map(),
      codes: new Map(),
      kill: async () => {
        const victim = servers.shift();
        if (!victim) return;
        dead.push(victim.bootId);
        await world.kill(victim);
        const next = boot();
        servers.push(next);
        await whenDatabaseIsBack(() => next.engine.start());
      },
      rebuild: async (controllerId) => whenDatabaseIsBack(async () => servers[0]?.engine.rebuild(controllerId)),
    };
    await options.arrange?.(stage);
    for (const [index, fixture] of fixtures.entries()) spoil(fixture, seededRandom(seed * 31 + index), spoiled);
    const callsSoFar = () => sum(devices, ({ requests }) => requests.total());
    let callsAtNudge = callsSoFar();
    for (let step = 0, tried = 0; tried < edits; step++) {
      const { edit, pauseMs } = planEdit(seed, step, size);
      if (options.without?.includes(edit.kind)) continue;
      const outcome = await carryOutEdit(stage, edit);
      tally[outcome]++;
      if (outcome === "nobody") continue;
      tried++;
      if (pauseMs > 0) await systemClock.wait(pauseMs);
      if (tried % NUDGE_EVERY === 0) {
        for (const { id } of fixtures) await whenDatabaseIsBack(async () => servers[0]?.engine.syncNow(id));
        await until(async () => callsSoFar() - callsAtNudge >= CALLS_BETWEEN_NUDGES, SLOW_WORKERS_MS);
        callsAtNudge = callsSoFar();
      }
      if (tried % (options.watchEvery ?? 50) === 0) {
        for (const pin of await whileUnchanged(stage, unreservedPins)) unreserved.add(pin);
        for (const one of await whileUnchanged(stage, openSuspended)) opened.add(one);
      }
      options.progress?.(tried);
    }
    // Without this wait, slow workers would write most changes only after the devices store correctly again.
    if (spoiled.faults === 0) await world.quiet(quietWithinMs);
    for (const fixture of fixtures) await heal(fixture);
    await systemClock.wait(SHORT_WINDOWS_END_MS);
    await world.quiet(quietWithinMs, { compare: true, wake: true });
    for (const one of await whileUnchanged(stage, openSuspended)) opened.add(one);
    const found = await examine(world.admin, world.keys, fixtures, moments());
    const promised = await wrongPinUse(
      world.admin,
      units.map(({ doors }, index) => ({ id: ids[index] ?? "", doors })),
    );
    return {
      ...found,
      differences: [...found.differences, ...promised],
      unreserved: [...unreserved, ...found.unreserved],
      edits: tally,
      kills: dead.length,
      calls: callsSoFar(),
      spoiledCalls: sum(devices, ({ requests }) => requests.spoiled()),
      lies: sum(fixtures, ({ lies }) => lies),
      unmanagedTouched: fixtures.flatMap(unmanagedTouched),
      mostWritesAtOnce: watched.most(),
      suspensions: await suspensionsSoFar(world.admin),
      openSuspended: [...opened],
    };
  } finally {
    await world.close();
    await Promise.all(devices.map((device) => device.close()));
  }
}

/** Returns moments half a second past a whole one, so that a device's whole seconds and the database's fractions agree. */
function moments(): Date[] {
  const now = Math.floor(Date.now() / 1_000) * 1_000 + 500;
  return MOMENTS.map(({ days, next }) => {
    const from = now + days * DAY_MS;
    if (!next) return new Date(from);
    let at = from - (from % DAY_MS) + next.hour * HOUR_MS + 500;
    while (at < from || ![undefined, new Date(at).getUTCDay()].includes(next.weekday)) at += DAY_MS;
    return new Date(at);
  });
}

/** Checks the devices while workers are busy. A device that changes during the check does not count. */
async function whileUnchanged({ world, fixtures }: Stage, look: typeof unreservedPins): Promise<string[]> {
  const all: string[] = [];
  for (const fixture of fixtures) {
    const { version } = fixture.device.state;
    const found = await look(world.admin, world.keys, fixture);
    if (fixture.device.state.version === version) all.push(...found);
  }
  return all;
}

function sum<T>(all: readonly T[], of: (one: T) => number): number {
  return all.reduce((total, one) => total + of(one), 0);
}
