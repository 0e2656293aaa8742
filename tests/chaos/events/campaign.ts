// Logs door events while devices and servers fail: each must be in the database once, or a gap must cover it.
import { createHash, randomUUID } from "node:crypto";
import { systemClock } from "#drivers/clock.ts";
import { type Random, seededRandom } from "#scripts/seed/random.ts";
import { toWireEvent } from "#simulators/axis/event-log.ts";
import { type AxisSimulator, type AxisSimulatorOptions, startAxisSimulator } from "#simulators/axis/server.ts";
import { paced } from "#tests/support/pace.ts";
import { spoil } from "../faults/by-chance.ts";
import { type DeviceFixture, deviceFixture, heal } from "../world/device-fixtures.ts";
import { makeSyncWorld, type SyncWorld, type SyncWorldOptions } from "../world/engines.ts";
import type { Between, WorldEngine } from "../world/open-engine.ts";
import { whenDatabaseIsBack } from "../world/retrying-pool.ts";

export interface EventCampaignOptions extends Pick<SyncWorldOptions, "adminUrl" | "authenticatorUrl" | "keys" | "log"> {
  seed: number;
  events: number;
  controllers: number;
  between?: Between;
  quietWithinMs?: number;
  progress?: (logged: number) => void;
}

export interface EventCampaignResult {
  logged: number;
  kept: number;
  /** Events that are neither stored nor covered by a gap. */
  lost: string[];
  doubled: number;
  gaps: number;
  kills: number;
  resets: number;
  overruns: number;
  skews: number;
}

const RING = 400;
const MAKES: readonly AxisSimulatorOptions[] = [
  { model: "A1601", switches: { eventRing: RING } },
  { model: "A1610", https: false, policy: "digest", switches: { eventRing: RING } },
  { model: "A1001", switches: { eventRing: RING } },
];
const QUICK = { pollMs: 50, renewMs: paced(1_000), leaseSeconds: paced(6), compareEveryMs: 60_000, eventsEveryMs: 300 };
const TIMEOUTS = { connectMs: paced(2_000), callMs: paced(1_500), totalMs: paced(3_000) };
const HOUR_MS = 3_600_000;
const MOST_AT_ONCE = 25;

/** The events that a device has logged, in its order. */
type Logged = Map<DeviceFixture, string[]>;

interface Tally {
  resets: number;
  overruns: number;
  skews: number;
}

export async function runEventCampaign(options: EventCampaignOptions): Promise<EventCampaignResult> {
  const { seed, events, controllers, quietWithinMs = paced(120_000) } = options;
  const random = seededRandom(seed);
  const devices: AxisSimulator[] = [];
  for (let index = 0; index < controllers; index++)
    devices.push(await startAxisSimulator({ ...MAKES[index % MAKES.length], doors: 1, faultSeed: seed + index }));
  const world = await makeSyncWorld({ ...options, timeouts: TIMEOUTS });
  const dead: string[] = [];
  const boot = (): WorldEngine & { bootId: string } => {
    const bootId = randomUUID();
    return { bootId, ...world.makeEngine({ bootId, previousBootIds: [...dead], options: QUICK }, options.between) };
  };
  try {
    let server = boot();
    await server.engine.start();
    const ids = await world.addControllers(devices);
    const fixtures = devices.map((device, index) => deviceFixture(ids[index] ?? "", device));
    await world.quiet(quietWithinMs);
    const logged: Logged = new Map(fixtures.map((fixture) => [fixture, []]));
    // An empty log would hide the number of overwritten events.
    for (const fixture of fixtures) log(fixture, logged, 1);
    await untilRead(world, quietWithinMs);
    for (const [index, fixture] of fixtures.entries())
      spoil(fixture, seededRandom(seed * 31 + index), { faults: 0.02, lies: 0 });
    const tally: Tally = { resets: 0, overruns: 0, skews: 0 };
    for (let done = 0; done < events; ) {
      const fixture = random.pick(fixtures);
      await disturb(fixture, logged, random, tally);
      done += log(fixture, logged, 1 + random.below(MOST_AT_ONCE));
      if (random.next() < 0.001) {
        dead.push(server.bootId);
        await world.kill(server);
        server = boot();
        await whenDatabaseIsBack(() => server.engine.start());
      }
      if (random.next() < 0.2) await systemClock.wait(random.below(20));
      options.progress?.(done);
    }
    for (const fixture of fixtures) await heal(fixture);
    await untilRead(world, quietWithinMs);
    // A device's last loss is reported before its next event.
    for (const fixture of fixtures) log(fixture, logged, 1);
    await untilRead(world, quietWithinMs);
    return { ...(await examine(world, logged)), ...tally, kills: dead.length };
  } finally {
    await world.close();
    await Promise.all(devices.map((device) => device.close()));
  }
}

