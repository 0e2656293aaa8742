// The audit as people read it: a sentence and a kind for every event, names and origin kept, no secrets.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { AUDIT_ACTIONS, actionsOfKind } from "#contract/audit-actions.ts";
import { auditPage, auditRows } from "#contract/tables/audit.ts";
import {
  type Caller,
  ENCRYPTED_TEXT,
  encrypted,
  hmac,
  ids,
  north,
  one,
  openWorld,
  outcome,
  south,
  system,
  type World,
} from "#tests/integration/platform/world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(() => world.reset());

async function page(caller: Caller, args: Record<string, unknown> = {}) {
  const names = Object.keys(args);
  const given = names.map((name, index) => `"${name}" => $${index + 1}`).join(", ");
  const { reply } = await world.as(caller, (client) =>
    one<{ reply: unknown }>(client, `select audit_page(${given}) as reply`, Object.values(args)),
  );
  return auditPage.reply.parse(reply);
}
const reported = async (caller: Caller) =>
  (await page(caller)).rows.map((row) => `${row.actor_name}: ${row.action} ${row.subject_name}`);

test("every event that the database can write by itself has a sentence and a kind", async () => {
  const { rows } = await world.admin.query<{ action: string }>(
    `select distinct c.relname || '.' || e.event as action from pg_trigger t join pg_class c on c.oid = t.tgrelid
       cross join lateral (select lower(split_part(replace(t.tgname, 'audit_', ''), '_', 1)) as event) e
     where t.tgfoid = 'private.audit_change'::regproc`,
  );
  expect(rows.length).toBeGreaterThan(30);
  expect(rows.map(({ action }) => action).filter((action) => !(action in AUDIT_ACTIONS))).toEqual([]);
});

test("every event that SQL writes has a sentence and a kind, and no other event is listed", () => {
  const files = globSync("{server,database}/**/*.{ts,sql}", { cwd: root });
  const texts = files.map((file) => readFileSync(join(root, file), "utf8"));
  // The first literal that is a word names the event; the two note functions take theirs as an argument.
  const insert = /insert into (?:public\.)?audit \([^)]*action[^)]*\)\s+values \(([\s\S]*?)'([a-z]+_[a-z_]+)'/g;
  const written = texts
    .flatMap((text) => [...text.matchAll(insert)])
    .flatMap(([, before = "", action = ""]) => (before.includes("p_table") ? [] : [action]));
  expect(written).toEqual(
    expect.arrayContaining(["controller_retired", "vehicles_imported", "backup_restored", "access_logs_forgotten"]),
  );
  expect(written.filter((action) => !(action in AUDIT_ACTIONS))).toEqual([]);
  const code = texts.join("\n");
  const unwritten = Object.keys(AUDIT_ACTIONS)
    .filter((action) => !/\.(insert|update|delete)$/.test(action))
    .filter((action) => !new RegExp(`["'\`]${action.replace(/_exported$/, "").replace(".", "\\.")}`).test(code));
  expect(unwritten).toEqual([]);
});

test("an event keeps the names of the moment, also when those it names are gone", async () => {
  await world.as(north, async (client) => {
    await client.query(`update credentials set credential_value = '${encrypted("9182")}' where id = '${ids.annaPin}'`);
    await client.query(`update credentials set enabled = false where id = '${ids.annaCar}'`);
    await client.query(
      `insert into controller_assignments (credential_id, controller_id, access_point_id) values ('${ids.annaPin}', '${ids.shared}', '${ids.sharedBackDoor}')`,
    );
    await client.query(`select private.record_event('pin_revealed', 'credentials', '${ids.annaPin}')`);
  });
  await world.as(north, (client) => client.query(`delete from end_users where id = '${ids.anna}'`));
  await world.admin.query(
    `update profiles set first_name = 'Annat', last_name = 'Namn' where id = '${ids.northAdmin}'`,
  );
  const said = await reported(north);
  expect(said).toContain("No Rr: end_users.delete Anna Ängström");
  expect(said).toContain("No Rr: pin_revealed Anna Ängström");
  expect(said).toContain("No Rr: controller_assignments.insert Anna Ängström");
  expect(said.filter((line) => line === "No Rr: credentials.update Anna Ängström")).toHaveLength(2);
  const { rows } = await page(north, { actions: ["credentials.update"] });
  expect(rows.map(({ before, after }) => [before?.["enabled"], after?.["enabled"], after?.["plate"]])).toContainEqual([
    true,
    false,
    "ABC 123",
  ]);
});

