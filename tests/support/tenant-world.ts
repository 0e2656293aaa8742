// Two organisations with rows of each kind, inserted past the tenant guard. Every free text carries its organisation's
// marker, never sent in a request, to identify it in replies.
import { randomUUID } from "node:crypto";
import type { Pool } from "pg";
import { encryptControllerPassword } from "#server/controllers/encrypt.ts";
import { encryptCredentialPin } from "#server/people/encrypt.ts";
import { encryptWeeklyCode } from "#server/weekly-codes/encrypt.ts";
import type { TestPortal } from "./build-portal.ts";

/** Ids that an attacker may know of a tenant, as a former member would. */
export interface TenantIds {
  readonly organization: string;
  readonly admin: string;
  readonly door: string;
  readonly gate: string;
  readonly spareGate: string;
  readonly accessPoint: string;
  readonly person: string;
  /** Has the person and the access point. */
  readonly group: string;
  /** Its group for the installation's, at the shared door; has the person of `unsent`. */
  readonly share: string;
  readonly schedule: string;
  readonly calendar: string;
  readonly pin: string;
  readonly plate: string;
  readonly doorEvent: string;
  readonly passage: string;
  /** Two readings that may be the plate: one to link, one to correct the plate by. */
  readonly nearMisses: readonly [string, string];
  /** The log row of another such reading. */
  readonly nearPassage: string;
}

export interface Tenant extends TenantIds {
  readonly marker: string;
  /** A person and a PIN at the shared controller. No request contains them, so in a reply they show a leak, like the marker. */
  readonly unsent: readonly [person: string, pin: string];
  /** An event of that person at the shared door. */
  readonly sharedEvent: string;
}

/** Controllers of both organisations; their names hold neither's marker. */
export interface SharedControllers {
  readonly door: string;
  readonly gate: string;
  readonly accessPoint: string;
}

export interface TenantWorld {
  readonly nord: Tenant;
  readonly syd: Tenant;
  readonly shared: SharedControllers;
}

const PEOPLE = 3;

/** Plants both tenants. Controllers are switched off, so controller workers leave them alone. */
export async function plantTenants(portal: TestPortal): Promise<TenantWorld> {
  const { nord, syd } = portal.accounts;
  const shared = { door: randomUUID(), gate: randomUUID(), accessPoint: randomUUID() };
  await plantSharedControllers(portal, shared);
  const world = {
    nord: await plant(portal, shared, { account: nord, marker: "NORDEGET", pin: "4816", at: 1 }),
    syd: await plant(portal, shared, { account: syd, marker: "SYDHEMLIGT", pin: "759302", at: 2 }),
    shared,
  };
  await plantCommonGroup(portal, world);
  return world;
}

/** Plants a group of the installation at the shared door, which each organisation has with a person of its own. */
async function plantCommonGroup({ admin }: TestPortal, { nord, syd, shared }: TenantWorld): Promise<void> {
  const [common, name] = [randomUUID(), "Gemensam grupp"];
  const place = [shared.door, shared.accessPoint];
  await admin.query("insert into installation_groups (id, name) values ($1, $2)", [common, name]);
  await admin.query(
    "insert into installation_group_doors (group_id, controller_id, access_point_id) values ($1, $2, $3)",
    [common, ...place],
  );
  for (const { share, organization, unsent } of [nord, syd]) {
    await admin.query(
      "insert into access_groups (id, organization_id, installation_group_id, name) values ($1, $2, $3, $4)",
      [share, organization, common, name],
    );
    await admin.query("insert into access_group_doors values ($1, $2, $3, $4)", [share, organization, ...place]);
    await admin.query("insert into access_group_members (group_id, organization_id, end_user_id) values ($1, $2, $3)", [
      share,
      organization,
      unsent[0],
    ]);
  }
}

interface Planting {
  readonly account: { userId: string; organizationId: string | null; email: string };
  readonly marker: string;
  readonly pin: string;
  readonly at: number;
}

/** The PIN's end; less than its period is left, so that it can be extended. */
export const PIN_ENDS_AT = new Date(Date.now() + 300 * 86_400_000).toISOString();

