// A campaign of random edits: everybody edits everything while devices drop calls, lie, restart and are edited by hand, and
// servers die. After quiet every device must do exactly what the database says.
import { randomUUID } from "node:crypto";
import { systemClock } from "#drivers/clock.ts";
import type { DoorController } from "#drivers/port.ts";
import { isDatabaseUnavailable } from "#server/platform/http/errors.ts";
import { disagreement, leakedReservations } from "../oracle/agreement.ts";
import { type House, type Spoiled, startHouses } from "../world/device-fixtures.ts";
import { makeSyncWorld, type SyncWorldOptions } from "../world/engines.ts";
import type { Between, WorldEngine } from "../world/open-engine.ts";
import { carryOutEdit, type Stage } from "./carry-out.ts";
import { type Edit, planEdit, type Size } from "./plan-edits.ts";

export interface CampaignOptions extends Pick<SyncWorldOptions, "adminUrl" | "authenticatorUrl" | "keys" | "log"> {
  seed: number;
  /** Edits that met somebody; those of a person who is not there do not count. */
  edits: number;
  people?: number;
  pins?: number;
  spoiled?: Spoiled;
  /** Engines at work at once, as servers on one database. */
  servers?: number;
  /** After how many edits reservations are looked at while everything moves. */
  watchEvery?: number;
  /** A bug planted between engine and world, to see that the campaign finds it. */
  between?: Between;
  /** Called when the controllers are known and before the first edit. */
  arrange?: (stage: Stage) => Promise<void>;
  /** Edits that are left out. */
  without?: readonly Edit["kind"][];
  quietWithinMs?: number;
  progress?: (done: number) => void;
}

export interface CampaignResult {
  edits: Record<"done" | "nobody" | "pin taken", number>;
  calls: number;
  spoiledCalls: number;
  lies: number;
  kills: number;
  people: number;
  /** Answers of devices that were compared with the database's. */
  asked: number;
  differences: string[];
  ghosts: string[];
  duplicates: string[];
  /** PINs that were on a device and reserved by nobody, at any moment that was looked at. */
  unreserved: string[];
  leakedReservations: number;
  /** Objects of others that are gone or changed. */
  foreignTouched: string[];
  /** Writes under way at one device at once; more than one would be two lanes. */
  mostWritesAtOnce: number;
}

type Server = WorldEngine & { bootId: string };

const DOORS = ["Entré", "Garage", "Soprum"];
const HOUSES = 3;
const SPOILED: Spoiled = { faults: 0.02, lies: 0.02 };
const QUICK = { pollMs: 50, renewMs: 1_000, leaseSeconds: 6, pairsPerTurn: 7, compareEveryMs: 20_000 };
const TIMEOUTS = { connectMs: 2_000, callMs: 1_500, totalMs: 3_000 };
/** A campaign does not wait out the pauses of a failing controller: as a person who presses "Synka nu". */
const NUDGE_EVERY = 25;
const TRIES = 10;
const DAY_MS = 86_400_000;
/** Moments at which every door is asked about every PIN, in days from the end; windows end between them. */
const MOMENTS_DAYS = [0, 0.5, 20, 60, 150];

export async function runCampaign(options: CampaignOptions): Promise<CampaignResult> {
  const { seed, edits, spoiled = SPOILED, quietWithinMs = 120_000 } = options;
  const size: Size = { houses: HOUSES, doors: DOORS, people: options.people ?? 60, pins: options.pins ?? 90 };
  const houses = await startHouses(HOUSES, DOORS, { seed, ...spoiled });
  const world = await makeSyncWorld({ ...options, timeouts: TIMEOUTS });
  const watched = watchWrites(options.between);
  /** Boot ids of servers that were killed: the next one of the same data folder ends their leases. */
  const dead: string[] = [];
  const boot = (): Server => {
    const bootId = randomUUID();
    return { bootId, ...world.makeEngine({ bootId, previousBootIds: [...dead], options: QUICK }, watched.between) };
  };
  const servers: Server[] = [];
  const tally = { done: 0, nobody: 0, "pin taken": 0 };
  const unreserved = new Set<string>();
  try {
    for (let server = 0; server < (options.servers ?? 1); server++) servers.push(boot());
    for (const { engine } of servers) await engine.start();
    const ids = await world.addControllers(houses.map(({ simulator }) => simulator));
    for (const [index, house] of houses.entries()) house.id = ids[index] ?? "";
    await world.quiet(quietWithinMs);
    const stage: Stage = {
      world,
      houses,
      people: new Map(),
      codes: new Map(),
      returning: new Set(),
      kill: async () => {
        const victim = servers.shift();
        if (!victim) return;
        dead.push(victim.bootId);
        await world.kill(victim);
        const next = boot();
        servers.push(next);
        await patiently(() => next.engine.start());
      },
      rebuild: async (controllerId) => patiently(async () => servers[0]?.engine.rebuild(controllerId)),
    };
    await options.arrange?.(stage);
    for (const house of houses) house.spoil();
    for (let step = 0, tried = 0; tried < edits; step++) {
      const { edit, pauseMs } = planEdit(seed, step, size);
      if (options.without?.includes(edit.kind)) continue;
      const outcome = await carryOutEdit(stage, edit);
      tally[outcome]++;
      if (outcome === "nobody") continue;
      tried++;
      if (pauseMs > 0) await systemClock.wait(pauseMs);
      if (tried % NUDGE_EVERY === 0) await nudge(servers, houses);
      if (tried % (options.watchEvery ?? 50) === 0)
        for (const pin of await freeWhilePresent(stage)) unreserved.add(pin);
      options.progress?.(tried);
    }
    await Promise.all(stage.returning);
    for (const house of houses) house.heal();
    await settle(stage, servers, quietWithinMs);
    return {
      edits: tally,
      kills: dead.length,
      calls: sum(houses, ({ simulator }) => simulator.requests.total()),
      spoiledCalls: sum(houses, ({ simulator }) => simulator.requests.spoiled()),
      lies: sum(houses, ({ lies }) => lies),
      people: stage.people.size,
      ...(await disagreement(world.admin, world.keys, houses, moments())),
      unreserved: [...unreserved, ...(await freeWhilePresent(stage))],
      leakedReservations: await leakedReservations(world.admin),
      foreignTouched: houses.flatMap(foreignTouched),
      mostWritesAtOnce: watched.most(),
    };
  } finally {
    await world.close();
    await Promise.all(houses.map(({ simulator }) => simulator.close()));
  }
}