// Covers: tenant.8
test("a secret that was changed is named and never shown, an old password that goes on working among them", async () => {
  await world.admin.query(
    `update controllers set webhook_user = 'lpr-1', webhook_hash = '${hmac("old")}', webhook_secret = '${ENCRYPTED_TEXT}' where id = '${ids.northGate}'`,
  );
  await world.as(system, async (client) => {
    await client.query(`update credentials set credential_value = '${encrypted("9182")}' where id = '${ids.svenPin}'`);
    await client.query("select private.rotate_webhook($1, $2, $3, 24, false)", [
      ids.northGate,
      hmac("new"),
      ENCRYPTED_TEXT,
    ]);
  });
  const { rows } = await world.admin.query<{ after: Record<string, unknown>[]; text: string }>(
    "select after, before::text || after::text as text from audit order by tx, action desc",
  );
  expect(rows.map(({ after }) => after[0]?.["secrets_changed"])).toEqual([
    ["pin"],
    ["webhook_password", "webhook_previous_password"],
  ]);
  const until = z.iso.datetime({ offset: true }).parse(rows[1]?.after[0]?.["webhook_previous_until"]);
  expect(Date.parse(until)).toBeGreaterThan(Date.now() + 23 * 3_600_000);
  for (const { text } of rows) expect(text).not.toMatch(/s1:|p1:|[0-9a-f]{64}/);
});

test("a system admin's look at a PIN stands in the organisation's log, with the caller's address", async () => {
  await world.as(system, async (client) => {
    await client.query(
      "select set_config('app.address', '192.0.2.44', true), set_config('app.request', 'req-7', true)",
    );
    await client.query(`select private.record_event('pin_revealed', 'credentials', '${ids.svenPin}')`);
  });
  const { rows } = await page(south);
  expect(rows).toMatchObject([
    { actor_name: "Sy Stem", subject_name: "Sven Svensson", address: "192.0.2.44", request_id: "req-7" },
  ]);
  expect((await page(north)).rows).toEqual([]);
});

// Covers: tenant.8
test("an org admin gets the own organisation's events only, whatever is asked for", async () => {
  await world.as(system, (client) =>
    client.query("update organizations set description = 'Ny' where id = any ($1)", [[ids.north, ids.south]]),
  );
  await world.as(system, (client) => client.query(`update controllers set name = 'X' where id = '${ids.shared}'`));
  const whose = async (args: Record<string, unknown>) =>
    (await page(north, args)).rows.map((row) => row.organization_id);
  expect(await whose({})).toEqual([ids.north]);
  expect(await whose({ organization_id: ids.south })).toEqual([ids.north]);
  expect(await whose({ actions: ["controllers.update"] })).toEqual([]);
  expect(await whose({ subject_id: ids.south })).toEqual([]);
  expect((await page(system)).rows).toHaveLength(3);
  const client = await world.enter(north);
  expect(await outcome(client.query("select * from audit_status()"))).toBe("42501");
  await client.query("rollback");
  client.release();
});

