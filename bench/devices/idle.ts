// (e) What reading the logs of quiet controllers costs each server: nothing changes, every log is asked at its interval.
import { systemClock } from "#drivers/clock.ts";
import type { Row } from "../statistics.ts";
import { startEngineProcess } from "./engines.ts";
import type { ServersBench } from "./servers.ts";

const WORKERS = 256;
const SETTLE_MS = 30_000;
const MEASURED_MS = 60_000;
/** By the number of servers. Two serve ten times as many controllers. */
const GOAL_CORES = { 1: 0.25, 2: 1 };
const LOG_CALL = /FetchEvents/;

export async function benchIdle(bench: ServersBench, count: keyof typeof GOAL_CORES): Promise<Row[]> {
  const { controllerIds, devices, latencyMs } = bench;
  const servers = Array.from({ length: count }, () => startEngineProcess({ ...bench, workers: WORKERS }));
  const used = () => Promise.all(servers.map((server) => server.cpuMs()));
  try {
    for (const server of servers) await server.start();
    await systemClock.wait(SETTLE_MS);
    const logCalls = async () =>
      Object.entries(await devices.ask("calls", {}))
        .filter(([operation]) => LOG_CALL.test(operation))
        .reduce((sum, [, count]) => sum + count, 0);
    await logCalls();
    const before = await used();
    const startedAt = systemClock.monotonic();
    await systemClock.wait(MEASURED_MS);
    const after = await used();
    const ms = systemClock.monotonic() - startedAt;
    const cores = after.map((cpu, i) => (cpu - (before[i] ?? 0)) / ms);
    const calls = await logCalls();
    for (const server of servers) await server.stop();
    const a = Math.round((calls * 1000) / ms);
    return [
      {
        work: `${controllerIds.length} quiet controllers, ${latencyMs} ms each: the processor of ${count === 1 ? "the server" : `each of ${count} servers`} while their logs are read (${a} a second)`,
        measured: `${cores.map((one) => one.toFixed(2)).join(" and ")} cores`,
        goal: `≤ ${GOAL_CORES[count]} cores`,
        met: Math.max(...cores) <= GOAL_CORES[count],
      },
    ];
  } finally {
    for (const server of servers) await server.end();
  }
}
