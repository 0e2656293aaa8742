// (d) A weekly code to every controller by two servers against one, with half the workers, which bound the time.
import { systemClock } from "#drivers/clock.ts";
import { alternating, median, type Row } from "../statistics.ts";
import { startEngineProcess } from "./engines.ts";
import { sendCode, type WeeklyBench } from "./weekly.ts";

const WORKERS = 64;
const GOAL = 0.6;
const ROUNDS = 5;
const IDLE_MS = 6_000;
/** A weekly code is two writes: a person and a credential. */
const WRITES_EACH = 2;
const WRITES = /:Set|:Remove/;

export interface ServersBench extends WeeklyBench {
  authenticatorUrl: string;
  secret: string;
  compareEveryMs: number;
}

export async function benchServers(bench: ServersBench): Promise<Row[]> {
  const { controllerIds, devices, latencyMs } = bench;
  const servers = [
    startEngineProcess({ ...bench, workers: WORKERS }),
    startEngineProcess({ ...bench, workers: WORKERS }),
  ];
  let week = 10;
  let spare = 0;
  const run = async (count: number) => {
    const working = servers.slice(0, count);
    for (const server of working) await server.start();
    await systemClock.wait(IDLE_MS);
    const { ms } = await sendCode(bench, new Set(), week++);
    const calls = Object.entries(await devices.ask("calls", {}));
    const writes = calls.filter(([operation]) => WRITES.test(operation)).reduce((sum, [, n]) => sum + n, 0);
    spare += writes - WRITES_EACH * controllerIds.length;
    for (const server of working) await server.stop();
    return ms;
  };
  try {
    await run(1);
    await run(2);
    const taken = await alternating({ ours: () => run(2), floor: () => run(1) }, ROUNDS);
    const [two, one] = [median(taken.ours), median(taken.floor)];
    return [
      {
        work: `a weekly code on ${controllerIds.length} controllers, ${latencyMs} ms each: two servers with ${WORKERS} workers each on one PostgreSQL, and one`,
        measured: `${(two / one).toFixed(2)} × one server's time (${one.toFixed(0)} → ${two.toFixed(0)} ms); ${spare} writes more than needed in ${2 * ROUNDS + 2} runs`,
        goal: `≤ ${GOAL} ×; nothing done twice`,
        met: two <= GOAL * one && spare === 0,
      },
    ];
  } finally {
    await Promise.all(servers.map((server) => server.end()));
  }
}