test("author, kind, person, period and organisation choose the rows, and pages follow one another", async () => {
  await world.admin.query(
    `insert into audit (organization_id, actor, action, subject_table, subject_name, at)
     select case when n % 2 = 0 then '${ids.north}'::uuid else '${ids.south}' end,
       case when n % 2 = 0 then '${ids.northAdmin}'::uuid else '${ids.southAdmin}' end,
       (array['end_users.update', 'credentials.update', 'auth.sign_in'])[1 + n % 3], 'x', 'Person ' || n, '2026-01-01'::timestamptz + n * interval '1 hour'
     from generate_series(1, 120) n`,
  );
  expect(await page(system)).toMatchObject({ total: 120, total_exact: true });
  expect((await page(system, { actor: ids.northAdmin })).total).toBe(60);
  expect((await page(system, { organization_id: ids.south, actions: actionsOfKind("people") })).total).toBe(20);
  expect((await page(system, { search: "person 11" })).rows.map((row) => row.subject_name)).toEqual([
    ...Array.from({ length: 10 }, (_, index) => `Person ${119 - index}`),
    "Person 11",
  ]);
  expect((await page(system, { since: "2026-01-05T00:00:00Z", before: "2026-01-05T12:00:00Z" })).total).toBe(12);
  const kinds = [...actionsOfKind("people"), ...actionsOfKind("sign_in")];
  const whole = (await page(system, { actions: kinds, limit: 100 })).rows.map((row) => row.id);
  expect(whole).toHaveLength(80);
  const second = await page(system, { actions: kinds, limit: 30, offset: 30 });
  expect(second.rows.map((row) => row.id)).toEqual(whole.slice(30, 60));
  const [, , third] = (await page(system, { actions: kinds, limit: 3 })).rows;
  const after = await page(system, { actions: kinds, limit: 5, after_at: third?.at, after_id: third?.id });
  expect(after.rows.map((row) => row.id)).toEqual(whole.slice(3, 8));
  expect(after.total).toBeNull();
});

// Covers: tenant.8
test("one search finds who gave Anna access, for both roles and within the own organisation", async () => {
  await world.as(north, (client) =>
    client.query(
      `insert into controller_assignments (credential_id, controller_id, access_point_id) values ('${ids.annaPin}', '${ids.shared}', '${ids.sharedBackDoor}')`,
    ),
  );
  await world.as(system, (client) =>
    client.query(`update credentials set enabled = false where id = '${ids.svenPin}'`),
  );
  for (const caller of [north, system]) {
    const { rows, total } = await page(caller, { search: " anna  BAKSIDA " });
    expect(total).toBe(1);
    expect(rows[0]).toMatchObject({
      actor_name: "No Rr",
      action: "controller_assignments.insert",
      names: { people: ["Anna Ängström"], people_count: 1, places: ["Baksida"], place_count: 1 },
      after: { end_user: "Anna Ängström", door: "Baksida", controller: "Delad" },
    });
    expect((await page(caller, { search: "anna saknas" })).total).toBe(0);
  }
  expect((await page(north, { search: "sven" })).rows).toEqual([]);
  expect((await page(south, { search: "baksida" })).rows).toEqual([]);
  expect((await page(system, { search: "sven" })).total).toBe(1);
  await world.admin.query(`delete from controller_assignments where access_point_id = '${ids.sharedBackDoor}'`);
  await world.admin.query(`delete from access_points where id = '${ids.sharedBackDoor}'`);
  expect((await page(north, { search: "anna baksida" })).rows[0]?.after?.["door"]).toBe("Baksida");
});

