// Rules written both in SQL and TypeScript, or twice in SQL for a plan: both get the same cases.
import { randomUUID } from "node:crypto";
import type { Pool } from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { DEVICE_KINDS, DEVICE_TRAITS, DEVICE_TYPES, logReasonSchema } from "#contract/devices.ts";
import {
  ALIAS_UNUSED_DAYS,
  AUDITED_EVENTS_PER_DAY,
  AUDITED_EVENTS_PER_MINUTE,
  PEOPLE_CHUNK_ROWS,
} from "#contract/limits.ts";
import { passwordUse } from "#contract/relay.ts";
import { relayPreset } from "#contract/relay-presets.ts";
import { customWindow, lastEndDate } from "#contract/validity.ts";
import { GATE_FACTS_OF_MANY_SQL, GATE_FACTS_SQL, readGateFacts } from "#server/gates/gate.store.ts";
import { credentialTokenOf, sourceOfToken, userTokenOf } from "#server/reconcile/worker/tokens.ts";
import { openPool } from "#tests/support/pool.ts";
import { engine, ids, one, openWorld, system, type World } from "./world.ts";

let world: World;
let gate: Pool;
beforeAll(async () => {
  world = await openWorld();
  gate = openPool({ connectionString: world.database.authenticatorUrl, options: "-c role=portal_gate", max: 2 });
});
beforeEach(() => world.reset());
afterAll(async () => {
  await gate.end();
  await world[Symbol.asyncDispose]();
});

test("SQL and TypeScript make the same tokens, and read them back", async () => {
  const sources = [...Object.values(ids), ...Array.from({ length: 200 }, () => randomUUID())];
  const { rows } = await world.admin.query<{ id: string; user: string; credential: string }>(
    `select id::text, private.user_token_of(id) as user, private.credential_token_of(id) as credential
     from unnest($1::uuid[]) with ordinality as s (id, place) order by place`,
    [sources],
  );
  expect(rows).toEqual(sources.map((id) => ({ id, user: userTokenOf(id), credential: credentialTokenOf(id) })));
  expect(rows.map(({ user }) => sourceOfToken(user))).toEqual(sources);
  expect(rows.map(({ credential }) => sourceOfToken(credential))).toEqual(sources);
});

test("SQL and TypeScript know the same types of device as door controllers", async () => {
  const { rows } = await world.admin.query<{ doors: string[] }>(
    "select array(select t from unnest($1::text[]) with ordinality as s (t, place) where private.is_door_type(t) order by place) as doors",
    [DEVICE_TYPES],
  );
  expect(rows).toEqual([{ doors: DEVICE_TYPES.filter((type) => DEVICE_KINDS[type] === "door") }]);
});

test("the log may have every reason of a gate's decision, and no other", async () => {
  const { rows } = await world.admin.query<{ reasons: string[] }>(
    `select array(select m[1] from regexp_matches(pg_get_constraintdef(oid), '''([a-z_]+)''::text', 'g') m order by 1) as reasons
     from pg_constraint where conname = 'access_logs_reason' and conrelid = 'access_logs'::regclass`,
  );
  expect(rows).toEqual([{ reasons: [...logReasonSchema.options].toSorted() }]);
});

test("SQL and TypeScript know the same types of device as opened by a request", async () => {
  const { rows } = await world.admin.query<{ types: string[] }>(
    "select array(select t from unnest($1::text[]) with ordinality as s (t, place) where private.opens_by_request(t) order by place) as types",
    [DEVICE_TYPES],
  );
  expect(rows).toEqual([{ types: DEVICE_TYPES.filter((type) => DEVICE_TRAITS[type].opensBy === "request") }]);
});

test("SQL and TypeScript know the same ways of sending a relay's password", async () => {
  const [plain, token] = [relayPreset("2n"), relayPreset("unifi_access")];
  const header = (name: string, value: string) => ({ ...plain, headers: [{ name, value }] });
  const requests = [
    plain,
    { ...plain, path: "/annan", unit: "2" },
    { ...plain, sign_in: "none" as const },
    token,
    header("X-Key", "{password}"),
    header("x-key", "{password}"),
    header("X-Key", "Token {password}"),
    header("X-Other", "{password}"),
    header("X-Key", "{unit}"),
    { ...header("X-Key", "{password}"), sign_in: "none" as const },
    { ...plain, headers: [...header("A", "{password}").headers, ...header("B", "1 {password}").headers] },
    { ...plain, headers: [...header("B", "1 {password}").headers, ...header("A", "{password}").headers] },
  ];
  const { rows } = await world.admin.query<{ use: string | null }>(
    `select private.password_use(r)::text as use from jsonb_array_elements($1) with ordinality as s (r, place) order by place`,
    [JSON.stringify(requests)],
  );
  const alike = (uses: (string | null)[]) => uses.map((one) => (one === null ? null : uses.indexOf(one)));
  expect(alike(rows.map(({ use }) => use))).toEqual(alike(requests.map(passwordUse)));
  expect(new Set(requests.map(passwordUse)).size).toBe(9);
});

test.each([
  ["private.consume_audit_quota(uuid)", "per_minute constant integer := ", AUDITED_EVENTS_PER_MINUTE],
  ["private.consume_audit_quota(uuid)", "per_day    constant integer := ", AUDITED_EVENTS_PER_DAY],
  ["private.audit_change()", "part_rows constant integer := ", 10 * PEOPLE_CHUNK_ROWS],
  ["private.lock_near_miss(uuid,uuid)", "last_used_at <= now() - interval '", ALIAS_UNUSED_DAYS],
])("%s has the number of contract/limits.ts: %s%i", async (name, before, number) => {
  expect(await numberIn(name, before)).toBe(number);
});

