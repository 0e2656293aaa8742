// (b) One weekly code to every controller at once on at most eight database connections; and again while some hang.
import { randomInt, randomUUID } from "node:crypto";
import { systemClock } from "#drivers/clock.ts";
import { encryptWeeklyCode } from "#server/weekly-codes/encrypt.ts";
import type { SyncWorld } from "#tests/chaos/world/engines.ts";
import type { Row } from "../statistics.ts";
import type { SimulatedDevices } from "./simulators.ts";

/** A code is a new person on each device: read, write and read back both user and credential. */
const NEEDED_CALLS = 6;
const FACTOR = 1.2;
/** Workers in the formula of the goal. The engine runs twice as many. */
const WORKERS = 128;
const CONNECTIONS_MAX = 8;
/** For 500 controllers, and longer for more. */
const DONE_WITHIN_MS = 180_000;
const DONE_WITHIN_MS_EACH = DONE_WITHIN_MS / 500;

export interface WeeklyBench {
  world: SyncWorld;
  devices: SimulatedDevices;
  controllerIds: readonly string[];
  first: number;
  latencyMs: number;
  hanging: number;
}

export async function benchWeekly(bench: WeeklyBench): Promise<Row[]> {
  const { devices, controllerIds, first, latencyMs, hanging } = bench;
  const count = controllerIds.length;
  const goal = FACTOR * Math.ceil(count / WORKERS) * NEEDED_CALLS * latencyMs;
  const all = await sendCode(bench, new Set(), 1);
  const rows: Row[] = [
    {
      work: `a weekly code on ${count} controllers, done and read back (${(all.calls / count).toFixed(1)} calls sent to each)`,
      measured: `${all.ms.toFixed(0)} ms on ${all.connections} database connections; the engine itself computed for ${all.cpuMs.toFixed(0)} ms`,
      goal: `≤ ${FACTOR} × ⌈${count}/${WORKERS}⌉ × ${NEEDED_CALLS} × ${latencyMs} = ${goal.toFixed(0)} ms on ≤ ${CONNECTIONS_MAX}`,
      met: all.ms <= goal && all.connections <= CONNECTIONS_MAX,
    },
  ];
  const silent = new Set([...controllerIds.keys()].slice(0, hanging));
  await devices.ask("hang", { devices: [...silent].map((index) => first + index) });
  const rest = await sendCode(bench, silent, 2);
  await devices.ask("latency", { ms: latencyMs });
  rows.push({
    work: `the same on the other ${count - hanging} while ${hanging} of them hang`,
    measured: `${rest.ms.toFixed(0)} ms, ${(rest.ms / all.ms).toFixed(2)} × the run without`,
    goal: `≤ ${goal.toFixed(0)} ms`,
    met: rest.ms <= goal,
  });
  return rows;
}

export async function sendCode(
  { world, devices, controllerIds, first }: WeeklyBench,
  silent: ReadonlySet<number>,
  week: number,
): Promise<{ ms: number; cpuMs: number; calls: number; connections: number }> {
  const { admin, keys } = world;
  const [id, pin] = [randomUUID(), String(randomInt(100_000, 1_000_000))];
  await devices.ask("clearCalls", {});
  await admin.query(
    `with code as (insert into weekly_codes (id, code, week_number, year, valid_from, valid_to)
       values ($1, $2, $3, 2026, now() - interval '1 day', now() + interval '6 days'))
     insert into weekly_code_assignments (weekly_code_id, controller_id) select $1, unnest($4::uuid[])`,
    [id, encryptWeeklyCode(keys, id, pin), week, controllerIds],
  );
  const began = performance.now();
  const cpu = process.cpuUsage();
  let connections = 0;
  for (let done = 0; done < controllerIds.length - silent.size; ) {
    await systemClock.wait(20);
    const { rows } = await admin.query<{ done: number; connections: number }>({
      name: "bench-weekly",
      text: `select (select count(*) from device_sync where source_id = $1 and not pending)::int as done,
        (select count(*) from pg_stat_activity where datname = current_database() and usename = 'authenticator')::int as connections`,
      values: [id],
    });
    done = rows[0]?.done ?? 0;
    connections = Math.max(connections, rows[0]?.connections ?? 0);
    const limit = Math.max(DONE_WITHIN_MS, controllerIds.length * DONE_WITHIN_MS_EACH);
    if (performance.now() - began > limit) throw new Error(`a weekly code reached only ${done} controllers`);
  }
  const ms = performance.now() - began;
  const { user, system } = process.cpuUsage(cpu);
  const cpuMs = (user + system) / 1_000;
  const calls = Object.values(await devices.ask("calls", {})).reduce((sum, one) => sum + one, 0);
  const asked = [...controllerIds.keys()].filter((index) => !silent.has(index));
  const opens = await devices.ask("opens", { asked: asked.map((index) => ({ device: first + index, pin, door: 0 })) });
  if (opens.includes(false)) throw new Error("a door does not open for a code that was recorded");
  return { ms, cpuMs, calls, connections };
}
