// Two hundred texts that become script where a page forgets to escape, planted in every text column.
import type { Pool } from "pg";

const LONGEST = 49;

const TEMPLATES: readonly ((call: string) => string)[] = [
  (call) => `<img src=x onerror=${call}>`,
  (call) => `"><svg onload=${call}>`,
  (call) => `'-${call}-'`,
  (call) => `<script>${call}</script>`,
  (call) => `javascript:${call}`,
  (call) => `<svg/onload=${call}>`,
  (call) => `"onfocus=${call} autofocus x="`,
  (call) => `</title><script>${call}</script>`,
  (call) => `<iframe srcdoc="<script>${call}</script>">`,
  (call) => `<a href=javascript:${call}>a</a>`,
  (call) => `{{a.constructor('${call}')()}}`,
  (call) => `\${${call}}`,
  (call) => `<details open ontoggle=${call}>`,
  (call) => `<math><a xlink:href=javascript:${call}>a`,
  (call) => `<body onload=${call}>`,
  (call) => `<input autofocus onfocus=${call}>`,
  (call) => `<video><source onerror=${call}>`,
  (call) => `data:text/html,<script>${call}</script>`,
  (call) => `--><script>${call}</script>`,
  (call) => `</textarea><img src=x onerror=${call}>`,
];
const DISGUISES: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.replaceAll(/<\/?[a-z]+/g, (tag) => tag.toUpperCase()),
  (text) => `]]>${text}`,
  (text) => `'">${text}`.slice(0, LONGEST),
  (text) => text.replace("<", "&lt;"),
  (text) => text.replace("<", "%3C"),
  (text) => `\\${text}`,
  (text) => `\u202e${text}`,
  (text) => text.replaceAll(" ", "/"),
  (text) => `=${text}`,
];

/** The payloads; each calls `xss(n)` with its own number, from 1. */
export const XSS_PAYLOADS: readonly string[] = TEMPLATES.flatMap((template, at) =>
  DISGUISES.map((disguise, way) => disguise(template(`xss(${at * DISGUISES.length + way + 1})`)).slice(0, LONGEST)),
);

const packs = (size: number, from = 0, step = size): string[] =>
  Array.from({ length: Math.ceil(XSS_PAYLOADS.length / step) }, (_, at) =>
    XSS_PAYLOADS.slice(at * step + from, at * step + from + size).join(""),
  );

export interface PlantedXss {
  /** Text columns whose constraints refuse every payload. */
  readonly refused: readonly string[];
}

