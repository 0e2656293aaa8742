// A list page of 50 people with credentials and doors, as an org admin under RLS, against hand-written SQL.
import { okLoad } from "./http-load.ts";
import { alternating, median, type Row } from "./statistics.ts";

const ROUNDS = 5;
const SECONDS = 4;
const WARM_UP_SECONDS = 6;
const CLIENTS = 8;
const GOAL = 0.75;

export interface ListBench {
  serverPort: number;
  floorPort: number;
  /** One account per client: a session is answered two lists at a time. */
  tokens: readonly string[];
  people: number;
}

export function listRequest(token: string): string {
  const select =
    "id,first_name,last_name,created_at,credentials(id,credential_type,credential_value,vehicle_type,valid_from,valid_to,enabled,controller_assignments(controller_id,access_point_id))";
  return `GET /rest/v1/end_users?select=${select}&order=created_at.desc&limit=50 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\napikey: portal\r\n\r\n`;
}

export async function benchList({ serverPort, floorPort, tokens, people }: ListBench): Promise<Row[]> {
  const ours = tokens.map(listRequest);
  let turn = 0;
  const next = () => ours[turn++ % ours.length] ?? "";
  const floor = "GET /list HTTP/1.1\r\nHost: x\r\n\r\n";
  const oursRun = (seconds: number) => okLoad({ port: serverPort, clients: CLIENTS, seconds, request: next });
  const floorRun = (seconds: number) => okLoad({ port: floorPort, clients: CLIENTS, seconds, request: () => floor });
  await oursRun(WARM_UP_SECONDS);
  await floorRun(WARM_UP_SECONDS);
  const results = await alternating({ ours: () => oursRun(SECONDS), floor: () => floorRun(SECONDS) }, ROUNDS);
  const ratio = median(results.ours.map((run) => run.perSecond)) / median(results.floor.map((run) => run.perSecond));
  return [
    {
      work: `list of 50 of ${people.toLocaleString("en")} people with credentials and doors, /rest/v1`,
      measured: `${ratio.toFixed(2)} × a bare route's rate`,
      goal: `≥ ${GOAL} ×`,
      met: ratio >= GOAL,
    },
  ];
}
