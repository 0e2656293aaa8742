// Searches the log by names. The result equals a comparison with each row's names, uses indexes, and contains nothing of a neighbour's.
import { randomUUID } from "node:crypto";
import type { SupabaseClient } from "@supabase/supabase-js";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { z } from "zod";
import { logNames, type NamedIds, searchConditions, searchWords } from "#contract/log-search.ts";
import { startTestPortal, type TestPortal } from "#tests/support/build-portal.ts";
import { signedInClient } from "#tests/support/client.ts";
import { type QueryPlan, rowsRead } from "#tests/support/query-plan.ts";
import { plantTenants, type TenantWorld } from "#tests/support/tenant-world.ts";

const SILENCE = "kind.in.(outage,gap)";
const EVENTS = 6_000;
const NOTHING = {
  credential_id: [],
  access_point_id: [],
  controller_id: [],
  command_id: [],
  hold_id: [],
  removed_controller: [],
  removed_door: [],
};
/** Places that were deleted since. Their names have characters of the query language. */
const GONE = { door: 'Rivet soprum, "gamla" (b)', gate: "Riven infart", controller: "Riven undercentral" };
const VIEWS = ["door_log", "merged_log"] as const;

let portal: TestPortal;
let world: TenantWorld;
const clients: Record<string, SupabaseClient> = {};

beforeAll(async () => {
  portal = await startTestPortal();
  world = await plantTenants(portal);
  const { accounts, url, admin } = portal;
  for (const name of ["nord", "syd", "system"] as const) clients[name] = await signedInClient(url, accounts[name]);
  const { nord, syd } = world;
  for (const [tenant, last, house] of [
    [nord, "Skisslund", "Norrhus"],
    [syd, "Provberg", "Söderhus"],
  ] as const) {
    // Two hundred and ten people are called Anna, one of them Anna Skisslund. A word may name at most two hundred.
    await admin.query(
      `with people as (insert into end_users (organization_id, first_name, last_name)
         select $1, 'Anna', case when n = 1 then $2 else 'Demo' || n end from generate_series(1, 210) n returning id, last_name),
       cars as (insert into credentials (end_user_id, credential_type, credential_value, vehicle_type, validity_period, valid_to)
         select id, 'license_plate', left(md5(id::text), 8), 'Personbil', '12_months', now() + interval '1 year' from people returning id, end_user_id)
       insert into door_events (id, occurred_at, device_time, controller_id, access_point_id, organization_id, kind, granted, reason, credential_id)
         select gen_random_uuid(), now() - interval '1 hour', now(), $3, $4, $1, 'access', false, 'expired', id from cars`,
      [tenant.organization, last, tenant.door, tenant.accessPoint],
    );
    await admin.query("update access_points set door_name = 'Soprum 100%' where id = $1", [tenant.accessPoint]);
    await admin.query(
      `insert into door_events (id, occurred_at, device_time, organization_id, kind, granted, reason, removed_door, removed_controller)
       values (gen_random_uuid(), now(), now(), $1, 'access', false, 'unknown_code', $2 || ' ' || $4, $3)`,
      [tenant.organization, GONE.door, GONE.controller, house],
    );
    await admin.query(
      `insert into access_logs (organization_id, plate_number, access_granted, access_reason, removed_controller) values ($1, 'GON123', false, 'no_match', $2)`,
      [tenant.organization, GONE.gate],
    );
    for (const [kind = "", column = "", orders = ""] of [
      ["remote_open", "command_id", "door_commands"],
      ["hold_started", "hold_id", "door_holds"],
    ]) {
      await admin.query(`update ${orders} set requested_as = 'Nora Demoberg' where access_point_id = $1`, [
        tenant.accessPoint,
      ]);
      await admin.query(
        `insert into door_events (id, occurred_at, device_time, controller_id, access_point_id, organization_id, kind, ${column})
         select gen_random_uuid(), now(), now(), $1, $2, $3, $4, id from ${orders} where access_point_id = $2 limit 1`,
        [tenant.door, tenant.accessPoint, tenant.organization, kind],
      );
    }
  }
  await admin.query(
    `insert into door_events (id, occurred_at, device_time, controller_id, organization_id, kind, gap_cause, gap_from)
     values ($1, now(), now(), $2, $3, 'gap', 'reset', now() - interval '1 hour')`,
    [randomUUID(), nord.door, nord.organization],
  );
  await admin.query(
    `insert into access_logs (controller_id, organization_id, plate_number, access_granted, access_reason)
     values ($1, $2, 'MLB 84A', false, 'no_match'), ($1, $2, 'MLB84A', false, 'no_match')`,
    [nord.gate, nord.organization],
  );
  await admin.query(`insert into door_events (id, occurred_at, device_time, kind)
    select gen_random_uuid(), now() - n * interval '2 seconds', now(), 'door_opened' from generate_series(${EVENTS}, 1, -1) n`);
  await admin.query(`insert into access_logs (detected_at, plate_number, access_granted, access_reason)
    select now() - n * interval '2 seconds', 'QQQ' || n, false, 'no_match' from generate_series(${EVENTS}, 1, -1) n`);
  await admin.query("vacuum analyze");
});
afterAll(() => portal.close());

async function names(client: SupabaseClient | undefined, text: string): Promise<NamedIds[]> {
  const { data, error } = await (client ?? missing()).rpc("log_names", { words: searchWords(text) });
  if (error) throw new Error(error.message);
  return logNames.reply.parse(data);
}

