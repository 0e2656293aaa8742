// (f) What a first contact costs a server: identity, doors, profiles, lists, log and door states of units that it has never met. The engine of
// another version of the portal may be measured in turns with this one's, so that a change shows as a ratio.
import { until } from "#tests/chaos/world/quiet.ts";
import { paced } from "#tests/support/pace.ts";
import { median, type Row } from "../statistics.ts";
import { startEngineProcess } from "./engines.ts";
import type { ServersBench } from "./servers.ts";
import { startSimulatorProcess } from "./simulators.ts";

const WORKERS = 256;
const ROUNDS = 3;
const MET_WITHIN_MS = paced(300_000);

export interface ContactBench extends Pick<ServersBench, "world" | "authenticatorUrl" | "secret" | "compareEveryMs"> {
  controllers: number;
  /** A folder with another version of the portal; null: none. */
  beside: string | null;
}

/** The cost of one controller. */
interface Contact {
  cpuMs: number;
  calls: number;
}

export async function benchContact(bench: ContactBench): Promise<Row[]> {
  const { controllers, beside } = bench;
  // The first engine on a new database pays for plans and caches that later ones find.
  await meet(bench, null);
  const [ours, theirs]: [Contact[], Contact[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    ours.push(await meet(bench, null));
    if (beside !== null) theirs.push(await meet(bench, beside));
  }
  const now = mediansOf(ours);
  const before = beside === null ? null : mediansOf(theirs);
  const work = `first contact with ${controllers} controllers of two doors each`;
  const compared = (unit: string, figure: keyof Contact): string =>
    before === null
      ? `${now[figure].toFixed(1)} ${unit}`
      : `${(now[figure] / before[figure]).toFixed(2)} × the version beside (${before[figure].toFixed(1)} → ${now[figure].toFixed(1)} ${unit})`;
  return [
    { work: `${work}: the server's processor for each`, measured: compared("ms", "cpuMs"), goal: "none", met: null },
    { work: `${work}: calls to each`, measured: compared("calls", "calls"), goal: "none", met: null },
  ];
}

const mediansOf = (found: readonly Contact[]): Contact => ({
  cpuMs: median(found.map(({ cpuMs }) => cpuMs)),
  calls: median(found.map(({ calls }) => calls)),
});

/** Has a new engine meet new controllers. */
async function meet(bench: ContactBench, folder: string | null): Promise<Contact> {
  const { world, controllers } = bench;
  const devices = startSimulatorProcess(controllers);
  const server = startEngineProcess({ ...bench, workers: WORKERS, folder });
  try {
    const ids = await world.addControllers(await devices.ask("start", { count: controllers, options: { doors: 2 } }));
    const before = await server.cpuMs();
    await server.start();
    const areMet = async () => {
      const met = await world.one<number>(
        `select count(*)::int from controller_sync s join door_event_cursors e using (controller_id)
         where s.controller_id = any ($1) and s.last_full_at is not null and e.complete_to is not null and e.states_at > now()`,
        [ids],
      );
      return met === ids.length;
    };
    if (!(await until(areMet, MET_WITHIN_MS))) throw new Error("not every controller was met in time");
    const cpuMs = ((await server.cpuMs()) - before) / controllers;
    const counts = Object.values(await devices.ask("calls", {}));
    await server.stop();
    return { cpuMs, calls: counts.reduce((sum, count) => sum + count, 0) / controllers };
  } finally {
    await server.end();
    await world.admin.query("update controllers set enabled = false");
    await devices.stop();
  }
}
