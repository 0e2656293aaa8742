// The list page of bench/list.ts on a very large installation: against the same hand-written SQL, and against itself on a small one.
import { okLoad } from "../http-load.ts";
import { benchList, listRequest } from "../list.ts";
import { startMeasured } from "../measured-server.ts";
import { benchId } from "../seed-database.ts";
import { signInForBench } from "../sign-in.ts";
import { alternating, median, type Row } from "../statistics.ts";
import type { ScaleBench } from "./scale.ts";

const SMALL = 10_000;
const GOAL_GROWTH = 1.5;
const ROUNDS = 5;
const SECONDS = 4;
const WARM_UP_SECONDS = 6;
const CLIENTS = 8;

export async function benchManyPeople({ cluster, database, server, startServer }: ScaleBench): Promise<Row[]> {
  const organizationId = benchId(1, 1);
  const caller = await signInForBench({ admin: database.admin, serverPort: server.port, organizationId });
  const floor = await startMeasured("bare-route.ts", {
    BENCH_URL: database.authenticatorUrl,
    BENCH_SESSION: caller.sessionId,
    BENCH_USER: caller.userId,
  });
  const { people } = database;
  const rows = await benchList({ serverPort: server.port, floorPort: floor.port, token: caller.token, people });
  await floor.stop();

  const small = await cluster.open({ people: SMALL, logs: 0, seed: database.seed });
  const smallServer = await startServer(small);
  try {
    const { token } = await signInForBench({ admin: small.admin, serverPort: smallServer.port, organizationId });
    const run = (port: number, bearer: string) => (seconds: number) =>
      okLoad({ port, clients: CLIENTS, seconds, request: () => listRequest(bearer) });
    const [large, little] = [run(server.port, caller.token), run(smallServer.port, token)];
    await large(WARM_UP_SECONDS);
    await little(WARM_UP_SECONDS);
    const taken = await alternating({ ours: () => large(SECONDS), floor: () => little(SECONDS) }, ROUNDS);
    const growth = median(taken.floor.map((one) => one.perSecond)) / median(taken.ours.map((one) => one.perSecond));
    return [
      ...rows,
      {
        work: `the same list's time at ${people.toLocaleString("en")} people and at ${SMALL.toLocaleString("en")}`,
        measured: `${growth.toFixed(2)} × (median answer ${median(taken.floor.map((one) => one.p50Ms)).toFixed(1)} → ${median(taken.ours.map((one) => one.p50Ms)).toFixed(1)} ms at ${CLIENTS} clients)`,
        goal: `≤ ${GOAL_GROWTH} ×`,
        met: growth <= GOAL_GROWTH,
      },
    ];
  } finally {
    await smallServer.stop();
  }
}