function missing(): never {
  throw new Error("nobody of that name is signed in");
}

async function found(
  client: SupabaseClient | undefined,
  view: (typeof VIEWS)[number],
  conditions: string[][],
): Promise<string[]> {
  const { data, error } = await conditions.reduce(
    (call, of) => call.or([...of, SILENCE].join(",")),
    (client ?? missing())
      .from(view)
      .select("id", { count: "estimated" })
      .gte("occurred_at", new Date(Date.now() - 86_400_000).toISOString())
      .order("occurred_at", { ascending: false })
      .order("id")
      .limit(100),
  );
  if (error) throw new Error(error.message);
  return data.map(({ id }: { id: string }) => id);
}

const byRows = (text: string) => searchWords(text).map((word) => [`search_text.ilike."%${word}%"`]);

test.each([
  "skisslund",
  "Anna",
  "anna SKISSLUND",
  "Skisslund Soprum",
  "Soprum",
  "Gemensam",
  "NORDEGET",
  "NORDEGET SYDHEMLIGT",
  "SYDHEMLIGT",
  "Demoberg",
  "MLB84A",
  "lb84",
  "MLB 84A",
  "a",
  "ingenting",
  "100",
  "rivet",
  "riven",
  "RIVEN undercentral",
  "gamla norrhus",
  "infart gon123",
])("the rows that %j finds are those whose own names have it, for every role", async (text) => {
  for (const [whose, client] of Object.entries(clients)) {
    for (const view of VIEWS) {
      const conditions = searchConditions(searchWords(text), await names(client, text), view === "merged_log");
      expect(await found(client, view, conditions), `${whose}, ${view}`).toEqual(
        await found(client, view, byRows(text)),
      );
    }
  }
});

test("a word that names more than two hundred things is compared with the rows, unless a person is named", async () => {
  const { nord } = clients;
  expect(await names(nord, "Anna")).toEqual([null]);
  const [anna, skisslund] = await names(nord, "Anna Skisslund");
  expect(anna).toEqual(skisslund);
  expect(anna?.credential_id).toHaveLength(1);
  // Any of all these Annas may have opened the door.
  expect(await names(nord, "Anna Soprum")).toMatchObject([null, { access_point_id: [world.nord.accessPoint] }]);
});

test("the most names that a search asks for fit in an address", async () => {
  const ids = Array.from({ length: 250 }, () => randomUUID());
  const found = { ...NOTHING, credential_id: ids };
  const [conditions = []] = searchConditions(["anna"], [found], true);
  expect(conditions[0]).toMatch(/^credential_id\.in/);
  const asked = clients["nord"]?.from("merged_log").select("id").or(conditions.join(","));
  expect(await asked?.gte("occurred_at", "9999-01-01")).toMatchObject({ data: [], status: 200 });
});

test("a deleted place is found by the name that its rows kept, in the reader's own rows", async () => {
  const { nord, system } = clients;
  expect(await names(nord, "rivet")).toEqual([{ ...NOTHING, removed_door: [`${GONE.door} Norrhus`] }]);
  expect(await names(system, "rivet")).toMatchObject([
    { removed_door: [`${GONE.door} Norrhus`, `${GONE.door} Söderhus`] },
  ]);
  expect(await names(nord, "riven")).toMatchObject([{ removed_controller: [GONE.gate, GONE.controller] }]);
  const conditions = searchConditions(["riven"], await names(nord, "riven"), true);
  expect(await found(nord, "merged_log", conditions)).toHaveLength(3); // Rows of the door and of the gate, and a gap.
});

test("a neighbour's rows are answered as nobody's", async () => {
  const { nord, syd } = clients;
  const nobody = await names(nord, "ingenting");
  for (const word of ["Provberg", "SYDHEMLIGT"]) expect(await names(nord, word)).toEqual(nobody);
  expect(await names(syd, "Provberg")).not.toEqual(nobody);
  expect(await names(nord, "Soprum")).toMatchObject([{ access_point_id: [world.nord.accessPoint] }]);
});

test("a search has at most twenty words", async () => {
  const { error } = await (clients["nord"] ?? missing()).rpc("log_names", { words: Array(21).fill("a") });
  expect(error?.code).toBe("22023");
});

const statement = z.object({ text: z.string(), values: z.array(z.unknown()) });

test.each(
  VIEWS.flatMap((view) => [
    { view, word: "Skisslund", rows: 2 },
    { view, word: "rivet", rows: 3 },
  ]),
)("a rare name is found in $view by the indexes of its logs: $word", async ({ view, word, rows: expected }) => {
  const { system } = clients;
  const conditions = searchConditions([word], await names(system, word), view === "merged_log");
  const sent = vi.spyOn(pg.Client.prototype, "query");
  expect(await found(system, view, conditions)).toHaveLength(expected);
  const asked = sent.mock.calls
    .map(([query]) => statement.safeParse(query).data)
    .find((query) => query?.text.includes(view));
  sent.mockRestore();
  const explain = `explain (analyze, timing off, format json) ${asked?.text}`;
  const { rows } = await portal.admin.query<QueryPlan>(explain, asked?.values);
  expect(Math.max(...rowsRead(rows[0], /^(access_logs|door_events|end_users|credentials)/))).toBeLessThan(200);
});