/** Plants fifty rows of each kind, which show all two hundred. Controllers are switched off. */
export async function plantXss(admin: Pool, organizationId: string): Promise<PlantedXss> {
  const run = (sql: string, values: unknown[]) => admin.query(sql, values);
  const [names, lasts] = [packs(2, 0, 4), packs(2, 2, 4)];
  await run("insert into organizations (name, description) select * from unnest($1::text[], $2::text[])", [
    names,
    packs(16, 0, 4).map((text) => text.slice(0, 1000)),
  ]);
  const controllers = await run(
    `insert into controllers (name, device_type, device_ip, username, macro_id, serial, organization_id, enabled)
     select n, case when at % 2 = 0 then 'axis' else 'axxon_lpr' end,
       -- An address that can be read in several ways is refused.
       case when private.reads_one_way(l) then l else '192.0.2.' || at end, l, l, l, $3, false
     from unnest($1::text[], $2::text[]) with ordinality as t(n, l, at) returning id, device_type`,
    [names, lasts, organizationId],
  );
  const ids: { id: string; device_type: string }[] = controllers.rows;
  const door = ids.find(({ device_type }) => device_type === "axis")?.id;
  const gate = ids.find(({ device_type }) => device_type === "axxon_lpr")?.id;
  await run("insert into organization_controllers select $1, unnest($2::uuid[])", [
    organizationId,
    ids.map(({ id }) => id),
  ]);
  await run(
    `insert into access_points (controller_id, name, door_name, description, access_profile_token, device_door_token)
     select $1, n, l, n || l, n, n from unnest($2::text[], $3::text[]) as t(n, l)`,
    [door, names, lasts],
  );
  await run(
    "insert into end_users (organization_id, first_name, last_name) select $1, * from unnest($2::text[], $3::text[])",
    [organizationId, names, lasts],
  );
  await run("insert into access_groups (organization_id, name) select $1, unnest($2::text[])", [organizationId, names]);
  await run("insert into installation_groups (name) select unnest($1::text[])", [names]);
  await run("insert into schedules (organization_id, name) select $1, unnest($2::text[])", [organizationId, names]);
  await run(
    `insert into door_profiles (access_point_id, controller_id, schedule_ids, profile_token, hours_token)
     select a.id, a.controller_id, array[s.id], s.name, s.name from access_points a join schedules s on s.name = a.name where a.controller_id = $1`,
    [door],
  );
  await run("insert into calendars (organization_id, name) select $1, unnest($2::text[])", [organizationId, names]);
  await run(
    "insert into calendar_days (calendar_id, first_day, last_day, name) select id, '2027-02-01', '2027-02-01', name from calendars",
    [],
  );
  await run(
    // Those without a removed credential are deleted by a job.
    `with people as (
       insert into removed_people (id, organization_id, first_name, last_name)
       select gen_random_uuid(), $1, * from unnest($2::text[], $3::text[]) returning id, organization_id)
     insert into removed_credentials (id, organization_id, end_user_id, credential_type)
     select gen_random_uuid(), organization_id, id, 'pin' from people`,
    [organizationId, names, lasts],
  );
  await run(
    `insert into credentials (end_user_id, credential_type, credential_value, vehicle_type, axxon_vehicle_id, validity_period, valid_to)
     select id, 'license_plate', 'AAA 1' || row_number() over (), first_name, last_name, '12_months', now() + interval '3 days' from end_users where organization_id = $1`,
    [organizationId],
  );
  await run("insert into controller_assignments (credential_id, controller_id) select id, $1 from credentials", [gate]);
  await run(
    "insert into access_logs (plate_number, controller_id, organization_id, access_granted, access_reason) select unnest($1::text[]), $2, $3, false, 'expired'",
    [packs(4), gate, organizationId],
  );
  // The newest passage is of a person whose name is a payload: the log and its explanation show it.
  await run(
    `insert into door_events (id, occurred_at, device_time, controller_id, access_point_id, organization_id, kind, granted, reason, credential_id)
     select gen_random_uuid(), now() - n * interval '1 second', now(), $1, (select min(id::text)::uuid from access_points where controller_id = $1), $2, 'access', false, 'not_permitted', c.id
     from (select id, row_number() over (order by id) as n from credentials limit 20) c`,
    [door, organizationId],
  );
  // The rows hold typed reasons for opening a door or holding it unlocked, and the names of those who did; the door's state is
  // shown beside.
  await run(
    `with orders as (
       insert into door_commands (request_id, access_point_id, organization_id, requested_by, requested_as, reason, device_reason)
       select gen_random_uuid(), d.id, $2, gen_random_uuid(), t.n, left(t.l || '...', 200), left(t.n, 100)
       from unnest($3::text[], $4::text[]) as t(n, l), (select min(id::text)::uuid as id from access_points where controller_id = $1) d returning id, access_point_id)
     insert into door_events (id, occurred_at, device_time, controller_id, access_point_id, organization_id, kind, granted, command_id)
     select id, now(), now(), $1, access_point_id, $2, 'remote_open', false, id from orders limit 5`,
    [door, organizationId, names, lasts],
  );
  await run(
    `insert into door_holds (request_id, access_point_id, organization_id, requested_by, requested_as, reason, until, applied_at)
     select gen_random_uuid(), a.id, $2, gen_random_uuid(), a.name, left(a.door_name || '...', 200), now() + interval '2 hours', now() from access_points a where a.controller_id = $1`,
    [door, organizationId],
  );
  await run(
    "update door_states s set mode = 'unlocked', read_at = now() + interval '1 hour' from access_points a where a.id = s.access_point_id and a.controller_id = $1",
    [door],
  );
  // The queue of unclear plates holds payloads, with a person whose name is a payload too; a linked one is as short as a plate.
  await run(
    `with near as (
       insert into plate_near_misses (controller_id, plate_number, last_read_at) select $1, n, now() from unnest($2::text[]) n
       on conflict do nothing returning id),
     car as (select id from credentials where credential_type = 'license_plate' order by id limit 1)
     insert into plate_near_miss_candidates (near_miss_id, organization_id, credential_id, place) select near.id, $3, car.id, 1 from near, car`,
    [gate, names, organizationId],
  );
  await run(
    `insert into plate_aliases (controller_id, organization_id, credential_id, plate_number)
     select $1, $3, (select id from credentials where credential_type = 'license_plate' order by id limit 1), n from unnest($2::text[]) n
     where length(private.plate_key(n)) between 2 and 12 on conflict do nothing`,
    [gate, names, organizationId],
  );
  await run(
    "insert into door_event_cursors (controller_id, last_row, last_event, last_error, next_read_at) values ($1, 1, $2, $3, 'infinity') on conflict (controller_id) do update set last_row = 1, last_event = $2, last_error = $3, next_read_at = 'infinity'",
    [door, names[0], names[1]],
  );
  await run(
    "insert into auth.users (id, email) select gen_random_uuid(), 'xss' || n || '@x.example' from generate_series(1, 50) n",
    [],
  );
  await run(
    `insert into profiles (id, first_name, last_name, email)
     select u.id, t.n, t.l, u.email from (select id, email, row_number() over () as at from auth.users where email like 'xss%') u
     join unnest($1::text[], $2::text[]) with ordinality as t(n, l, at) using (at)`,
    [names, lasts],
  );
  await run(
    `insert into user_roles (user_id, role, organization_id)
     select id, case when row_number() over () % 2 = 0 then 'system_admin' else 'org_admin' end, case when row_number() over () % 2 = 0 then null else $1::uuid end
     from auth.users where email like 'xss%'`,
    [organizationId],
  );
  const item = { kind: "unknown_object", object: "user", token: names[0], label: lasts[0], name: names[1] };
  await run(
    "insert into drift_reports (controller_id, compared_at, users, credentials, total_items, items) values ($1, now(), 1, 1, 1, jsonb_build_array($2::jsonb))",
    [door, JSON.stringify(item)],
  );
  await run(
    "insert into audit (organization_id, action, actor_name, subject_name, request_id, after) select $1, n, n, n, left(n, 60), jsonb_build_object(n, n) from unnest($2::text[]) n",
    [organizationId, names],
  );
  await plantMachinery(admin, { organizationId, door, gate, names, lasts });
  await plantAlerts(admin, names);
  return { refused: await plantTheRest(admin) };
}

