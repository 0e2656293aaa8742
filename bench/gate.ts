// Gate decisions, webhook to answer with the INSERT committed, against pgbench with the same statements in order.
import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { Client } from "pg";
import { webhookHash } from "#server/gates/webhook-credentials.ts";
import { floorScript, floorStatements, GATE, knownCar, plate, type ReadKind } from "./gate-floor.ts";
import { type LoadResult, okLoad } from "./http-load.ts";
import { findPgbench, pgbench } from "./pgbench.ts";
import { poolLoad } from "./pool-load.ts";
import { benchId } from "./seed-database.ts";
import { alternating, median, type Row } from "./statistics.ts";

const ROUNDS = 5;
const SECONDS = 4;
/** Both sides run this long first, for a warm JIT and page cache. */
const WARM_UP_SECONDS = 12;
const GOAL_RATE = 0.55;
const GOAL_P99 = 3;
/** Share of the webhook's rate; its 99th percentile is a multiple of the webhook's. */
const GOAL_PUSH = 0.9;
const GOAL_PUSH_P99 = 1.1;
const PUSH_CLIENTS = 8;

export interface GateBench {
  admin: Client;
  authenticatorUrl: string;
  serverPort: number;
  people: number;
}

export async function benchGate({ admin, authenticatorUrl, serverPort, people }: GateBench): Promise<Row[]> {
  const floor = (await findPgbench()) === null ? "a bare pg pool" : "pgbench";
  if (floor !== "pgbench") console.log("pgbench is not on PATH: a bare pg pool is the floor instead");
  const macro = await macroServer();
  const password = await openToCalls(admin, [GATE], macro.port);
  const call: GateCall = { port: serverPort, gate: GATE, password };
  const oursRun = (clients: number, next: () => number, seconds: number) =>
    webhookLoad({ ...call, clients, next, seconds });
  const floorRun = (kind: ReadKind, clients: number, next: () => number, seconds: number) =>
    floor === "pgbench"
      ? pgbench({
          url: authenticatorUrl,
          role: "portal_gate",
          script: floorScript(kind, people),
          clients,
          seconds,
        })
      : poolLoad({
          url: authenticatorUrl,
          role: "portal_gate",
          clients,
          seconds,
          statements: () => floorStatements(kind, next()),
        });
  const rows: Row[] = [];
  for (const { kind, name, plateOf, goal } of readKinds(people)) {
    let n = Math.floor(Math.random() * 1e6);
    const next = () => plateOf(n++);
    await setOpenings(admin, kind, people);
    await oursRun(8, next, WARM_UP_SECONDS);
    await floorRun(kind, 8, next, WARM_UP_SECONDS);
    for (const clients of [8, 32]) {
      const results = await alternating(
        {
          ours: () => oursRun(clients, next, SECONDS),
          floor: () => floorRun(kind, clients, next, SECONDS),
        },
        ROUNDS,
      );
      if (kind === "opening") await everyOpeningReported(admin);
      const { rate, tail } = ratios(results);
      rows.push({
        work: `gate decision, ${clients} clients, ${name}`,
        measured: `${rate.toFixed(2)} × ${floor}'s rate; p99 ${tail.toFixed(1)} ×`,
        goal: goal ? `≥ ${GOAL_RATE} ×; p99 ≤ ${GOAL_P99} ×` : "none",
        met: goal ? rate >= GOAL_RATE && tail <= GOAL_P99 : null,
      });
    }
  }
  rows.push(await pushRow({ port: serverPort, auth: basic(call), webhook: oursRun, people }));
  macro.close();
  return rows;
}

/** Where and as which gate the LPR server calls. */
interface GateCall {
  port: number;
  /** The number of the gate among the seeded controllers. */
  gate: number;
  password: string;
}

interface WebhookLoad extends GateCall {
  clients: number;
  next: () => number;
  seconds: number;
}

const basic = ({ gate, password }: GateCall): string => Buffer.from(`gate-${gate}:${password}`).toString("base64");

/** Sends an LPR server's calls, each about the next car, for so many seconds. */
export function webhookLoad({ clients, next, seconds, ...call }: WebhookLoad): Promise<LoadResult> {
  const auth = basic(call);
  return okLoad({
    port: call.port,
    clients,
    seconds,
    request: () =>
      `POST /functions/v1/axxon-webhook?regnr=${plate(next())}&gateid=${benchId(2, call.gate)} HTTP/1.1\r\nHost: x\r\nAuthorization: Basic ${auth}\r\nContent-Length: 0\r\n\r\n`,
  });
}

/** Leads the gates to a macro server on this port, and returns the password that their webhooks take from now on. */
export async function openToCalls(admin: Client, gates: readonly number[], macroPort: number): Promise<string> {
  const password = randomBytes(12).toString("base64url");
  await admin.query("set session_replication_role = replica");
  await admin.query(
    "update controllers set webhook_hash = $2, device_ip = '127.0.0.1', device_port = $3 where id = any ($1)",
    [gates.map((gate) => benchId(2, gate)), webhookHash(password), macroPort],
  );
  await admin.query("set session_replication_role = default");
  return password;
}