/** As whoever supervises a server, or presses a button again: on a busy machine a connection to the database may take too long. */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (let left = TRIES; ; left--) {
    try {
      return await work();
    } catch (error) {
      if (left <= 1 || !isDatabaseUnavailable(error)) throw error;
    }
  }
}

/** Everything is compared once more, and whoever rests is woken, until nothing is open. */
async function settle({ world, houses }: Stage, servers: readonly WorldEngine[], limitMs: number): Promise<void> {
  await world.admin.query("update controller_sync set verify_at = now()");
  const done = new AbortController();
  const nudging = (async () => {
    while (!done.signal.aborted) {
      await nudge(servers, houses);
      await systemClock.wait(250);
    }
  })();
  try {
    await world.quiet(limitMs);
  } finally {
    done.abort();
    await nudging;
  }
}

async function nudge(servers: readonly WorldEngine[], houses: readonly House[]): Promise<void> {
  for (const { id } of houses) await patiently(async () => servers[0]?.engine.syncNow(id));
}

/** Half a second past a whole one, so that a device's whole seconds and the database's fractions mean the same. */
function moments(): Date[] {
  const now = Math.floor(Date.now() / 1_000) * 1_000 + 500;
  return MOMENTS_DAYS.map((days) => new Date(now + days * DAY_MS));
}

/**
 * PINs of ours that stood on a device the whole while in which no row reserved them. Asked while lanes work, so only what a
 * device did not change between two looks at it counts.
 */
async function freeWhilePresent({ world, houses }: Stage): Promise<string[]> {
  const free: string[] = [];
  for (const house of houses) {
    const { version } = house.simulator.state;
    const pins = house.carriers().flatMap(({ token, pin }) => (pin !== null && token.startsWith("wp-") ? [pin] : []));
    const { rows } = await world.admin.query<{ pin_hmac: string }>(
      "select pin_hmac from controller_pins where controller_id = $1",
      [house.id],
    );
    if (house.simulator.state.version !== version) continue;
    const reserved = new Set(rows.map((row) => row.pin_hmac));
    free.push(...pins.filter((pin) => !world.keys.pinHmacs(pin).some((hmac) => reserved.has(hmac))));
  }
  return free;
}

function foreignTouched({ simulator, foreign }: House): string[] {
  const pins = new Map(
    simulator.credentials().map(({ token, IdData }) => [token, IdData.find(({ Name }) => Name === "PIN")?.Value]),
  );
  return [...foreign].flatMap(([token, pin]) => (pins.get(token) === pin ? [] : [token]));
}

/** Counts the writes under way at each device, whichever engine sent them. The planted bug lies between this and the engine. */
function watchWrites(planted: Between = {}) {
  const underWay = new Map<string, number>();
  let most = 0;
  const between: Between = {
    ...planted,
    device: (device, connection) => {
      const at = connection.baseUrl.host;
      const write =
        <Args extends unknown[], Result>(call: (...args: Args) => Promise<Result>) =>
        async (...args: Args): Promise<Result> => {
          const now = (underWay.get(at) ?? 0) + 1;
          underWay.set(at, now);
          most = Math.max(most, now);
          try {
            return await call(...args);
          } finally {
            underWay.set(at, (underWay.get(at) ?? 1) - 1);
          }
        };
      const counted: DoorController = {
        ...device,
        putDoorProfile: write((profile) => device.putDoorProfile(profile)),
        putUser: write((user) => device.putUser(user)),
        putCredential: write((credential) => device.putCredential(credential)),
        removeUser: write((token) => device.removeUser(token)),
        removeCredential: write((token) => device.removeCredential(token)),
      };
      return planted.device?.(counted, connection) ?? counted;
    },
  };
  return { between, most: () => most };
}

function sum(houses: readonly House[], of: (house: House) => number): number {
  return houses.reduce((total, house) => total + of(house), 0);
}
