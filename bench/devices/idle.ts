// (e) What reading the logs of quiet controllers costs a server: nothing changes, every log is asked at its interval.
import { systemClock } from "#drivers/clock.ts";
import type { Row } from "../statistics.ts";
import { startEngineProcess } from "./engines.ts";
import type { ServersBench } from "./servers.ts";

const WORKERS = 256;
const SETTLE_MS = 30_000;
const MEASURED_MS = 60_000;
const GOAL_CORES = 0.25;
const LOG_CALL = /FetchEvents/;

export async function benchIdle(bench: ServersBench): Promise<Row[]> {
  const { controllerIds, devices, latencyMs } = bench;
  const server = startEngineProcess({ ...bench, workers: WORKERS });
  try {
    await server.start();
    await systemClock.wait(SETTLE_MS);
    const logCalls = async () =>
      Object.entries(await devices.ask("calls", {}))
        .filter(([operation]) => LOG_CALL.test(operation))
        .reduce((sum, [, count]) => sum + count, 0);
    await logCalls();
    const before = await server.cpuMs();
    const startedAt = systemClock.monotonic();
    await systemClock.wait(MEASURED_MS);
    const cores = ((await server.cpuMs()) - before) / (systemClock.monotonic() - startedAt);
    const calls = await logCalls();
    await server.stop();
    return [
      {
        work: `${controllerIds.length} quiet controllers, ${latencyMs} ms each: the server's processor while their logs are read (${Math.round((calls * 1000) / MEASURED_MS)} a second)`,
        measured: `${cores.toFixed(2)} cores`,
        goal: `≤ ${GOAL_CORES} cores`,
        met: cores <= GOAL_CORES,
      },
    ];
  } finally {
    await server.end();
  }
}