test("an event from before names were kept is named from what still exists", async () => {
  await world.admin.query(
    `insert into audit (organization_id, actor, action, subject_table, subject_name, after) values ('${ids.north}', '${ids.northAdmin}',
       'controller_assignments.insert', 'controller_assignments', 'Anna Ängström', jsonb_build_array(
         jsonb_build_object('credential_id', '${ids.annaPin}', 'controller_id', '${ids.shared}', 'access_point_id', '${ids.sharedDoor}'),
         jsonb_build_object('credential_id', gen_random_uuid(), 'controller_id', gen_random_uuid(), 'access_point_id', gen_random_uuid())))`,
  );
  const [row] = (await page(north)).rows;
  expect(row?.names).toMatchObject({ people: ["Anna Ängström"], places: ["Entré"] });
  expect(row?.after).toMatchObject({
    end_user: "Anna Ängström",
    door: "Entré",
    controller: "Delad",
    credential_type: "pin",
  });
  const { reply } = await world.as(north, (client) =>
    one<{ reply: unknown }>(client, "select audit_rows($1) as reply", [row?.id]),
  );
  expect(auditRows.reply.parse(reply)).toMatchObject({
    kept: 2,
    rows: [{ after: { door: "Entré" } }, { before: null }],
  });
  const foreign = await world.as(south, (client) =>
    one<{ reply: unknown }>(client, "select audit_rows($1) as reply", [row?.id]),
  );
  expect(auditRows.reply.parse(foreign.reply).rows).toEqual([]);

  // The rows are written without the triggers, as at that time.
  await world.admin.query(
    `set session_replication_role = replica;
     insert into audit (organization_id, actor, action, subject_table, subject_id)
       values ('${ids.north}', '${ids.northAdmin}', 'door_opened', 'access_points', '${ids.sharedDoor}');
     insert into audit (organization_id, actor, action, subject_table, subject_id, after)
       values ('${ids.north}', '${ids.northAdmin}', 'auth.sign_in', 'users', '${ids.northAdmin}', '{"ip": "192.0.2.7"}');
     set session_replication_role = origin`,
  );
  expect((await page(north, { actions: ["door_opened"] })).rows[0]).toMatchObject({
    subject_name: "Entré",
    address: null,
  });
  // The address stands only among the event's details, which the page does not show.
  expect((await page(north, { actions: ["auth.sign_in"] })).rows[0]).toMatchObject({ address: "192.0.2.7" });
});

test("a change that changes nothing, or only what a device reports, is no event", async () => {
  await world.as(system, async (client) => {
    await client.query(`update end_users set first_name = first_name where id = '${ids.anna}'`);
    await client.query(`update controllers set name = name where id = '${ids.shared}'`);
  });
  expect((await page(system)).rows).toEqual([]);
  await world.admin.query(
    `begin; set local app.sub = '${ids.systemAdmin}';
     update access_points set last_synced = now() where id = '${ids.sharedDoor}';
     update controllers set last_sync = now() where id = '${ids.shared}'; commit`,
  );
  expect((await page(system)).rows).toEqual([]);
});

test("removing a person names them in what goes with them", async () => {
  await world.as(north, async (client) => {
    await client.query(`update end_users set last_name = 'Ek' where id = '${ids.anna}'`);
    for (const id of [ids.annaPin, ids.annaCar])
      await client.query(`update credentials set enabled = false where id = $1`, [id]);
  });
  await world.as(north, (client) => client.query(`delete from end_users where id = '${ids.anna}'`));
  expect((await reported(north)).filter((line) => line.includes(".delete")).sort()).toEqual([
    "No Rr: controller_assignments.delete Anna Ek",
    "No Rr: credentials.delete Anna Ek",
    "No Rr: end_users.delete Anna Ek",
  ]);
});

test("an import is one event with its rows behind it, and everybody in it is found", async () => {
  const audit = "00000000-0000-4000-8000-00000000aaaa";
  await world.as(north, async (client) => {
    await client.query(`select private.record_import('${audit}', gen_random_uuid(), '${ids.north}', 30)`);
    await client.query(
      `with people as (insert into end_users (organization_id, first_name, last_name)
         select '${ids.north}', 'Person', 'Nr' || n from generate_series(1, 30) n returning id, last_name)
       select set_config('test.people', jsonb_object_agg(last_name, id)::text, true) from people`,
    );
    await client.query(
      `insert into credentials (end_user_id, credential_type, credential_value, validity_period, valid_from, valid_to, enabled)
       select p.value::uuid, 'license_plate', 'AB' || p.key, '12_months', now(), now() + interval '1 year', true
       from jsonb_each_text(current_setting('test.people')::jsonb) p`,
    );
    await client.query(
      `insert into controller_assignments (credential_id, controller_id) select id, '${ids.northGate}' from credentials where display_value like 'ABNr%'`,
    );
  });
  const listed = await page(north);
  expect(listed.rows.map(({ action }) => action)).toEqual(["vehicles_imported"]);
  expect(listed.total).toBe(1);
  const { reply } = await world.as(north, (client) =>
    one<{ reply: unknown }>(client, "select audit_rows($1, 20, 20) as reply", [audit]),
  );
  const behind = auditRows.reply.parse(reply);
  expect(behind).toMatchObject({ total: 30, kept: 30 });
  expect(behind.rows).toHaveLength(10);
  expect(behind.rows[0]?.after).toHaveProperty("plate");
  const found = await page(north, { search: "nr17 norr" });
  expect(found.rows).toMatchObject([
    { part_of: audit, after: { end_user: "Person Nr17", plate: "ABNr17" }, names: { people_count: 30 } },
  ]);
});