type Runs = readonly Pick<LoadResult, "perSecond" | "p99Ms">[];

/** Returns the ratios of the medians. */
function ratios({ ours, floor }: { ours: Runs; floor: Runs }): { rate: number; tail: number } {
  const ratio = (figure: "perSecond" | "p99Ms") =>
    median(ours.map((run) => run[figure])) / median(floor.map((run) => run[figure]));
  return { rate: ratio("perSecond"), tail: ratio("p99Ms") };
}

interface PushBench {
  port: number;
  auth: string;
  webhook: (clients: number, next: () => number, seconds: number) => Promise<LoadResult>;
  people: number;
}

/** A camera's push, each of another car, against the LPR server's call: both decide a denied read at the same gate. */
async function pushRow({ port, auth, webhook, people }: PushBench): Promise<Row> {
  let cars = 0;
  let n = Math.floor(Math.random() * 1e6);
  const next = () => people + 1 + (n++ % people);
  const pushes = (seconds: number) =>
    okLoad({ port, clients: PUSH_CLIENTS, seconds, request: () => pushRequest(auth, ++cars, next()) });
  const calls = (seconds: number) => webhook(PUSH_CLIENTS, next, seconds);
  await pushes(WARM_UP_SECONDS);
  await calls(WARM_UP_SECONDS);
  const { rate, tail } = ratios(
    await alternating({ ours: () => pushes(SECONDS), floor: () => calls(SECONDS) }, ROUNDS),
  );
  return {
    work: `a plate camera's push, ${PUSH_CLIENTS} clients, denied reads`,
    measured: `${rate.toFixed(2)} × the LPR webhook's rate; p99 ${tail.toFixed(2)} ×`,
    goal: `≥ ${GOAL_PUSH} ×; p99 ≤ ${GOAL_PUSH_P99} ×`,
    met: rate >= GOAL_PUSH && tail <= GOAL_PUSH_P99,
  };
}

function pushRequest(auth: string, car: number, number: number): string {
  const body = JSON.stringify({
    plateText: plate(number),
    carID: String(car),
    carState: "new",
    carMoveDirection: "unknown",
    capture_timestamp: String(Date.now()),
    datetime: new Date().toISOString(),
    plateCountry: "SE",
    plateConfidence: "0.97",
    sensorProviderID: "defaultID",
    imagesURI: [],
  });
  return `POST /functions/v1/plate-push/axis_lpv?gateid=${benchId(2, GATE)} HTTP/1.1\r\nHost: x\r\nAuthorization: Basic ${auth}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}

function readKinds(people: number): { kind: ReadKind; name: string; plateOf: (n: number) => number; goal: boolean }[] {
  const unknown = (n: number) => people + 1 + (n % people);
  const known = (n: number) => knownCar(n, people);
  return [
    { kind: "denied", name: "denied reads", plateOf: unknown, goal: true },
    { kind: "repeated", name: "granted reads of cars that were just let in", plateOf: known, goal: true },
    // The opening follows the answer on its own connection (it must never be sent twice); the floor has none.
    { kind: "opening", name: "granted reads that open the gate", plateOf: known, goal: false },
  ];
}

async function setOpenings(admin: Client, kind: ReadKind, people: number): Promise<void> {
  await admin.query("delete from gate_passages");
  if (kind === "repeated") await letCarsIn(admin, [GATE], people);
}

/** Writes that every known car was just let in at the gates, so that its calls are granted and open nothing. */
export async function letCarsIn(admin: Client, gates: readonly number[], people: number): Promise<void> {
  await admin.query(
    `insert into gate_passages (controller_id, plate_key, opened_at, log_id)
      select g, 'B' || lpad(n::text, 7, '0'), now() + interval '1 day', gen_random_uuid() from unnest($1::uuid[]) g, generate_series(5, $2::int, 5) n`,
    [gates.map((gate) => benchId(2, gate)), people],
  );
  await admin.query("vacuum analyze gate_passages");
}

/** Stands in for the LPR server: answers every macro at once. */
export async function macroServer(): Promise<{ port: number; close(): void }> {
  const server = createServer((_request, response) => response.end());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return { port: address !== null && typeof address === "object" ? address.port : 0, close: () => server.close() };
}

/** Throws when a granted read of ours opened no gate: the run would measure less than it claims. */
async function everyOpeningReported(admin: Client): Promise<void> {
  for (let left = 50; left > 0; left--) {
    const { rows } = await admin.query<{ opened: number; untold: number }>(
      "select count(*)::int as opened, (count(*) filter (where macro_executed is null))::int as untold from access_logs where opened and id::text not like '00000009-%'",
    );
    if (rows[0] && rows[0].opened > 0 && rows[0].untold === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("granted reads opened no gate");
}