async function plant(
  portal: TestPortal,
  shared: SharedControllers,
  { account, marker, pin, at }: Planting,
): Promise<Tenant> {
  const { keys } = portal.server.deps;
  const organization = account.organizationId;
  if (organization === null) throw new Error("a tenant has an organisation");
  const ids = {
    organization,
    admin: account.userId,
    door: randomUUID(),
    gate: randomUUID(),
    spareGate: randomUUID(),
    accessPoint: randomUUID(),
    person: randomUUID(),
    group: randomUUID(),
    share: randomUUID(),
    schedule: randomUUID(),
    calendar: randomUUID(),
    pin: randomUUID(),
    plate: randomUUID(),
    doorEvent: randomUUID(),
    passage: randomUUID(),
    nearMisses: [randomUUID(), randomUUID()] as const,
    nearPassage: randomUUID(),
  };
  const { door, gate, spareGate, accessPoint, person, pin: pinId, plate } = ids;
  const [week, direct] = [randomUUID(), randomUUID()];
  const text = encryptControllerPassword(keys, door, `device password ${marker}`);
  const run = (sql: string, values: unknown[] = []) => portal.admin.query(sql, values);
  await run("update organizations set description = $2 where id = $1", [organization, `${marker} beskrivning`]);
  await run("update profiles set last_name = $2 where id = $1", [account.userId, `${marker} chef`]);
  await run(
    `insert into controllers (id, name, device_type, device_ip, username, password_encrypted, organization_id, macro_id, enabled, serial, webhook_user)
     values ($1, $3 || ' port', 'axis', '192.0.2.77', $3, $5, $4, null, false, $3 || '-1', null),
       ($2, $3 || ' grind', 'axxon_lpr', '192.0.2.77', $3, $5, $4, $3, false, $3 || '-2', $3),
       ($6, $3 || ' reserv', 'axxon_lpr', '192.0.2.77', $3, $5, $4, $3, false, $3 || '-3', null)`,
    [door, gate, marker, organization, text, spareGate],
  );
  await run(
    `insert into access_points (id, controller_id, name, door_name, description, access_profile_token, device_door_token)
     values ($1, $2, $3, $3, $3, $3, $3)`,
    [accessPoint, door, marker],
  );
  await run("insert into organization_controllers values ($1, $2), ($1, $3), ($1, $4)", [
    organization,
    door,
    gate,
    spareGate,
  ]);
  await run("insert into organization_access_points (organization_id, access_point_id) values ($1, $2)", [
    organization,
    accessPoint,
  ]);
  for (let n = 0; n < PEOPLE; n++) {
    // An import is known by its id; this import has the person's id.
    await run(
      "insert into end_users (id, organization_id, first_name, last_name, import_id) values ($1, $2, $3, $4, $5)",
      [n === 0 ? person : randomUUID(), organization, `${marker} ${n}`, marker, n === 0 ? person : null],
    );
  }
  await run(
    `insert into credentials (id, end_user_id, credential_type, credential_value, pin_grams, validity_period, valid_to)
     values ($1, $2, 'pin', $3, $4, '12_months', $5)`,
    [pinId, person, encryptCredentialPin(keys, pinId, pin), keys.pinGrams(pin, organization), PIN_ENDS_AT],
  );
  await run(
    `insert into credentials (id, end_user_id, credential_type, credential_value, vehicle_type, axxon_vehicle_id, validity_period, valid_to)
     values ($1, $2, 'license_plate', $3, $4, $4, '12_months', now() + interval '1 year')`,
    [plate, person, marker.slice(0, 10), marker],
  );
  // Another person has a plate that cameras read in the same way.
  await run(
    `insert into credentials (end_user_id, credential_type, credential_value, valid_to)
     select u.id, 'license_plate', first || $3, now() + interval '1 year'
     from (select id from end_users where organization_id = $1 and id <> $2 limit 1) u, unnest(array['Č', 'C']) first`,
    [organization, person, marker.slice(0, 8)],
  );
  await run(
    `insert into controller_assignments (credential_id, controller_id, access_point_id) values ($1, $3, $5), ($2, $4, null)`,
    [pinId, plate, door, gate, accessPoint],
  );
  await run("insert into access_groups (id, organization_id, name) values ($1, $2, $3)", [
    ids.group,
    organization,
    marker,
  ]);
  await run("insert into access_group_doors values ($1, $2, $3, $4)", [ids.group, organization, door, accessPoint]);
  await run("insert into access_group_members (group_id, organization_id, end_user_id) values ($1, $2, $3)", [
    ids.group,
    organization,
    person,
  ]);
  await run("insert into schedules (id, organization_id, name) values ($1, $2, $3)", [
    ids.schedule,
    organization,
    marker,
  ]);
  await run("insert into calendars (id, organization_id, name) values ($1, $2, $3)", [
    ids.calendar,
    organization,
    marker,
  ]);
  await run(
    "insert into schedule_hours (schedule_id, weekday, from_minute, to_minute, anchor) values ($1, 1, 360, 1320, current_date)",
    [ids.schedule],
  );
  await run("insert into calendar_days (calendar_id, holiday) values ($1, 'public_holidays')", [ids.calendar]);
  await run("insert into schedule_calendars values ($1, $2, 0)", [ids.schedule, ids.calendar]);
  await run(
    `with m as (insert into plate_near_misses (id, controller_id, plate_number, last_read_at)
       values ($1, $3, $4 || '1', now() - interval '1 minute'), ($2, $3, $4 || '2', now()) returning id)
     insert into plate_near_miss_candidates (near_miss_id, organization_id, credential_id, place) select m.id, $5, $6, 1 from m`,
    [...ids.nearMisses, gate, marker, organization, plate],
  );
  await run(
    `with l as (insert into access_logs (id, plate_number, controller_id, access_granted, access_reason) values ($1, $3, $2, false, 'no_match') returning id),
       m as (insert into plate_near_misses (controller_id, plate_number, last_read_at, last_passage_id) select $2, $3, now(), id from l returning id)
     insert into plate_near_miss_candidates (near_miss_id, organization_id, credential_id, place) select m.id, $4, $5, 1 from m`,
    [ids.nearPassage, gate, `${marker}9`, organization, plate],
  );
  // The job has already seen that reading. Otherwise it would find it later, as a change that no request made.
  await run(
    `insert into private.near_miss_progress (looked_until, looked_id) values (clock_timestamp(), $1)
     on conflict (only_one) do update set looked_until = excluded.looked_until`,
    [ids.nearPassage],
  );
  await run("insert into camera_days (controller_id, day, reads, last_read_at) values ($1, current_date, 100, now())", [
    gate,
  ]);
  await run(
    "insert into plate_aliases (controller_id, organization_id, credential_id, plate_number) values ($1, $2, $3, $4)",
    [gate, organization, plate, `${marker}3`],
  );
  const { passage } = ids;
  await plantMachinery(portal.admin, { organization, door, gate, pinId, plate, passage, marker, week, direct });
  const encryptedWeek = encryptWeeklyCode(keys, week, `90${at}753`);
  await run(
    "insert into weekly_codes (id, code, week_number, year, valid_from, valid_to) values ($1, $2, $3, 2027, now(), now() + interval '7 days')",
    [week, encryptedWeek, at],
  );
  await run("insert into weekly_code_assignments values ($1, $2)", [week, door]);
  await run(
    `insert into door_events (id, occurred_at, device_time, controller_id, access_point_id, organization_id, kind, granted, reason, credential_id)
     values ($1, now(), now(), $2, $3, $4, 'access', false, 'expired', $5)`,
    [ids.doorEvent, door, accessPoint, organization, pinId],
  );
  await run(
    `insert into shared_door_events (id, occurred_at, received_at, controller_id, access_point_id, kind, granted, organization_ids)
     values ($1, now(), now(), $2, $3, 'access', false, array[$4::uuid])`,
    [ids.doorEvent, door, accessPoint, organization],
  );
  // A person without a removed credential is deleted by a job.
  await run(
    `with person as (
       insert into removed_people (id, organization_id, first_name, last_name) values (gen_random_uuid(), $1, $2, $2) returning id)
     insert into removed_credentials (id, organization_id, end_user_id, credential_type) select gen_random_uuid(), $1, id, 'pin' from person`,
    [organization, marker],
  );
  await run("insert into door_watches values ($1, now(), gen_random_uuid())", [accessPoint]);
  await run("insert into notice_choices (user_id, kind, pace) values ($1, 'refused', 'off')", [account.userId]);
  const order = [accessPoint, organization, account.userId, marker];
  await run(
    `insert into door_commands (request_id, access_point_id, organization_id, requested_by, requested_as, reason)
     values (gen_random_uuid(), $1, $2, $3, $4, $4)`,
    order,
  );
  await run(
    `insert into door_commands (request_id, controller_id, organization_id, requested_by, requested_as, reason)
     values (gen_random_uuid(), $1, $2, $3, $4, $4)`,
    [gate, ...order.slice(1)],
  );
  await run(
    `insert into door_holds (request_id, access_point_id, organization_id, requested_by, requested_as, reason, until)
     values (gen_random_uuid(), $1, $2, $3, $4, $4, now() + interval '1 hour')`,
    order,
  );
  await run("insert into door_event_cursors (controller_id, last_row, last_event) values ($1, 1, $2)", [door, marker]);
  await run("insert into controller_delays values ($1, 'unreachable', now(), now())", [door]);
  const common = await plantAtShared(portal, shared, { ...ids, marker, order: order.slice(1) });
  return { ...ids, marker, ...common };
}

