// Many admins with the log open while cars pass: server cost, and whether any row is missed.
import { setTimeout as wait } from "node:timers/promises";
import { startGates } from "../passages.ts";
import { signInMany } from "../sign-in.ts";
import type { Row } from "../statistics.ts";
import { startChild } from "./child.ts";
import type { SocketReport } from "./many-sockets.ts";
import type { ScaleBench } from "./scale-bench.ts";

const ADMINS = 200;
const PER_SECOND = 50;
const GOAL_CORES = 1;
const GOAL_MB = 400;
const WARM_UP_SECONDS = 10;
const SETTLE_MS = 3_000;
const SAMPLE_MS = 1_000;

export async function benchAdmins({ database, server, seconds }: ScaleBench): Promise<Row[]> {
  const { admin, people } = database;
  const callers = await signInMany({ admin, serverPort: server.port, organizationId: null }, ADMINS);
  const gates = await startGates({ admin, serverPort: server.port, people });
  const sockets = await startChild<SocketReport[]>("many-sockets.ts", [
    String(server.port),
    ...callers.map(({ token }) => token),
  ]);
  try {
    await gates.drive(PER_SECOND, WARM_UP_SECONDS);
    let residentMb = 0;
    const look = async () => {
      const mb = await server.residentMb();
      residentMb = Math.max(residentMb, mb);
    };
    const watch = setInterval(() => void look(), SAMPLE_MS);
    const [cpu, began] = [await server.cpuSeconds(), performance.now()];
    const passages = await gates.drive(PER_SECOND, seconds);
    await wait(SETTLE_MS);
    const cores = ((await server.cpuSeconds()) - cpu) / ((performance.now() - began) / 1000);
    clearInterval(watch);
    const reports = await sockets.ask();
    const missed = reports.reduce((sum, report) => {
      const seen = new Set(report.inserted);
      return sum + passages.filter(({ logId }) => !seen.has(logId)).length;
    }, 0);
    const messages = reports.reduce((sum, { inserted, updates }) => sum + inserted.length + updates, 0);
    const lost = reports.filter(({ closed }) => closed).length;
    return [
      {
        work: `${ADMINS} admins' sockets subscribed, ${PER_SECOND} passages a second for ${seconds} s (${messages.toLocaleString("en")} messages)`,
        measured: `the server used ${cores.toFixed(2)} cores and at most ${residentMb.toFixed(0)} MB; ${missed} of ${(passages.length * ADMINS).toLocaleString("en")} rows missed, ${lost} sockets lost`,
        goal: `≤ ${GOAL_CORES} core, ≤ ${GOAL_MB} MB, none missed`,
        met: cores <= GOAL_CORES && residentMb <= GOAL_MB && missed === 0 && lost === 0,
      },
    ];
  } finally {
    await sockets.stop();
    gates.close();
  }
}
