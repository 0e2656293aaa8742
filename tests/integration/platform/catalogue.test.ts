// Rules that hold for every table and function, new ones included.
import { afterAll, beforeAll, expect, test } from "vitest";
import { openWorld, ROLES, type World } from "./world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld({ filled: false });
});
afterAll(() => world[Symbol.asyncDispose]());

const names = async (text: string, values: unknown[] = []): Promise<string[]> => {
  const { rows } = await world.admin.query<{ name: string }>(text, values);
  return rows.map((row) => row.name);
};

const TABLES = `from pg_class c where c.relnamespace in ('public'::regnamespace, 'auth'::regnamespace) and c.relkind in ('r', 'p')`;

// Covers: design.1
test("every table and partition has row security, for its owner too", async () => {
  expect((await names(`select c.oid::regclass::text as name ${TABLES}`)).length).toBeGreaterThan(25);
  expect(
    await names(`select c.oid::regclass::text as name ${TABLES} and not (c.relrowsecurity and c.relforcerowsecurity)`),
  ).toEqual([]);
});

test("a table made without row security is found", async () => {
  await world.admin.query("create table public.forgotten (id int)");
  const found = await names(
    `select c.oid::regclass::text as name ${TABLES} and not (c.relrowsecurity and c.relforcerowsecurity)`,
  );
  await world.admin.query("drop table public.forgotten");
  expect(found).toEqual(["forgotten"]);
});

test("every table, view and function of ours has one of our roles as owner, and the login owns nothing", async () => {
  expect(
    await names(`select c.oid::regclass::text as name from pg_class c where c.relnamespace in ('public'::regnamespace, 'auth'::regnamespace)
      and c.relkind in ('r', 'p', 'v') and c.relowner <> 'portal_owner'::regrole`),
  ).toEqual([]);
  expect(
    await names(`select p.oid::regprocedure::text as name from pg_proc p where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace, 'auth'::regnamespace)
      and p.proowner not in ('portal_owner'::regrole, 'portal_engine'::regrole, 'portal_auth'::regrole)`),
  ).toEqual([]);
  expect(
    await names(
      "select objid::text as name from pg_shdepend where refobjid = 'authenticator'::regrole and deptype = 'o'",
    ),
  ).toEqual([]);
});

// Covers: design.1
test("no role of ours passes row security, and only the login signs in", async () => {
  const { rows } = await world.admin.query(
    `select rolname from pg_roles where rolname = any ($1) and (rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolreplication)`,
    [[...ROLES, "portal_owner", "portal_backup", "authenticator"]],
  );
  expect(rows).toEqual([]);
  expect(
    await names("select rolname as name from pg_roles where rolcanlogin and rolname = any ($1)", [
      [...ROLES, "portal_owner", "portal_backup", "authenticator"],
    ]),
  ).toEqual(["authenticator"]);
});

test("a partition is reachable through its parent only", async () => {
  expect(
    await names(`select c.relname as name from pg_class c cross join lateral aclexplode(c.relacl) a
      where c.relispartition and c.relkind = 'r' and a.grantee <> c.relowner`),
  ).toEqual([]);
});

test("a view asks with its reader's rights", async () => {
  expect(
    await names(`select c.oid::regclass::text as name from pg_class c where c.relkind = 'v'
      and c.relnamespace in ('public'::regnamespace, 'private'::regnamespace) and not coalesce(c.reloptions @> '{security_invoker=true}', false)`),
  ).toEqual([]);
});

test("a function that runs as its owner has a fixed search_path and is nobody's by default", async () => {
  expect(
    await names(`select p.oid::regprocedure::text as name from pg_proc p
      where p.prosecdef and p.pronamespace in ('public'::regnamespace, 'private'::regnamespace, 'auth'::regnamespace)
        and (not coalesce(p.proconfig @> '{"search_path=\\"\\""}', false)
          or p.proacl is null or exists (select from aclexplode(p.proacl) a where a.grantee = 0))`),
  ).toEqual([]);
});

test("anybody may call only what reveals nothing", async () => {
  expect(
    await names(`select p.proname as name from pg_proc p
      where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace, 'auth'::regnamespace)
        and (p.proacl is null or exists (select from aclexplode(p.proacl) a where a.grantee = 0)) order by 1`),
  ).toEqual([
    "are_intervals",
    "encrypted_pin_hmacs",
    "encrypted_pin_mask",
    "is_bounded_day",
    "is_bounded_time",
    "is_encrypted_pin",
    "is_encrypted_text",
    "is_holiday_code",
    "is_minute",
    "is_name",
    "is_plate",
    "is_plate_key",
    "like_text",
    "phone_key",
    "plain_text",
    "plate_key",
    "plate_words",
    "search_key",
  ]);
});

test("the wire offers these functions and no helper", async () => {
  expect(
    await names("select p.proname as name from pg_proc p where p.pronamespace = 'public'::regnamespace order by 1"),
  ).toEqual([
    "audit_actors",
    "audit_page",
    "audit_rows",
    "audit_status",
    "controller_states",
    "door_codes",
    "drift_list",
    "first_steps",
    "log_names",
    "passages_per_hour",
    "plates_to_correct",
    "record_export",
    "search_end_users",
    "sync_queue",
    "sync_summary",
    "where_may",
    "who_may_pass",
  ]);
});

// Covers: 6.1, design.1
test("anonymous callers have nothing at all", async () => {
  expect(
    await names(`select c.oid::regclass::text as name ${TABLES.replace("('r', 'p')", "('r', 'p', 'v')")}
      and has_any_column_privilege('anon', c.oid, 'select, insert, update, references')`),
  ).toEqual([]);
});