interface Machinery {
  readonly organizationId: string;
  readonly door: string | undefined;
  readonly gate: string | undefined;
  readonly names: readonly string[];
  readonly lasts: readonly string[];
}

/** Plants rows of controller workers, jobs and devices: replicas, receipts, emails, a pause. */
async function plantMachinery(admin: Pool, { organizationId, door, gate, names, lasts }: Machinery): Promise<void> {
  const run = (sql: string, values: unknown[]) => admin.query(sql, values);
  const doubles = [door, names, lasts];
  await run(
    "insert into controller_users (controller_id, first_name, last_name, user_token, credential_token, group_token) select $1, n, l, n, n, l from unnest($2::text[], $3::text[]) as t(n, l)",
    doubles,
  );
  await run(
    `insert into device_sync (controller_id, source_id, source_kind, organization_id, label, user_token, credential_token, last_error, applied_digest)
     select $1, gen_random_uuid(), 'credential', $4, l, 'x' || n, 'x' || n, l, n from unnest($2::text[], $3::text[]) as t(n, l)`,
    [...doubles, organizationId],
  );
  await run(
    `insert into sync_receipts (controller_id, controller_name, source_id, source_kind, organization_id, label, kind, generation, attested_by, reason)
     select $1, n, gen_random_uuid(), 'credential', $4, l, 'attested', 1, gen_random_uuid(), n from unnest($2::text[], $3::text[]) as t(n, l)`,
    [...doubles, organizationId],
  );
  await run("insert into gate_passages select $1, unnest($2::text[]), now()", [gate, names]);
  await run("insert into worker_pause (reason) values ($1)", [names.slice(0, 4).join("")]);
  await run(
    "insert into mail_queue (template, recipient, state, last_error, expires_at, finished_at) select 'welcome', 'x@y.example', 'failed', unnest($1::text[]), now(), now()",
    [names],
  );
}

/** Plants alert receivers and deliveries, ended so that the portal's jobs leave them alone. */
async function plantAlerts(admin: Pool, names: readonly string[]): Promise<void> {
  await admin.query(
    `with w as (insert into alert_webhooks (name, origin, encrypted_url, signing_secret, enabled)
       select n, 'https://x.example', 'p1:abcd1234:' || repeat('A', 60), 'p1:abcd1234:' || repeat('A', 60), false from unnest($1::text[]) n returning id, name)
     insert into alert_deliveries (webhook_id, event, body, expires_at, state, finished_at) select id, 'test', name, now(), 'failed', now() from w`,
    [names],
  );
  await admin.query(
    "insert into alerts (kind, object_name, since, cleared_at) select 'controller_offline', n, now(), now() from unnest($1::text[]) n",
    [names],
  );
}

/** Plants one row for every text column that has none yet; returns the names of refused ones. */
async function plantTheRest(admin: Pool): Promise<string[]> {
  const { rows } = await admin.query<{ table: string; column: string }>(
    `select c.relname as table, a.attname as column from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and a.atttypid = 'text'::regtype order by 1, 2`,
  );
  const refused: string[] = [];
  for (const { table, column } of rows) {
    const held = await admin.query(`select from ${table} where "${column}" like '%xss(%' limit 1`);
    if ((held.rowCount ?? 0) > 0) continue;
    try {
      const { rowCount } = await admin.query(
        `update ${table} set "${column}" = $1 where ctid = (select ctid from ${table} limit 1)`,
        [XSS_PAYLOADS[0]],
      );
      if (rowCount !== 0) continue;
      refused.push(`${table}.${column} (no row)`);
    } catch {
      refused.push(`${table}.${column}`);
    }
  }
  return refused;
}