/** Plants shared controllers; each organisation owns one of them. */
async function plantSharedControllers(
  { admin, accounts: { nord, syd } }: TestPortal,
  { door, gate, accessPoint }: SharedControllers,
): Promise<void> {
  await admin.query(
    `insert into controllers (id, name, device_type, device_ip, organization_id, macro_id, enabled, serial)
     values ($1, 'Gemensam port', 'axis', '192.0.2.78', $3, null, false, 'GEMENSAM-1'),
       ($2, 'Gemensam grind', 'axxon_lpr', '192.0.2.78', $4, 'a', false, 'GEMENSAM-2')`,
    [door, gate, syd.organizationId, nord.organizationId],
  );
  await admin.query(
    "insert into access_points (id, controller_id, name, door_name, device_door_token) values ($1, $2, 'Gemensam dörr', 'Gemensam dörr', 'common')",
    [accessPoint, door],
  );
  await admin.query(
    "update door_states set mode = 'unlocked', physical = 'open', alarm = 'held_open', read_at = now() where access_point_id = $1",
    [accessPoint],
  );
}

/** Plants acts of one organisation's people at shared doors and gates. The other may learn only that somebody was there. */
async function plantAtShared(
  { admin, server }: TestPortal,
  { door, gate, accessPoint }: SharedControllers,
  tenant: TenantIds & { marker: string; order: readonly unknown[] },
): Promise<Pick<Tenant, "unsent" | "sharedEvent">> {
  const { organization, plate, marker } = tenant;
  const [person, pin, event] = [randomUUID(), randomUUID(), randomUUID()];
  const run = (sql: string, values: unknown[]) => admin.query(sql, values);
  await run("insert into organization_controllers values ($1, $2), ($1, $3)", [organization, door, gate]);
  await run("insert into organization_access_points (organization_id, access_point_id) values ($1, $2)", [
    organization,
    accessPoint,
  ]);
  await run("insert into end_users (id, organization_id, first_name, last_name) values ($1, $2, $3, $3)", [
    person,
    organization,
    marker,
  ]);
  await run(
    "insert into credentials (id, end_user_id, credential_type, credential_value, validity_period, valid_to) values ($1, $2, 'pin', $3, '12_months', $4)",
    [pin, person, encryptCredentialPin(server.deps.keys, pin, String(600_000 + marker.length)), PIN_ENDS_AT],
  );
  await run(
    "insert into controller_assignments (credential_id, controller_id, access_point_id) values ($1, $3, $5), ($2, $4, null)",
    [pin, plate, door, gate, accessPoint],
  );
  await run(
    `insert into door_events (id, occurred_at, device_time, controller_id, access_point_id, organization_id, kind, granted, reason, credential_id)
     values ($1, now(), now(), $2, $3, $4, 'access', false, 'expired', $5)`,
    [event, door, accessPoint, organization, pin],
  );
  await run(
    `insert into shared_door_events (id, occurred_at, received_at, controller_id, access_point_id, kind, granted, organization_ids)
     select $1, now(), now(), $2, $3, 'access', false, array_agg(id) from organizations where id <> $4`,
    [event, door, accessPoint, organization],
  );
  await run(
    "insert into access_logs (plate_number, controller_id, organization_id, credential_id, access_granted, access_reason) values ($1, $2, $3, $4, false, 'expired')",
    [marker, gate, organization, plate],
  );
  await run(
    `with m as (insert into plate_near_misses (controller_id, plate_number, last_read_at) values ($1, $2 || '4', now()) returning id)
     insert into plate_near_miss_candidates (near_miss_id, organization_id, credential_id, place) select m.id, $3, $4, 1 from m`,
    [gate, marker, organization, plate],
  );
  await run(
    "insert into plate_aliases (controller_id, organization_id, credential_id, plate_number) values ($1, $2, $3, $4)",
    [gate, organization, plate, `${marker}5`],
  );
  // One organisation holds a door at a time, so the last one's hold remains.
  await run(
    "update door_holds set ended_at = now(), end_cause = 'released' where access_point_id = $1 and ended_at is null",
    [accessPoint],
  );
  for (const [table, columns, values] of [
    ["door_commands", "", ""],
    ["door_holds", ", until", ", now() + interval '1 hour'"],
  ])
    await run(
      `insert into ${table} (request_id, access_point_id, organization_id, requested_by, requested_as, reason${columns})
       values (gen_random_uuid(), $1, $2, $3, $4, $4${values})`,
      [accessPoint, ...tenant.order],
    );
  return { unsent: [person, pin], sharedEvent: event };
}

