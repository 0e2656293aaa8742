// The list page of bench/list.ts on a very large installation, against SQL and against a small one.
import { okLoad } from "../http-load.ts";
import { benchList, listRequest } from "../list.ts";
import { startMeasured } from "../measured-server.ts";

import { signInReaders } from "../sign-in.ts";
import { alternating, median, type Row } from "../statistics.ts";
import type { ScaleBench } from "./scale-bench.ts";

const SMALL = 10_000;
const GOAL_GROWTH = 1.5;
const ROUNDS = 5;
const SECONDS = 4;
const WARM_UP_SECONDS = 6;
const CLIENTS = 8;

export async function benchManyPeople({ cluster, database, server, startServer }: ScaleBench): Promise<Row[]> {
  const { caller, tokens } = await signInReaders(database.admin, server.port);
  const floor = await startMeasured("bare-route.ts", {
    BENCH_URL: database.authenticatorUrl,
    BENCH_SESSION: caller.sessionId,
    BENCH_USER: caller.userId,
  });
  const { people } = database;
  const rows = await benchList({ serverPort: server.port, floorPort: floor.port, tokens, people });
  await floor.stop();

  const small = await cluster.open({ people: SMALL, logs: 0, doorEvents: 0, seed: database.seed });
  const smallServer = await startServer(small);
  try {
    const few = await signInReaders(small.admin, smallServer.port);
    const run = (port: number, bearers: readonly string[]) => (seconds: number) => {
      const lists = bearers.map(listRequest);
      let turn = 0;
      return okLoad({ port, clients: CLIENTS, seconds, request: () => lists[turn++ % lists.length] ?? "" });
    };
    const [large, little] = [run(server.port, tokens), run(smallServer.port, few.tokens)];
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
