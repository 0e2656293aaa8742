// Gate decisions: webhook to answer, its INSERT committed, against pgbench with the same statements in the same order.
import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { Client } from "pg";
import { webhookHash } from "#server/services/webhook-credentials.ts";
import { GATE_FACTS_SQL, LOG_DENIED_SQL, LOG_GRANTED_SQL } from "#server/store/gate.ts";
import { okLoad } from "./http-load.ts";
import { findPgbench, pgbench } from "./pgbench.ts";
import { poolLoad } from "./pool-load.ts";
import { BENCH_DOORS, benchId } from "./seed-database.ts";
import { alternating, median, type Row } from "./statistics.ts";

const ROUNDS = 5;
const SECONDS = 4;
const GATE = BENCH_DOORS + 1;
const GOAL_RATE = 0.5;
const GOAL_P99 = 4;

export interface GateBench {
  admin: Client;
  authenticatorUrl: string;
  serverPort: number;
  people: number;
}

export async function benchGate({ admin, authenticatorUrl, serverPort, people }: GateBench): Promise<Row[]> {
  const floor = (await findPgbench()) === null ? "a bare pg pool" : "pgbench";
  if (floor !== "pgbench") console.log("pgbench is not on PATH: a bare pg pool is the floor instead");
  const password = randomBytes(12).toString("base64url");
  const macro = await macroServer();
  await admin.query("set session_replication_role = replica");
  await admin.query(
    "update controllers set webhook_hash = $2, device_ip = '127.0.0.1', device_port = $3 where id = $1",
    [benchId(2, GATE), webhookHash(password), macro.port],
  );
  await admin.query("set session_replication_role = default");
  const auth = Buffer.from(`gate-${GATE}:${password}`).toString("base64");
  const rows: Row[] = [];
  // Two of five people have a plate; numbers beyond them are unknown plates.
  const unknown = (n: number) => people + 1 + (n % people);
  const known = (n: number) => 5 * ((n * 7919) % Math.floor(people / 5)) + 5;
  const kinds = [
    {
      name: "denied reads",
      opens: false,
      plateOf: unknown,
      script: deniedScript(people),
      log: LOG_DENIED_SQL,
      logValues: () => ["no_match", null],
    },
    {
      name: "granted reads, gate told to open",
      opens: true,
      plateOf: known,
      script: grantedScript(people),
      log: LOG_GRANTED_SQL,
      logValues: (n: number) => [plate(n), "valid_credential", benchId(6, n)],
    },
  ];
  for (const { name, opens, plateOf, script, log, logValues } of kinds) {
    let n = Math.floor(Math.random() * 1e6);
    for (const clients of [8, 32]) {
      const results = await alternating(
        {
          ours: async () =>
            okLoad({
              port: serverPort,
              clients,
              seconds: SECONDS,
              request: () =>
                `POST /functions/v1/axxon-webhook?regnr=${plate(plateOf(n++))}&gateid=${benchId(2, GATE)} HTTP/1.1\r\nHost: x\r\nAuthorization: Basic ${auth}\r\nContent-Length: 0\r\n\r\n`,
            }),
          floor: async () =>
            floor === "pgbench"
              ? pgbench({ url: authenticatorUrl, role: "portal_gate", script, clients, seconds: SECONDS })
              : poolLoad({
                  url: authenticatorUrl,
                  role: "portal_gate",
                  clients,
                  seconds: SECONDS,
                  statements: () => {
                    const number = plateOf(n++);
                    return [
                      {
                        name: "facts",
                        text: GATE_FACTS_SQL,
                        values: [`gate-${GATE}`, benchId(2, GATE), plate(number)],
                      },
                      {
                        name: `log-${name}`,
                        text: log,
                        values: [
                          benchId(9, Math.floor(Math.random() * 2 ** 48)),
                          plate(number),
                          benchId(2, GATE),
                          ...logValues(number),
                        ],
                      },
                    ];
                  },
                }),
        },
        ROUNDS,
      );
      if (opens) await everyOpeningTold(admin);
      const rate = median(results.ours.map((run) => run.perSecond)) / median(results.floor.map((run) => run.perSecond));
      const tail = median(results.ours.map((run) => run.p99Ms)) / median(results.floor.map((run) => run.p99Ms));
      rows.push({
        work: `gate decision, ${clients} clients, ${name}`,
        measured: `${rate.toFixed(2)} × ${floor}'s rate; p99 ${tail.toFixed(1)} ×`,
        goal: `≥ ${GOAL_RATE} ×; p99 ≤ ${GOAL_P99} ×`,
        met: rate >= GOAL_RATE && tail <= GOAL_P99,
      });
    }
  }
  macro.close();
  return rows;
}

function plate(n: number): string {
  return `B${String(n).padStart(7, "0")}`;
}

function deniedScript(people: number): string {
  return `${DRAW_LOG_ID}\n\\set n random(${people + 1}, ${2 * people})\n${facts(":n")}\n${fill(LOG_DENIED_SQL, [LOG_ID, plateSql(":n"), GATE_SQL, "'no_match'", "null"])};\n`;
}

function grantedScript(people: number): string {
  const person = "(:n * 5)";
  const credential = `('00000006-0000-4000-8000-' || lpad(to_hex(${person}::int), 12, '0'))::uuid`;
  return [
    DRAW_LOG_ID,
    `\\set n random(1, ${Math.floor(people / 5)})`,
    facts(person),
    `${fill(LOG_GRANTED_SQL, [LOG_ID, plateSql(person), GATE_SQL, plateSql(person), "'valid_credential'", credential])};`,
    "",
  ].join("\n");
}

const GATE_SQL = `'${benchId(2, GATE)}'::uuid`;
/** From a number that the script draws once a transaction, as the server draws one id a read. */
const LOG_ID = "('00000009-0000-4000-8000-' || lpad(to_hex(:log::bigint), 12, '0'))::uuid";
const DRAW_LOG_ID = "\\set log random(1, 281474976710655)";

function plateSql(number: string): string {
  return `('B' || lpad((${number})::text, 7, '0'))`;
}

function facts(number: string): string {
  return `${fill(GATE_FACTS_SQL, [`'gate-${GATE}'`, GATE_SQL, plateSql(number)])};`;
}

/** Puts SQL in the place of $1…; pgbench -M prepared prepares the statement with its own variables as parameters. */
function fill(sql: string, values: readonly string[]): string {
  return sql.replace(/\$(\d)/g, (_match, index: string) => values[Number(index) - 1] ?? "null").replaceAll("\n", " ");
}

/** Stands for the LPR server: answers every macro at once, so that only our own work is measured. */
async function macroServer(): Promise<{ port: number; close(): void }> {
  const server = createServer((_request, response) => response.end());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return { port: address !== null && typeof address === "object" ? address.port : 0, close: () => server.close() };
}

/** The floor's rows are left out: nothing tells a gate there. A run in which ours were not told to open would measure less than the promise, and throws. */
async function everyOpeningTold(admin: Client): Promise<void> {
  for (let left = 50; left > 0; left--) {
    const { rows } = await admin.query<{ opened: number; untold: number }>(
      "select count(*)::int as opened, (count(*) filter (where macro_executed is null))::int as untold from access_logs where opened and id::text not like '00000009-%'",
    );
    if (rows[0] && rows[0].opened > 0 && rows[0].untold === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("reads were granted whose gates were not told to open");
}