interface Machinery {
  readonly [name: string]: string | number;
  readonly marker: string;
}

/** Plants rows that no person writes: logs, receipts, emails, reports. */
async function plantMachinery(admin: Pool, m: Machinery): Promise<void> {
  const run = (sql: string, values: unknown[]) => admin.query(sql, values);
  await run("insert into weekly_code_settings (controller_id) values ($1)", [m["door"]]);
  await run(
    "insert into drift_reports (controller_id, compared_at, users, credentials, total_items, items) values ($1, now(), 1, 1, 1, jsonb_build_array(jsonb_build_object('name', $2::text)))",
    [m["door"], m.marker],
  );
  await run("insert into controller_users (id, controller_id, first_name, last_name) values ($1, $2, $3, $3)", [
    m["direct"],
    m["door"],
    m.marker,
  ]);
  await run(
    "insert into access_logs (id, plate_number, controller_id, organization_id, credential_id, access_granted, access_reason) values ($3, $2, $1, $4, $5, false, 'expired')",
    [m["gate"], m.marker, m["passage"], m["organization"], m["plate"]],
  );
  await run("insert into webhook_uses (controller_id) values ($1)", [m["gate"]]);
  await run("insert into installation_webhook_uses (controller_id, new_used_at) values ($1, now())", [m["gate"]]);
  await run(
    "insert into erasures (organization_id, end_user_id, source_ids, log_rows, requested_by) values ($1, gen_random_uuid(), '{}', 0, gen_random_uuid())",
    [m["organization"]],
  );
  await run("insert into gate_passages values ($1, $2, now())", [m["gate"], m.marker]);
  await run("insert into pushed_reads values ($1, repeat('a', 64), '{}')", [m["gate"]]);
  await run(
    "insert into mail_queue (template, recipient, expires_at, state, finished_at) values ('welcome', $1, now(), 'failed', now())",
    [`${m.marker}@x.example`],
  );
  await run(
    `with w as (insert into alert_webhooks (name, origin, encrypted_url, signing_secret, enabled)
       values ($1, 'https://' || lower($1) || '.example', 'p1:abcd1234:' || repeat('A', 60), 'p1:abcd1234:' || repeat('A', 60), false) returning id)
     insert into alert_deliveries (webhook_id, event, body, expires_at, state, finished_at) select id, 'test', $1, now(), 'failed', now() from w`,
    [m.marker],
  );
  await run(
    "insert into alerts (kind, object_id, object_name, since, cleared_at) values ('controller_offline', $1, $2, now(), now())",
    [m["door"], m.marker],
  );
  await run(
    "insert into audit (organization_id, actor, actor_name, action, after) values ($1, gen_random_uuid(), $2, 'made', jsonb_build_object('name', $2::text))",
    [m["organization"], m.marker],
  );
  await run(
    `insert into sync_receipts (controller_id, controller_name, source_id, source_kind, organization_id, label, kind, generation, read_back_at)
     values ($1, $4, $2, 'credential', $3, $4, 'grant', 1, now())`,
    [m["door"], m["pinId"], m["organization"], m.marker],
  );
}