async function disturb(fixture: DeviceFixture, logged: Logged, random: Random, tally: Tally): Promise<void> {
  const { faults } = fixture.device;
  const draw = random.next();
  if (draw < 0.002) {
    faults.wipe();
    tally.resets++;
  } else if (draw < 0.004) {
    log(fixture, logged, RING * 4);
    tally.overruns++;
  } else if (draw < 0.014) {
    faults.clockSkew((random.below(3) - 1) * HOUR_MS);
    tally.skews++;
  } else if (draw < 0.02) await faults.restart();
}

function log(fixture: DeviceFixture, logged: Logged, count: number): number {
  const { state } = fixture.device;
  const device = { mac: state.mac, uuid: state.uuid };
  for (let n = 0; n < count; n++) {
    state.log("Door/State/DoorAlarm", { DoorToken: "door", State: "DoorForcedOpen" });
    const event = state.events.newest(1).at(-1);
    if (event) logged.get(fixture)?.push(toWireEvent(event, device).token);
  }
  return count;
}

/** Waits until every log has been read to its end after this moment. */
async function untilRead(world: SyncWorld, limitMs: number): Promise<void> {
  const until = Date.now() + limitMs;
  const asked = await world.one<Date>("select clock_timestamp()");
  await world.admin.query("update controller_sync set next_try_at = now()");
  for (;;) {
    const behind = await world.one<number>(
      "select count(*)::int from controllers c left join door_event_cursors e on e.controller_id = c.id where e.complete_to is null or e.complete_to < $1",
      [asked],
    );
    if (behind === 0) return;
    if (Date.now() > until) throw new Error(`${behind} logs were not read within ${limitMs} ms`);
    // real time: between two looks.
    await systemClock.wait(100);
  }
}

/** Twin of the id in server/reconcile/door-events/door-events.store.ts, so that a change there does not hide a loss. */
function idOf(controllerId: string, token: string): string {
  const hex = createHash("md5").update(`${controllerId} ${token}`).digest("hex");
  const text = `${hex.slice(0, 12)}8${hex.slice(13, 16)}a${hex.slice(17)}`;
  return text.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

async function examine(world: SyncWorld, logged: Logged) {
  const { rows } = await world.admin.query<{ id: string; kind: string; times: number }>(
    "select id, min(kind) as kind, count(*)::int as times from door_events group by id",
  );
  const kept = new Set(rows.map(({ id }) => id));
  const lost: string[] = [];
  let all = 0;
  for (const [{ id }, tokens] of logged) {
    let missing: string[] = [];
    for (const token of tokens) {
      all++;
      if (!kept.has(idOf(id, token))) missing.push(`${id} ${token}`);
      else {
        const isSaid = ["overrun", "reset"].some((cause) => kept.has(idOf(id, `${cause} ${token}`)));
        if (!isSaid) lost.push(...missing);
        missing = [];
      }
    }
    lost.push(...missing);
  }
  return {
    logged: all,
    kept: rows.filter(({ kind }) => kind === "door_forced").length,
    lost,
    doubled: rows.filter(({ times }) => times > 1).length,
    gaps: rows.filter(({ kind }) => kind === "gap").length,
  };
}
