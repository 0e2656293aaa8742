// Offers every column that a portal role may write values that some reader of it could fail over, as insert, change and upsert of rows at a
// shared door controller. After each table a neighbour's code still comes and goes. The catalogue gives the list.
import { randomUUID } from "node:crypto";
import type { SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { encryptCredentialPin } from "#server/people/encrypt.ts";
import { startTestPortal, type TestPortal } from "#tests/support/build-portal.ts";
import { signedInClient } from "#tests/support/client.ts";
import { hostileFor } from "#tests/support/hostile-values.ts";
import { mainWorld } from "#tests/support/main-world.ts";
import { type Neighbour, openNeighbour } from "#tests/support/neighbour.ts";
import { paced } from "#tests/support/pace.ts";
import { filterOf, type SampleWorld, samplesOf } from "./rules/samples.ts";

interface Column {
  table: string;
  column: string;
  type: string;
  inserts: boolean;
  updates: boolean;
}
type Row = Record<string, unknown>;

const ROLES = { org_admin: "nord", system_admin: "system" } as const;
type Role = keyof typeof ROLES;
/** The number of calls at once: one waits for the network; more would meet the limit of a session's statements. */
const AT_ONCE = 4;

let portal: TestPortal;
let world: SampleWorld;
let neighbour: Neighbour;
/**
 * Ids of other kinds of rows. They belong to another organisation, except for a system admin, who may change such rows: there they belong
 * to the admin's own organisation.
 */
let others: Record<Role, string[]>;
let clients: Record<Role, SupabaseClient>;

const sql = async (text: string, values: unknown[] = []) => (await portal.admin.query<Row>(text, values)).rows;

beforeAll(async () => {
  portal = await startTestPortal();
  const { controllerId: shared, doorIds, gateId: gate } = await mainWorld(portal);
  const [sharedDoor = ""] = doorIds;
  neighbour = await openNeighbour(portal, { controllerId: shared, accessPointId: sharedDoor, device: portal.axis });
  const north = portal.accounts.nord.organizationId ?? "";
  let pins = 0;
  const freePin = () => String(710_315 + 7 * (pins += 1));
  const person = async () => {
    const id = randomUUID();
    await sql("insert into end_users (id, organization_id, first_name, last_name) values ($1, $2, 'Nora', 'Nord')", [
      id,
      north,
    ]);
    return id;
  };
  const credential = async (pin = freePin()) => {
    const id = randomUUID();
    await sql(
      "insert into credentials (id, end_user_id, credential_type, credential_value, valid_to) values ($1, $2, 'pin', $3, now() + interval '1 year')",
      [id, await person(), encryptCredentialPin(portal.server.deps.keys, id, pin)],
    );
    return id;
  };
  world = { sql, north, shared, sharedDoor, gate, person, credential, freePin, portal };
  clients = {
    org_admin: await signedInClient(portal.url, portal.accounts[ROLES.org_admin]),
    system_admin: await signedInClient(portal.url, portal.accounts[ROLES.system_admin]),
  };
  const idsOf = async (organization: string | null) =>
    (
      await sql(
        `select id from ((select id, 1 as n from end_users where organization_id = $1 limit 1) union all
           (select id, 2 from credentials where organization_id = $1 limit 1) union all select $1, 3) x order by n`,
        [organization],
      )
    ).map(({ id }) => String(id));
  others = {
    org_admin: await idsOf(portal.accounts.syd.organizationId),
    system_admin: await idsOf(portal.accounts.nord.organizationId),
  };
});
afterAll(() => portal.close());

async function writable(role: Role): Promise<Column[]> {
  return (await sql(
    `select c.relname as table, a.attname as column, format_type(a.atttypid, null) as type,
       has_column_privilege($1, c.oid, a.attnum, 'insert') as inserts, has_column_privilege($1, c.oid, a.attnum, 'update') as updates
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and (has_column_privilege($1, c.oid, a.attnum, 'insert') or has_column_privilege($1, c.oid, a.attnum, 'update'))
     order by 1, 2`,
    [role],
  )) as unknown as Column[];
}

interface Sent {
  what: string;
  status: number;
  text: string;
}

async function send(
  role: Role,
  what: string,
  path: string,
  method: string,
  body: Row,
  prefer = "return=minimal",
): Promise<Sent> {
  // The client renews its token, which a slow machine's run outlasts.
  const { data } = await clients[role].auth.getSession();
  const reply = await fetch(`${portal.url}/rest/v1/${path}`, {
    method,
    headers: { authorization: `Bearer ${data.session?.access_token}`, "content-type": "application/json", prefer },
    body: JSON.stringify(body),
  });
  const text = await reply.text();
  if (method === "POST" && reply.ok && path.startsWith("credentials")) await atTheSharedDoor(text);
  return { what, status: reply.status, text: text.slice(0, 200) };
}

/** Lets the accepted text reach the shared controller's worker. */
async function atTheSharedDoor(text: string): Promise<void> {
  for (const { id } of JSON.parse(text || "[]") as { id: string }[])
    await sql(
      "insert into controller_assignments (credential_id, controller_id, access_point_id) values ($1, $2, $3) on conflict do nothing",
      [id, world.shared, world.sharedDoor],
    );
}

/** The one weekly code of the file: its PIN can be at a controller once. */
let weeklyCode: Promise<string> | undefined;
async function plantedAtTheSharedDoor(planted: (() => Promise<string>) | undefined): Promise<string> {
  const filter = (await planted?.()) ?? "";
  await sql("insert into weekly_code_assignments (weekly_code_id, controller_id) values ($1, $2)", [
    filter.slice("id=eq.".length),
    world.shared,
  ]);
  return filter;
}

/** Returns a row of the table that belongs to something at the shared controller, to be changed. */
async function target(table: string): Promise<string | undefined> {
  const { there, planted, row } = samplesOf(world)[table] ?? {};
  if (table === "credentials" || table === "end_users") {
    const id = await world.credential();
    await atTheSharedDoor(JSON.stringify([{ id }]));
    const [found] = await sql("select end_user_id from credentials where id = $1", [id]);
    return `id=eq.${table === "credentials" ? id : String(found?.["end_user_id"])}`;
  }
  if (table === "weekly_codes") {
    weeklyCode ??= plantedAtTheSharedDoor(planted);
    return await weeklyCode;
  }
  const known = there ?? (await planted?.());
  if (known !== undefined || row === undefined) return known;
  const body = await row();
  await send("system_admin", table, table, "POST", body);
  return filterOf(body);
}

/** Offers the columns in the order of the catalogue, each column's values one after the other, several columns at once. */
async function offer(role: Role, columns: readonly Column[]): Promise<Sent[]> {
  const sent: Sent[] = [];
  const waiting = [...columns];
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { table, column, type, inserts, updates } = next;
      const filter = updates ? await target(table) : undefined;
      const { row } = samplesOf(world)[table] ?? {};
      /** The other rows of a refused insert, which serve the next value. */
      let unused: Row | undefined;
      for (const value of hostileFor(type, others[role])) {
        const what = `${table}.${column} = ${JSON.stringify(value)?.slice(0, 60)}`;
        if (filter !== undefined)
          sent.push(await send(role, `change ${what}`, `${table}?${filter}`, "PATCH", { [column]: value }));
        if (!inserts || row === undefined) continue;
        unused ??= await row();
        const { id, ...rest } = unused;
        const body = { ...(role === "system_admin" && id !== undefined && { id }), ...rest, [column]: value };
        const select = table === "credentials" ? "?select=id" : "";
        const inserted = await send(role, `insert ${what}`, `${table}${select}`, "POST", body, "return=representation");
        const prefer = "return=representation,resolution=merge-duplicates";
        const upserted = await send(role, `upsert ${what}`, `${table}${select}`, "POST", body, prefer);
        sent.push(inserted, upserted);
        if (inserted.status < 300 || upserted.status < 300) unused = undefined;
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return sent;
}

/** SQL that restores settings which affect everybody, before the neighbour is checked. */
const PUT_BACK: Readonly<Record<string, string>> = {
  mfa_requirements: "update mfa_requirements set required = false",
};

test.each(["org_admin", "system_admin"] as const)(
  "whatever %s writes into any column, nobody else's code stops coming or going, and nothing of theirs changes",
  async (role) => {
    const samples = samplesOf(world);
    const columns = await writable(role);
    expect([...new Set(columns.map(({ table }) => table))].filter((table) => samples[table] === undefined)).toEqual([]);
    const found: object[] = [];
    const counts = { accepted: 0, refused: 0 };
    for (const [table, own] of Map.groupBy(columns, (one) => one.table)) {
      const sent = await offer(role, own);
      await sql(PUT_BACK[table] ?? "select");
      const accepted = sent.filter(({ status }) => status < 300);
      counts.accepted += accepted.length;
      counts.refused += sent.length - accepted.length;
      const failed = sent.filter(({ status }) => status >= 500);
      const complaints = await neighbour.complaints();
      if (failed.length + complaints.length > 0)
        found.push({ table, complaints, failed: failed.slice(0, 5), accepted: accepted.map(({ what }) => what) });
    }
    expect(found).toEqual([]);
    expect(counts.accepted).toBeGreaterThan(50);
    expect(counts.refused).toBeGreaterThan(200);
  },
  paced(900_000),
);