/** Returns the number that follows the text `before` in a function. */
async function numberIn(name: string, before: string): Promise<number> {
  const { rows } = await world.admin.query<{ body: string }>(
    "select prosrc as body from pg_proc where oid = $1::regprocedure",
    [name],
  );
  return Number.parseInt(rows[0]?.body.split(before)[1] ?? "", 10);
}

test("a table call may give the last end date that a form may, in every year, and few days more", async () => {
  const most = await numberIn("private.require_end()", "new.valid_to > statement_timestamp() + interval '");
  const days = Array.from({ length: 8 * 366 }, (_, day) => {
    const now = new Date(Date.UTC(2024, 0, 1 + day, 10));
    return (customWindow(lastEndDate(now), now).validTo.getTime() - now.getTime()) / 86_400_000;
  });
  expect(Math.max(...days)).toBeLessThanOrEqual(most);
  expect(most - Math.max(...days)).toBeLessThan(2);
});

/** Takes the direct right and gives the gate by a membership with these dates. */
const byGroup = (dates: string) => `
  delete from controller_assignments where credential_id = '${ids.annaCar}';
  insert into access_groups (id, organization_id, name) values ('${ids.direct}', '${ids.north}', 'Boende');
  insert into access_group_doors values ('${ids.direct}', '${ids.north}', '${ids.northGate}', null);
  insert into access_group_members (group_id, organization_id, end_user_id, valid_from, valid_to)
    values ('${ids.direct}', '${ids.north}', '${ids.anna}', ${dates});`;

const CHANGES: [string, string][] = [
  ["is valid", "select"],
  ["is switched off", `update credentials set enabled = false where id = '${ids.annaCar}'`],
  ["has no end", `update credentials set valid_to = null where id = '${ids.annaCar}'`],
  [
    "ends this moment",
    `update credentials set valid_from = now() - interval '2 days', valid_to = now() where id = '${ids.annaCar}'`,
  ],
  ["is unassigned", `delete from controller_assignments where credential_id = '${ids.annaCar}'`],
  ["is in a group with the gate", byGroup("null, null")],
  ["is in a group from tomorrow", byGroup("now() + interval '1 day', null")],
  ["was in a group until this moment", byGroup("null, now()")],
  [
    "is in a group whose gate was taken from the organisation",
    `${byGroup("null, null")} delete from organization_controllers where controller_id = '${ids.northGate}'`,
  ],
  ["lost its organisation's gate", `delete from organization_controllers where controller_id = '${ids.northGate}'`],
  ["is deleted", `delete from end_users where id = '${ids.anna}'`],
];

describe("a plate", () => {
  const answers = new Set<boolean>();
  test.each(CHANGES)("that %s is desired on the gate's list exactly if the gate lets it in", async (_what, sql) => {
    await world.admin.query(sql);
    const read = { webhookUser: "x", gateId: ids.northGate, plate: "ABC123" };
    const [facts] = await readGateFacts(gate, [read]);
    const opens = (facts?.candidates ?? []).some((one) => one.enabled && !one.ended && one.assigned);
    const { desired } = await world.as(engine, (client) =>
      one<{ desired: boolean }>(
        client,
        `select coalesce(bool_or(private.is_desired(exists (select from private.effective_access e
           where e.credential_id = c.id and e.controller_id = $1), c.enabled, c.valid_to)), false) as desired
         from credentials c where c.plate_key = 'ABC123'`,
        [ids.northGate],
      ),
    );
    expect(opens).toBe(desired);
    answers.add(desired);
  });
  test("was both, or the comparison saw nothing", () => {
    expect(answers).toEqual(new Set([true, false]));
  });
});

describe("is_over, is_live and is_desired", () => {
  test("say nothing but yes or no, also of what is not there", async () => {
    const { rows } = await world.admin.query<Record<string, boolean>>(
      `select access, enabled, way, private.is_live(enabled, at) as live, private.is_desired(access, enabled, at) as desired
       from unnest(array[true, false, null]) access, unnest(array[true, false, null]) enabled,
         (values ('no end', null), ('now', now()), ('later', now() + interval '1 second')) as w (way, at)`,
    );
    expect(rows).toHaveLength(27);
    for (const { access, enabled, way, live, desired } of rows) {
      expect(live).toBe(enabled === true && String(way) !== "now");
      expect(desired).toBe(live === true && access === true);
    }
  });

  const gateFacts = (sql: string) =>
    sql
      .replace("$1", sql === GATE_FACTS_SQL ? "'x'" : "'{x}'")
      .replace("$2", sql === GATE_FACTS_SQL ? `'${ids.northGate}'::uuid` : `'{${ids.northGate}}'`)
      .replace("$3", sql === GATE_FACTS_SQL ? "'ABC123'" : "'{ABC123}'");
  test.each<[string, "gate" | "engine" | "system", string]>([
    ["the gate's statement", "gate", gateFacts(GATE_FACTS_SQL)],
    ["the gate's statement for several reads", "gate", gateFacts(GATE_FACTS_OF_MANY_SQL)],
    ["the workers' view", "engine", "select * from private.desired_replicas"],
    ["the page's view", "system", "select * from sync_states"],
  ])("are inlined in %s: no row calls a function", async (_what, role, sql) => {
    const explain = `explain (verbose, costs off) ${sql}`;
    const { rows } =
      role === "gate"
        ? await gate.query<{ "QUERY PLAN": string }>(explain)
        : await world.as(role === "engine" ? engine : system, (client) =>
            client.query<{ "QUERY PLAN": string }>(explain),
          );
    const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
    expect(plan).toContain("valid_to");
    expect(plan).not.toMatch(/is_over|is_live|is_desired|is_door_type|token_of/);
  });
});
