// Importing 1,000 people with PIN and three doors in the page's chunks, against one `unnest` insert per table in one transaction of the same
// rows, encrypted beforehand; and the preview's question.
import { randomUUID } from "node:crypto";
import pg from "pg";
import { PEOPLE_CHUNK_ROWS } from "#contract/limits.ts";
import type { PersonRow } from "#contract/people-file.ts";
import { ofPersonFields } from "#contract/person-fields.ts";
import { importedPerson } from "#server/people/imported-person.ts";
import { createKeyRing } from "#server/platform/crypto/key-ring.ts";
import type { MeasuredServer } from "../measured-server.ts";
import { benchId } from "../seed-database.ts";
import { SECRET, type SeededDatabase } from "../seeded.ts";
import { alternating, median, type Row } from "../statistics.ts";
import { insertedIn, newOrganization } from "./import.ts";
import type { ScaleBench } from "./scale-bench.ts";

const PEOPLE = 1_000;
const DOORS = 3;
const ROUNDS = 5;
const GOAL = 1.5;
const PREVIEW_GOAL_MS = 2_000;
const SEEDED = 20_000;

interface Door {
  id: string;
  controllerId: string;
  name: string;
  controller: string;
  pinMin: null;
  pinMax: null;
}

interface Bench {
  database: SeededDatabase;
  server: MeasuredServer;
  client: pg.PoolClient;
  doors: readonly Door[];
}

export async function benchImportPeople({ cluster, startServer, database: { seed } }: ScaleBench): Promise<Row[]> {
  const database = await cluster.scratch("bench_import_people", { people: SEEDED, logs: 0, doorEvents: 0, seed });
  const doors = await addDoors(database.admin);
  const server = await startServer(database);
  const pool = new pg.Pool({ connectionString: database.authenticatorUrl, options: "-c jit=off", max: 1 });
  const client = await pool.connect();
  const bench = { database, server, client, doors };
  try {
    const previews: number[] = [];
    const ours = () => importThroughFunction(bench, previews);
    const floor = () => insertAtOnce(bench);
    await ours();
    await floor();
    const taken = await alternating({ ours, floor }, ROUNDS);
    const [ourMs, floorMs, previewMs] = [median(taken.ours), median(taken.floor), median(previews)];
    const people = PEOPLE.toLocaleString("en");
    return [
      {
        work: `import of ${people} people with PIN to ${DOORS} doors, ${PEOPLE_CHUNK_ROWS} a call`,
        measured: `${(ourMs / floorMs).toFixed(2)} × one unnest insert (${ourMs.toFixed(0)} ms to ${floorMs.toFixed(0)})`,
        goal: `≤ ${GOAL} ×`,
        met: ourMs <= GOAL * floorMs,
      },
      {
        work: `the preview's question whether ${people} people are there already, among as many`,
        measured: `${previewMs.toFixed(0)} ms`,
        goal: `≤ ${PREVIEW_GOAL_MS} ms`,
        met: previewMs <= PREVIEW_GOAL_MS,
      },
    ];
  } finally {
    client.release();
    await pool.end();
    await server.stop();
  }
}

async function addDoors(admin: pg.Client): Promise<Door[]> {
  await admin.query("set session_replication_role = replica");
  const doors = Array.from({ length: DOORS }, (_, at) => ({
    id: randomUUID(),
    controllerId: randomUUID(),
    name: `Port ${at}`,
  }));
  for (const { id, controllerId, name } of doors) {
    await admin.query(
      `insert into controllers (id, name, device_type, device_ip, device_port, organization_id)
       values ($1, $2, 'axis', '127.0.0.1', 1, $3)`,
      [controllerId, name, benchId(1, 1)],
    );
    await admin.query("insert into access_points (id, controller_id, name, enabled) values ($1, $2, $3, true)", [
      id,
      controllerId,
      name,
    ]);
  }
  await admin.query("set session_replication_role = default");
  return doors.map((door) => ({ ...door, controller: door.name, pinMin: null, pinMax: null }));
}

/** A PIN belongs to one person at a controller, and earlier rounds' people stay. */
let pins = 100_000;

function rows(): PersonRow[] {
  return Array.from({ length: PEOPLE }, (_, at) => {
    do pins += 7;
    while (/^(\d)\1+$/.test(String(pins)));
    return {
      row: at + 1,
      first_name: "Inger",
      last_name: `Flyttsson ${at}`,
      ...ofPersonFields(() => ""),
      email: `inger.${at}@exempel.example`,
      apartment: String(1_000 + at),
      phone: "070-123 45 67",
      pin: String(pins),
      doors: [],
      plate: "",
      validity: "12_months",
    };
  });
}

const idsOf = (doors: readonly Door[], key: "id" | "controllerId") => doors.map((door) => door[key]);

async function importThroughFunction({ database, server, doors }: Bench, previews: number[]): Promise<number> {
  const { organizationId, caller } = await newOrganization(database, server, idsOf(doors, "controllerId"));
  const importId = randomUUID();
  const all = rows();
  const call = async (body: object) => {
    const answer = await fetch(`http://127.0.0.1:${server.port}/functions/v1/people-import`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${caller.token}` },
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    if (!answer.ok || text.includes('"error"')) throw new Error(`${answer.status}: ${text.slice(0, 500)}`);
  };
  const began = performance.now();
  for (let done = 0; done < all.length; done += PEOPLE_CHUNK_ROWS) {
    await call({
      action: "IMPORT",
      import_id: importId,
      total: all.length,
      access_point_ids: idsOf(doors, "id"),
      rows: all.slice(done, done + PEOPLE_CHUNK_ROWS),
    });
  }
  const ms = performance.now() - began;
  await allThere(database, organizationId);
  const asked = performance.now();
  const facts = all.map(({ row, first_name, last_name, apartment, email }) => ({
    row,
    first_name,
    last_name,
    apartment,
    email,
  }));
  await call({ action: "CHECK_PEOPLE", rows: facts });
  previews.push(performance.now() - asked);
  await free(database, organizationId);
  return ms;
}

async function insertAtOnce({ database, server, client, doors }: Bench): Promise<number> {
  const { organizationId, caller } = await newOrganization(database, server, idsOf(doors, "controllerId"));
  const places = { doors, chosen: doors, hasGates: false, gateIds: [], groups: [], joining: [] };
  const making = { places, keys: createKeyRing(SECRET), organizationId, name: () => randomUUID(), now: new Date() };
  const people = rows().map((row) => importedPerson(row, making));
  const ms = await insertedIn(client, caller, { organizationId, importId: randomUUID(), people });
  await allThere(database, organizationId);
  await free(database, organizationId);
  return ms;
}

/** Leaves the doors to the next round's organisation alone, so that its PINs are no questions about others'. */
async function free({ admin }: SeededDatabase, organizationId: string): Promise<void> {
  await admin.query("set session_replication_role = replica");
  for (const table of ["controller_pins", "organization_controllers"])
    await admin.query(`delete from ${table} where organization_id = $1`, [organizationId]);
  await admin.query("set session_replication_role = default");
}

async function allThere({ admin }: SeededDatabase, organizationId: string): Promise<void> {
  const { rows: found } = await admin.query<{ n: number }>(
    "select count(*)::int as n from controller_assignments where organization_id = $1",
    [organizationId],
  );
  if (found[0]?.n !== PEOPLE * DOORS) throw new Error(`${found[0]?.n} of ${PEOPLE * DOORS} assignments came`);
}