// Columns that a portal role may not read of a table it may read.
const UNREADABLE = {
  system_admin: [
    "alert_webhooks.encrypted_url",
    "alert_webhooks.signing_secret",
    "controller_pins.organization_id",
    "controller_pins.pin_hmac",
    "controller_users.pin",
    "controller_users.pin_hmacs",
    "controllers.device_system",
    "controllers.heartbeat_from",
    "controllers.password_encrypted",
    "controllers.pushed_at",
    "controllers.sign_in_digest",
    "controllers.sign_in_held_until",
    "controllers.sign_in_refusals",
    "controllers.sign_in_version",
    "controllers.webhook_hash",
    "controllers.webhook_previous_hash",
    "controllers.webhook_secret",
    "credentials.credential_value",
    "credentials.pin_grams",
    "credentials.pin_hmacs",
    "door_events.weekly_code_id",
    "mail_queue.encrypted_content",
    "plate_aliases.last_used_at",
    "removed_people.search",
    "shared_door_events.organization_ids",
    "weekly_codes.code",
    "weekly_codes.pin_hmacs",
  ],
  org_admin: [
    "audit.tx",
    "controllers.allow_old_tls",
    "controllers.allow_plain_http",
    "controllers.cert_accepted_at",
    "controllers.cert_sha256",
    "controllers.cert_subject",
    "controllers.cert_valid_to",
    "controllers.device_system",
    "controllers.disabled_macro_id",
    "controllers.firmware",
    "controllers.frame_source",
    "controllers.heartbeat_from",
    "controllers.macro_id",
    "controllers.missing_macro_id",
    "controllers.model",
    "controllers.organization_id",
    "controllers.password_encrypted",
    "controllers.password_mask",
    "controllers.push_skew_ms",
    "controllers.pushed_at",
    "controllers.refused_at",
    "controllers.refused_cause",
    "controllers.relay_request",
    "controllers.serial",
    "controllers.shares_system_with",
    "controllers.sign_in_digest",
    "controllers.sign_in_held_until",
    "controllers.sign_in_refusals",
    "controllers.sign_in_version",
    "controllers.tls_version",
    "controllers.username",
    "controllers.webhook_hash",
    "controllers.webhook_previous_ends_on_use",
    "controllers.webhook_previous_hash",
    "controllers.webhook_previous_until",
    "controllers.webhook_rotated_at",
    "controllers.webhook_secret",
    "controllers.webhook_user",
    "controllers.whole_days",
    "credentials.credential_value",
    "credentials.pin_grams",
    "credentials.pin_hmacs",
    "door_events.weekly_code_id",
    "plate_aliases.last_used_at",
    "removed_people.search",
    "shared_door_events.organization_ids",
  ],
};

test.each(Object.entries(UNREADABLE))(
  "%s cannot read secrets in a table that is theirs to read",
  async (role, columns) => {
    expect(
      await names(
        `select c.relname || '.' || a.attname as name ${TABLES.replace("pg_class c", "pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped")}
       and not c.relispartition and has_any_column_privilege($1, c.oid, 'select') and not has_column_privilege($1, c.oid, a.attnum, 'select') order by (c.relname || '.' || a.attname) collate "C"`,
        [role],
      ),
    ).toEqual(columns);
  },
);

test("no portal role may change where a row belongs or what it is", async () => {
  expect(
    await names(`select r || ' ' || c.relname || '.' || a.attname as name from pg_class c
      join pg_attribute a on a.attrelid = c.oid and not a.attisdropped, unnest(array['system_admin', 'org_admin']) r
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and a.attname in ('id', 'organization_id', 'end_user_id', 'credential_id', 'credential_type', 'controller_id', 'access_point_id', 'user_id', 'role')
        and has_column_privilege(r, c.oid, a.attnum, 'update') order by 1`),
  ).toEqual(["system_admin controllers.organization_id"]);
});

test("the gate's role reaches no table of the sync machinery", async () => {
  expect(
    await names(
      `select c.relname as name ${TABLES} and has_any_column_privilege('portal_gate', c.oid, 'select, insert, update, references') order by 1`,
    ),
  ).toEqual([
    "access_group_rights",
    "access_logs",
    "calendar_days",
    "controller_assignments",
    "controllers",
    "credentials",
    "gate_addresses",
    "gate_passages",
    "installation_webhook",
    "organization_controllers",
    "plate_aliases",
    "pushed_reads",
    "restore_state",
    "schedule_calendars",
    "schedule_hours",
    "webhook_uses",
  ]);
});

test("a back-up reads every row of every table and can do nothing else, and no server can take its role", async () => {
  const whole = `${TABLES} and not c.relispartition`;
  expect(
    await names(`select c.oid::regclass::text as name ${whole} and not (has_table_privilege('portal_backup', c.oid, 'select')
      and exists (select from pg_policy p where p.polrelid = c.oid and p.polroles = array['portal_backup'::regrole::oid] and p.polcmd = 'r' and pg_get_expr(p.polqual, p.polrelid) = 'true'))`),
  ).toEqual([]);
  expect(
    await names(
      `select c.oid::regclass::text as name ${whole} and has_any_column_privilege('portal_backup', c.oid, 'insert, update, references')`,
    ),
  ).toEqual([]);
  expect(
    await names(
      "select r as name from unnest(array['authenticator', 'anon', 'system_admin', 'org_admin', 'portal_auth', 'portal_engine', 'portal_gate']) r where pg_has_role(r, 'portal_backup', 'member')",
    ),
  ).toEqual([]);
});