test("an export is an event of its own, and of known lists only", async () => {
  await world.as(north, (client) => client.query(`select record_export('audit', '{"from": "2026-01-01"}')`));
  expect(await reported(north)).toEqual(["No Rr: audit_exported null"]);
  for (const list of ["access_logs", "door_log", "merged_log", "people", "who"]) {
    await world.as(north, (client) => client.query("select record_export($1, $2)", [list, { show: "granted" }]));
    await world.as(system, (client) => client.query("select record_export($1)", [list]));
    const { rows } = await page(north, { actions: [`${list}_exported`] });
    // A system admin's export covers all organisations and is no organisation's event.
    expect(rows.map(({ actor_name, after }) => [actor_name, after])).toEqual([["No Rr", { show: "granted" }]]);
  }
  const client = await world.enter(north);
  expect(await outcome(client.query("select record_export('passwords')"))).toBe("22023");
  await client.query("rollback");
  client.release();
});

test("an export's filters turn no line of the event log, and are an object", async () => {
  const search = "Å\u202esatt\u2066 rebåt\u200b";
  await world.as(north, (client) => client.query("select record_export('people', $1)", [{ search, rows: 2 }]));
  const { rows } = await page(north, { actions: ["people_exported"] });
  expect(rows.map(({ after }) => after)).toEqual([{ search: "Åsatt rebåt", rows: 2 }]);
  for (const call of ["'people', null", "'people', '[]'", "null"]) {
    const client = await world.enter(north);
    expect(await outcome(client.query(`select record_export(${call})`))).toBe("22023");
    await client.query("rollback");
    client.release();
  }
});

test("pages of the rarest events and of other filters are short walks along an index in a long log", async () => {
  await world.admin.query(`
    begin; set local session_replication_role = replica;
    insert into audit (organization_id, actor, action, subject_name, at)
      select case when n % 50 = 0 then '${ids.north}'::uuid else '${ids.south}' end, '${ids.southAdmin}', 'credentials.update', 'Person ' || n, now() - n * interval '1 minute'
      from generate_series(1, 60000) n;
    insert into audit (organization_id, actor, action, at) values ('${ids.north}', '${ids.northAdmin}', 'controller_retired', now() - interval '90 days');
    commit`);
  await world.admin.query("analyze audit");
  const pages = async (caller: Caller, args: string) => {
    const client = await world.enter(caller);
    await client.query(`select audit_page(${args})`);
    const { rows } = await client.query<{ "QUERY PLAN": { Plan: Record<string, number> }[] }>(
      `explain (analyze, buffers, timing off, format json) select audit_page(${args})`,
    );
    await client.query("rollback");
    client.release();
    const plan = rows[0]?.["QUERY PLAN"][0]?.Plan ?? {};
    return (plan["Shared Hit Blocks"] ?? 0) + (plan["Shared Read Blocks"] ?? 0);
  };
  const { all } = await one<{ all: number }>(world.admin, "select (pg_relation_size('audit') / 8192)::int as all");
  expect(all).toBeGreaterThan(800);
  const doors = `actions => '{${actionsOfKind("doors").join(",")}}'`;
  expect(await pages(system, doors)).toBeLessThan(300);
  expect(await pages(north, doors)).toBeLessThan(300);
  expect(await pages(system, `actor => '${ids.northAdmin}'`)).toBeLessThan(300);
  // The count searches the newest 2,000 rows and does not walk through the rest.
  expect(await pages(system, "search => 'person 59999'")).toBeLessThan(1500);
  expect(
    await pages(system, "before => now() - interval '41 days', since => now() - interval '41 days 1 hour'"),
  ).toBeLessThan(300);
});

const root = join(import.meta.dirname, "../../..");
