// Measures the effect of a greedy organisation on its neighbours: their people page alone, and beside fourteen requests without pause
// of two of that organisation's administrators, for the largest replies that they may have, or for embeds in a circle.
import { okLoad } from "./http-load.ts";
import { listRequest } from "./list.ts";
import { startChild } from "./scale/child.ts";
import { alternating, median, type Row } from "./statistics.ts";

const ROUNDS = 5;
const SECONDS = 4;
const WARM_UP_SECONDS = 3;
const GREEDY_REQUESTS = 14;
const GOAL = 2;

export interface NeighboursBench {
  serverPort: number;
  token: string;
  greedy: readonly string[];
}

interface Greed {
  work: string;
  select: string;
  /** One of them is answered at least. */
  statuses: readonly string[];
}

const LARGEST: Greed = {
  work: `a neighbour's page of people while ${GREEDY_REQUESTS} of one organisation's largest requests run`,
  select:
    "*,organizations(id,name),credentials(id,credential_value,valid_from,valid_to,controller_assignments(id,controllers(id,name),access_points(*)))",
  statuses: ["200", "413"],
};
/** A circular embed whose levels multiply: gigabytes, if it were answered. */
const CIRCULAR: Greed = {
  work: `the same while ${GREEDY_REQUESTS} requests for embeds in a circle run`,
  select: "*,credentials(*,end_users(*,credentials(*,end_users(*,credentials(*)))))",
  statuses: ["400"],
};

function greedyRequest(token: string, select: string): string {
  return `GET /rest/v1/end_users?select=${select}&limit=1000 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\napikey: portal\r\n\r\n`;
}

export async function benchNeighbours(bench: NeighboursBench): Promise<Row[]> {
  return [await besides(bench, LARGEST), await besides(bench, CIRCULAR)];
}

async function besides({ serverPort: port, token, greedy }: NeighboursBench, greed: Greed): Promise<Row> {
  const page = listRequest(token);
  const neighbour = (seconds: number) => okLoad({ port, clients: 1, seconds, request: () => page });
  const requests = greedy.map((one) => greedyRequest(one, greed.select));
  const attacker = await startChild<Record<string, number>>(
    "../greedy-attacker.ts",
    [port, GREEDY_REQUESTS, SECONDS].map(String).concat(requests),
  );
  const beside = async () => {
    const [felt, statuses] = await Promise.all([neighbour(SECONDS), attacker.ask()]);
    if (!greed.statuses.some((status) => statuses[status] !== undefined))
      throw new Error(`the greedy organisation was answered ${JSON.stringify(statuses)}`);
    return felt;
  };
  await neighbour(WARM_UP_SECONDS);
  const taken = await alternating({ ours: beside, floor: () => neighbour(SECONDS) }, ROUNDS);
  await attacker.stop();
  const ratio = median(taken.ours.map(({ p95Ms }) => p95Ms)) / median(taken.floor.map(({ p95Ms }) => p95Ms));
  return {
    work: greed.work,
    measured: `p95 ${ratio.toFixed(2)} × that of the page alone`,
    goal: `≤ ${GOAL} ×`,
    met: ratio <= GOAL,
  };
}
