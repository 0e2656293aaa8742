// Importing 5,000 vehicles to twelve gates in the page's chunks, against one `unnest` insert per table in one
// transaction, by the same kind of account under the same policies and triggers.
import { randomUUID } from "node:crypto";
import pg from "pg";
import { IMPORT_CHUNK_ROWS } from "#contract/limits.ts";
import { validityWindow } from "#contract/validity.ts";
import { type ImportBatch, insertPeople, plateCredential } from "#server/people/imports.store.ts";
import type { MeasuredServer } from "../measured-server.ts";
import { BENCH_DOORS, benchId } from "../seed-database.ts";
import type { SeededDatabase } from "../seeded.ts";
import { signInForBench } from "../sign-in.ts";
import { alternating, median, type Row } from "../statistics.ts";
import type { ScaleBench } from "./scale-bench.ts";

const VEHICLES = 5_000;
const GATES = 12;
const ROUNDS = 5;
const GOAL = 1.5;
const PEOPLE = 20_000;

export async function benchImport({ cluster, startServer, database: { seed } }: ScaleBench): Promise<Row[]> {
  const database = await cluster.scratch("bench_import", { people: PEOPLE, logs: 0, doorEvents: 0, seed });
  const gateIds = await addGates(database.admin);
  const server = await startServer(database);
  const pool = new pg.Pool({ connectionString: database.authenticatorUrl, options: "-c jit=off", max: 1 });
  const client = await pool.connect();
  try {
    const ours = () => importThroughFunction(database, server, gateIds);
    const floor = () => insertAtOnce(database, server, gateIds, client);
    await ours();
    await floor();
    const taken = await alternating({ ours, floor }, ROUNDS);
    const [ourMs, floorMs] = [median(taken.ours), median(taken.floor)];
    return [
      {
        work: `import of ${VEHICLES.toLocaleString("en")} vehicles to ${GATES} gates, ${IMPORT_CHUNK_ROWS} a call`,
        measured: `${(ourMs / floorMs).toFixed(2)} × one unnest insert (${(ourMs / 1000).toFixed(1)} s to ${(floorMs / 1000).toFixed(1)})`,
        goal: `≤ ${GOAL} ×`,
        met: ourMs <= GOAL * floorMs,
      },
    ];
  } finally {
    client.release();
    await pool.end();
    await server.stop();
  }
}

async function addGates(admin: pg.Client): Promise<string[]> {
  const ids = Array.from({ length: GATES }, (_, index) => benchId(2, BENCH_DOORS + 1 + index));
  await admin.query("set session_replication_role = replica");
  await admin.query(
    `insert into controllers (id, name, device_type, device_ip, device_port, organization_id, allow_plain_http)
     select id, 'Grind ' || id, 'axxon_lpr', '127.0.0.1', 1, $2, true from unnest($1::uuid[]) id on conflict do nothing`,
    [ids, benchId(1, 1)],
  );
  await admin.query("set session_replication_role = default");
  return ids;
}

export async function newOrganization(
  { admin }: SeededDatabase,
  server: MeasuredServer,
  controllerIds: readonly string[],
): Promise<{ organizationId: string; caller: Awaited<ReturnType<typeof signInForBench>> }> {
  const organizationId = randomUUID();
  await admin.query("insert into organizations (id, name) values ($1, $2)", [organizationId, organizationId]);
  await admin.query("insert into organization_controllers select $1::uuid, unnest($2::uuid[])", [
    organizationId,
    controllerIds,
  ]);
  await admin.query("vacuum analyze end_users, credentials, controller_assignments");
  return { organizationId, caller: await signInForBench({ admin, serverPort: server.port, organizationId }) };
}

async function importThroughFunction(
  database: SeededDatabase,
  server: MeasuredServer,
  gateIds: readonly string[],
): Promise<number> {
  const { organizationId, caller } = await newOrganization(database, server, gateIds);
  const importId = randomUUID();
  const rows = vehicles().map(({ plate, firstName, lastName }, index) => ({
    row: index + 1,
    plate,
    first_name: firstName,
    last_name: lastName,
    vehicle_type: "Personbil",
  }));
  const began = performance.now();
  for (let done = 0; done < rows.length; done += IMPORT_CHUNK_ROWS) {
    const answer = await fetch(`http://127.0.0.1:${server.port}/functions/v1/vehicle-import`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${caller.token}` },
      body: JSON.stringify({
        action: "IMPORT",
        import_id: importId,
        total: rows.length,
        rows: rows.slice(done, done + IMPORT_CHUNK_ROWS),
      }),
    });
    if (!answer.ok) throw new Error(`a chunk was answered with ${answer.status}: ${await answer.text()}`);
    await answer.text();
  }
  const ms = performance.now() - began;
  await allThere(database, organizationId);
  return ms;
}

async function insertAtOnce(
  database: SeededDatabase,
  server: MeasuredServer,
  gateIds: readonly string[],
  client: pg.PoolClient,
): Promise<number> {
  const { organizationId, caller } = await newOrganization(database, server, gateIds);
  const period = "12_months" as const;
  const window = validityWindow(period, new Date());
  const people = vehicles().map(({ plate, firstName, lastName, vehicleType }) => ({
    id: randomUUID(),
    firstName,
    lastName,
    texts: {},
    credentials: [plateCredential({ id: randomUUID(), plate, vehicleType, period, window, gateIds })],
  }));
  const ms = await insertedIn(client, caller, { organizationId, importId: randomUUID(), people });
  await allThere(database, organizationId);
  return ms;
}

/** Inserts people in one transaction of the caller; returns its milliseconds. */
export async function insertedIn(
  client: pg.PoolClient,
  { sessionId, userId }: Awaited<ReturnType<typeof signInForBench>>,
  batch: ImportBatch,
): Promise<number> {
  const began = performance.now();
  await client.query("begin");
  await client.query("select * from private.enter($1, $2)", [sessionId, userId]);
  // Cached plans of the previous run's organisation must not skew this one.
  await client.query("discard plans");
  await insertPeople(client, batch);
  await client.query("commit");
  return performance.now() - began;
}

function vehicles() {
  return Array.from({ length: VEHICLES }, (_, index) => ({
    plate: `IMP${String(index).padStart(5, "0")}`,
    firstName: "Bil",
    lastName: `Importsson ${index}`,
    vehicleType: "Personbil",
  }));
}

async function allThere({ admin }: SeededDatabase, organizationId: string): Promise<void> {
  const { rows } = await admin.query<{ n: number }>(
    "select count(*)::int as n from controller_assignments where organization_id = $1",
    [organizationId],
  );
  if (rows[0]?.n !== VEHICLES * GATES) throw new Error(`${rows[0]?.n} of ${VEHICLES * GATES} assignments came`);
}
