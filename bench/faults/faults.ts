// What goes wrong around one operation. Each is brought about at a moment drawn from the seed and is over when `heal` has run.
import type { Random } from "#scripts/seed/random.ts";
import type { NetworkFault } from "#simulators/network/faults.ts";
import type { World } from "./world.ts";

export interface Fault {
  name: string;
  /** Before the operation is sent. */
  before?(): Promise<void> | void;
  /** While it is under way. */
  during?(): Promise<void>;
}

/** A write path has some tens of statements, the lanes' own between them. */
const STATEMENTS = 60;
const SOON_MS = 500;
/** Long enough for a gate's five seconds to pass. */
const FREEZE_MS = 6_000;

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

type Maker = (world: World, random: Random) => Fault;

export const FAULTS: Record<string, Maker> = {
  none: () => ({ name: "none" }),
  kill_server_at_statement: ({ server }, random) => {
    const [statement, when] = [1 + random.below(STATEMENTS), random.pick(["before", "after"] as const)];
    return { name: `kill_server_at_statement ${when} ${statement}`, before: () => server.arm(statement, when) };
  },
  kill_server: ({ server }, random) => afterAWhile("kill_server", random, () => server.kill()),
  kill_database: (world, random) => afterAWhile("kill_database", random, () => world.killDatabase()),
  kill_both: (world, random) =>
    afterAWhile("kill_both", random, async () => {
      await Promise.all([world.killDatabase(), world.server.kill()]);
    }),
  cut_connections: ({ admin }, random) =>
    afterAWhile("cut_connections", random, async () => {
      await admin.query("select pg_terminate_backend(pid) from pg_stat_activity where usename = 'authenticator'");
    }),
  freeze_server: ({ server }, random) => ({
    name: "freeze_server",
    during: async () => {
      await pause(random.below(100));
      await server.freeze(FREEZE_MS);
    },
  }),
  device_offline: (world, random) => ({
    name: "device_offline",
    before: () => random.pick(world.houses).device.faults.offline(),
  }),
  device_forgets: (world, random) =>
    afterAWhile("device_forgets", random, async () => random.pick(world.houses).device.faults.wipe()),
  device_edited: (world, random) =>
    afterAWhile("device_edited", random, async () => {
      random.pick(world.houses).device.faults.editByHand((state) => {
        const token = [...state.credentials.keys()].find((key) => key.startsWith("wp-"));
        if (token !== undefined) state.credentials.delete(token);
      });
    }),
  ...Object.fromEntries(
    (
      [
        { kind: "latency", ms: 300 },
        { kind: "reset-before" },
        { kind: "reset-after" },
        { kind: "status", status: 400 },
        { kind: "status", status: 401 },
        { kind: "status", status: 503 },
        { kind: "html", status: 500 },
        { kind: "garbage" },
        { kind: "truncated" },
      ] as const satisfies NetworkFault[]
    ).map((fault): [string, Maker] => {
      const name = `device_${fault.kind}${"status" in fault ? `_${fault.status}` : ""}`;
      return [name, (world, random) => deviceFault(name, fault, world, random)];
    }),
  ),
};

/** Strikes within the first half second; the operation may be over by then, and its copies on their way. */
function afterAWhile(name: string, random: Random, strike: () => Promise<void>): Fault {
  const delay = random.below(SOON_MS);
  return {
    name: `${name} after ${delay} ms`,
    during: async () => {
      await pause(delay);
      await strike();
    },
  };
}

function deviceFault(name: string, fault: NetworkFault, world: World, random: Random): Fault {
  const times = 1 + random.below(3);
  const devices = [...world.houses.map((house) => house.device), world.gate.device];
  return {
    name: `${name} ${times} times`,
    before: () => {
      for (const device of devices) device.faults.add(fault, { times });
    },
  };
}

/** Everything runs, answers and is linked again, as it was before the fault. */
export async function heal(world: World): Promise<void> {
  for (const { device } of world.houses) {
    device.faults.clear();
    if (!device.online) await device.faults.online();
  }
  world.gate.device.faults.clear();
  await world.databaseBack();
  await world.server.start();
}
