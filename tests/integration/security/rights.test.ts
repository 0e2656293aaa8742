// Cells of role × table × verb, as "own/other" row: "ok" = a row came through, "none" = no row of that organisation, a number = the
// SQLSTATE.
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type Caller,
  type DatabaseRole,
  ENCRYPTED_TEXT,
  encrypted,
  hmac,
  ids,
  north,
  openWorld,
  outcome,
  ROLES,
  system,
  type World,
} from "#tests/integration/platform/world.ts";
import { READ_BY_ADMINS, SCHEDULE_RIGHTS, SCHEDULE_ROWS, SCHEDULE_SUBJECTS } from "./schedule-rights.ts";
import { VERSION_RIGHTS, VERSION_SUBJECTS } from "./version-rights.ts";

interface Subject {
  /** Conditions naming a row of the north organisation and one of the south (without organisation: two rows). */
  own: string;
  other: string;
  /** The columns that an update writes; null where none can be changed. */
  update: string;
  insertOwn: string;
  insertOther: string;
}

const NEW = "00000000-0000-4000-8000-0000000000ff";
const byId = (own: string, other: string) => ({ own: `id = '${own}'`, other: `id = '${other}'` });
const MAIL = `p1:abcd1234:${"A".repeat(60)}`;
const receipt = (org: string) =>
  `(controller_id, controller_name, source_id, source_kind, organization_id, label, kind, generation, read_back_at) values ('${ids.shared}', 'x', '${NEW}', 'credential', '${org}', 'x', 'grant', 1, now())`;
const link = (org: string) =>
  `(organization_id, seq, audit_id, key_id, row_hmac, hmac) select '${org}', 2, id, 'k', '${hmac("x")}', '${hmac("x")}' from audit where action = 'unchained'`;
const CHECK = "(started_at, checked_rows, findings, first_findings) values (now(), 0, 0, '[]')";
const OLD_KEY = `(key_id, voucher_id, mac) values ('k', 'n', '${hmac("x")}')`;
const candidate = (org: string, credential: string) =>
  `(near_miss_id, organization_id, credential_id, place) select id, '${org}', '${credential}', 1 from plate_near_misses order by 1 limit 1`;
const doorState = (door: string) =>
  `(access_point_id, mode, mode_since, physical_since, alarm_since, read_at, source, asked_at) values ('${door}', 'locked', now(), now(), now(), now(), 'device', now()) on conflict (access_point_id) do update set read_at = excluded.read_at`;
const sharedEvent = (org: string, controller: string, door: string) =>
  `(id, occurred_at, received_at, controller_id, access_point_id, kind, granted, organization_ids) values (gen_random_uuid(), now(), now(), '${controller}', '${door}', 'access', true, '{${org}}')`;
const DOOR_ORDER = "(request_id, access_point_id, organization_id, requested_by, requested_as, reason)";
const doorOrder = (org: string, door: string) => `(gen_random_uuid(), '${door}', '${org}', '${NEW}', 'x', 'leverans')`;
const DOOR_HOLD = "(request_id, access_point_id, organization_id, requested_by, requested_as, reason, until)";
const doorHold = (org: string, door: string) =>
  `(gen_random_uuid(), '${door}', '${org}', '${NEW}', 'x', 'leverans', now() + interval '1 hour')`;
const replica = (org: string) =>
  `(controller_id, source_id, source_kind, organization_id, label, user_token, credential_token) values ('${ids.shared}', '${NEW}', 'credential', '${org}', 'x', 'x', 'y')`;

// biome-ignore format: one table per entry reads best wide
const SUBJECTS: Record<string, Subject> = {
  organizations: { ...byId(ids.north, ids.south), update: "name = 'Ny'", insertOwn: "(name) values ('Ny')", insertOther: "(name) values ('Ny')" },
  profiles: { ...byId(ids.northAdmin, ids.southAdmin), update: "first_name = 'Ny'",
    insertOwn: `(id, first_name, last_name, email) values ('${NEW}', 'A', 'B', 'c@d.example')`, insertOther: `(id, first_name, last_name, email) values ('${NEW}', 'A', 'B', 'c@d.example')` },
  user_roles: { own: `user_id = '${ids.northAdmin}'`, other: `user_id = '${ids.southAdmin}'`, update: "role = role",
    insertOwn: `(user_id, role, organization_id) values ('${NEW}', 'org_admin', '${ids.north}')`, insertOther: `(user_id, role, organization_id) values ('${NEW}', 'org_admin', '${ids.south}')` },
  controllers: { ...byId(ids.northGate, ids.southern), update: "name = 'Ny'",
    insertOwn: `(name, device_type, device_ip, organization_id) values ('Ny', 'axis', '192.0.2.9', '${ids.north}')`, insertOther: `(name, device_type, device_ip, organization_id) values ('Ny', 'axis', '192.0.2.9', '${ids.south}')` },
  access_points: { ...byId(ids.sharedBackDoor, ids.southernDoor), update: "enabled = false",
    insertOwn: `(controller_id, name) values ('${ids.shared}', 'Ny')`, insertOther: `(controller_id, name) values ('${ids.southern}', 'Ny')` },
  organization_controllers: { own: `organization_id = '${ids.north}'`, other: `organization_id = '${ids.south}'`, update: "controller_id = controller_id",
    insertOwn: `values ('${ids.north}', '${ids.southGate}')`, insertOther: `values ('${ids.south}', '${ids.northGate}')` },
  organization_access_points: { own: `organization_id = '${ids.north}'`, other: `organization_id = '${ids.south}'`, update: "controller_id = controller_id",
    insertOwn: `(organization_id, access_point_id) values ('${ids.north}', '${ids.sharedDoor}')`, insertOther: `(organization_id, access_point_id) values ('${ids.south}', '${ids.sharedDoor}')` },
  ...SCHEDULE_SUBJECTS,
  ...VERSION_SUBJECTS,
  end_users: { ...byId(ids.anna, ids.sven), update: "last_name = 'Ny'",
    insertOwn: `(organization_id, first_name, last_name) values ('${ids.north}', 'A', 'B')`, insertOther: `(organization_id, first_name, last_name) values ('${ids.south}', 'A', 'B')` },
  credentials: { ...byId(ids.annaPin, ids.svenPin), update: "enabled = false",
    insertOwn: `(end_user_id, credential_type, credential_value, validity_period) values ('${ids.anna}', 'license_plate', 'NEW 111', '1_day')`, insertOther: `(end_user_id, credential_type, credential_value, validity_period) values ('${ids.sven}', 'license_plate', 'NEW 111', '1_day')` },
  controller_assignments: { own: `credential_id = '${ids.annaPin}'`, other: `credential_id = '${ids.svenPin}'`, update: "axis_user_token = 'x'",
    insertOwn: `(credential_id, controller_id, access_point_id) values ('${ids.annaPin}', '${ids.shared}', '${ids.sharedBackDoor}')`,
    insertOther: `(credential_id, controller_id, access_point_id) values ('${ids.svenPin}', '${ids.shared}', '${ids.sharedBackDoor}')` },
  access_groups: { own: "name = 'Norr'", other: "name = 'Syd'", update: "name = 'Ny'",
    insertOwn: `(organization_id, name) values ('${ids.north}', 'Ny')`, insertOther: `(organization_id, name) values ('${ids.south}', 'Ny')` },
  access_group_doors: { own: `organization_id = '${ids.north}'`, other: `organization_id = '${ids.south}'`, update: "access_point_id = null",
    insertOwn: `select id, '${ids.north}', '${ids.shared}', '${ids.sharedDoor}' from access_groups where name = 'Norr'`,
    insertOther: `select id, '${ids.south}', '${ids.southern}', '${ids.southernDoor}' from access_groups where name = 'Syd'` },
  access_group_members: { own: `organization_id = '${ids.north}'`, other: `organization_id = '${ids.south}'`, update: "created_at = now()",
    insertOwn: `(group_id, organization_id, end_user_id) select id, '${ids.north}', '${ids.anna}' from access_groups where name = 'Norr två'`,
    insertOther: `(group_id, organization_id, end_user_id) select id, '${ids.south}', '${ids.sven}' from access_groups where name = 'Syd två'` },
  access_group_rights: { own: `credential_id = '${ids.annaCar}'`, other: `credential_id = '${ids.svenCar}'`, update: "access_point_id = null",
    insertOwn: `select '${ids.north}', '${ids.annaPin}', '${ids.shared}', '${ids.sharedDoor}', id from access_groups where name = 'Norr'`,
    insertOther: `select '${ids.south}', '${ids.svenPin}', '${ids.southern}', '${ids.southernDoor}', id from access_groups where name = 'Syd'` },
  weekly_codes: { ...byId(ids.week, ids.week), update: "valid_to = valid_to",
    insertOwn: `(code, week_number, year, valid_from, valid_to) values ('${encrypted("1397")}', 2, 2027, now(), now() + interval '7 days')`, insertOther: `(code, week_number, year, valid_from, valid_to) values ('${encrypted("1397")}', 2, 2027, now(), now() + interval '7 days')` },
  weekly_code_assignments: { own: `controller_id = '${ids.shared}'`, other: `controller_id = '${ids.shared}'`, update: "controller_id = controller_id",
    insertOwn: `values ('${ids.week}', '${ids.southern}')`, insertOther: `values ('${ids.week}', '${ids.southern}')` },
  weekly_code_settings: { own: `controller_id = '${ids.shared}'`, other: `controller_id = '${ids.shared}'`, update: "cleanup = true",
    insertOwn: `(controller_id, generate) values ('${ids.southern}', true)`, insertOther: `(controller_id, generate) values ('${ids.southern}', true)` },
  door_profiles: { own: `controller_id = '${ids.shared}'`, other: `controller_id = '${ids.southern}'`, update: "hours_problem = 'hours_refused'",
    insertOwn: `values ('${ids.sharedBackDoor}', '${ids.shared}', array[gen_random_uuid()], gen_random_uuid()::text)`, insertOther: `values ('${ids.southernDoor}', '${ids.southern}', array[gen_random_uuid()], gen_random_uuid()::text)` },
  drift_reports: { own: `controller_id = '${ids.shared}'`, other: `controller_id = '${ids.shared}'`, update: "items = '[]'",
    insertOwn: `(controller_id, compared_at, users, credentials, total_items, items) values ('${ids.southern}', now(), 0, 0, 0, '[]')`, insertOther: `(controller_id, compared_at, users, credentials, total_items, items) values ('${ids.southern}', now(), 0, 0, 0, '[]')` },
  mail_queue: { own: "recipient = 'nord@x.example'", other: "recipient = 'syd@x.example'", update: "next_try_at = now()",
    insertOwn: `(id, template, recipient, encrypted_content, expires_at) values (gen_random_uuid(), 'welcome', 'ny@x.example', '${MAIL}', now())`, insertOther: `(id, template, recipient, encrypted_content, expires_at) values (gen_random_uuid(), 'welcome', 'ny@x.example', '${MAIL}', now())` },
  alert_settings: { own: "only_row", other: "only_row", update: "repeat_hours = 12", insertOwn: "(repeat_hours) values (1) on conflict do nothing", insertOther: "(repeat_hours) values (1) on conflict do nothing" },
  alert_opt_outs: { own: `user_id = '${ids.northAdmin}'`, other: `user_id = '${ids.southAdmin}'`, update: "user_id = user_id", insertOwn: `values ('${ids.systemAdmin}')`, insertOther: `values ('${ids.systemAdmin}')` },
  notice_choices: { own: `user_id = '${ids.northAdmin}'`, other: `user_id = '${ids.southAdmin}'`, update: "pace = 'off'",
    insertOwn: `(user_id, kind, pace) values ('${ids.northAdmin}', 'door_alarm', 'soon')`, insertOther: `(user_id, kind, pace) values ('${ids.southAdmin}', 'door_alarm', 'soon')` },
  alert_webhooks: { own: "name = 'nord'", other: "name = 'syd'", update: "enabled = false",
    insertOwn: `(name, origin, encrypted_url, signing_secret) values ('ny', 'https://x.example', '${MAIL}', '${MAIL}')`, insertOther: `(name, origin, encrypted_url, signing_secret) values ('ny', 'https://x.example', '${MAIL}', '${MAIL}')` },
  alerts: { own: "object_name = 'nord'", other: "object_name = 'syd'", update: "last_notified_at = now()",
    insertOwn: "(kind, object_name, since) values ('backup_old', 'ny', now())", insertOther: "(kind, object_name, since) values ('backup_old', 'ny', now())" },
  alert_deliveries: { own: "event = 'test'", other: "event = 'raised'", update: "attempts = 1",
    insertOwn: "(webhook_id, event, body, expires_at) select id, 'test', '{}', now() from alert_webhooks where name = 'nord'", insertOther: "(webhook_id, event, body, expires_at) select id, 'test', '{}', now() from alert_webhooks where name = 'syd'" },
  mfa_requirements: { own: "role = 'system_admin'", other: "role = 'org_admin'", update: "required = true", insertOwn: "(role) values ('system_admin')", insertOther: "(role) values ('org_admin')" },
  backups: { own: "file_name = 'nord'", other: "file_name = 'syd'", update: "verified_at = now()",
    insertOwn: `(id, taken_at, finished_at, file_name, bytes, row_count) values ('${NEW}', now(), now(), 'ny', 1, 1)`, insertOther: `(id, taken_at, finished_at, file_name, bytes, row_count) values ('${NEW}', now(), now(), 'ny', 1, 1)` },
  restores: { own: "file_name = 'nord'", other: "file_name = 'syd'", update: "progress = 1", insertOwn: `(backup_id, file_name) values ('${NEW}', 'ny')`, insertOther: `(backup_id, file_name) values ('${NEW}', 'ny')` },
  restore_state: { own: "id", other: "id", update: "taken_at = now()", insertOwn: `(backup_id, taken_at) values ('${NEW}', now()) on conflict do nothing`, insertOther: `(backup_id, taken_at) values ('${NEW}', now()) on conflict do nothing` },
  restore_reports: { own: `controller_id = '${ids.shared}'`, other: `controller_id = '${ids.shared}'`, update: "items = '[]'",
    insertOwn: `(controller_id, inspected_at, total_items, items) values ('${ids.southern}', now(), 0, '[]')`, insertOther: `(controller_id, inspected_at, total_items, items) values ('${ids.southern}', now(), 0, '[]')` },
  erasures: { own: `organization_id = '${ids.north}'`, other: `organization_id = '${ids.south}'`, update: "log_rows = 0",
    insertOwn: `(organization_id, end_user_id, source_ids, log_rows, requested_by) values ('${ids.north}', '${NEW}', '{}', 0, '${NEW}')`, insertOther: `(organization_id, end_user_id, source_ids, log_rows, requested_by) values ('${ids.south}', '${NEW}', '{}', 0, '${NEW}')` },
  worker_pause: { own: "id", other: "id", update: "reason = 'annat'", insertOwn: "(reason) values ('x') on conflict do nothing", insertOther: "(reason) values ('x') on conflict (id) do nothing" },
  controller_users: { ...byId(ids.direct, ids.direct), update: "enabled = false",
    insertOwn: `(controller_id, first_name, last_name) values ('${ids.shared}', 'A', 'B')`, insertOther: `(controller_id, first_name, last_name) values ('${ids.southern}', 'A', 'B')` },
  access_logs: { own: `organization_id = '${ids.north}'`, other: `organization_id = '${ids.south}'`, update: "macro_executed = true",
    insertOwn: `(plate_number, controller_id, access_granted, access_reason) values ('X', '${ids.northGate}', false, 'no_match')`, insertOther: `(plate_number, controller_id, access_granted, access_reason) values ('X', '${ids.southGate}', false, 'no_match')` },
  camera_days: { own: `controller_id = '${ids.northGate}'`, other: `controller_id = '${ids.southGate}'`, update: "reads = 2",
    insertOwn: `(controller_id, day, last_read_at) values ('${ids.northGate}', '2026-01-02', now())`, insertOther: `(controller_id, day, last_read_at) values ('${ids.southGate}', '2026-01-02', now())` },
  plate_near_misses: { own: `controller_id = '${ids.northGate}'`, other: `controller_id = '${ids.southGate}'`, update: "reads = 2",
    insertOwn: `(controller_id, plate_number, last_read_at) values ('${ids.northGate}', 'NEW', now())`, insertOther: `(controller_id, plate_number, last_read_at) values ('${ids.southGate}', 'NEW', now())` },
  plate_near_miss_candidates: { own: `organization_id = '${ids.north}'`, other: `organization_id = '${ids.south}'`, update: "place = 2",
    insertOwn: candidate(ids.north, ids.annaPin), insertOther: candidate(ids.south, ids.svenPin) },
  plate_aliases: { own: `controller_id = '${ids.northGate}'`, other: `controller_id = '${ids.southGate}'`, update: "last_used_at = now()",
    insertOwn: `(controller_id, organization_id, credential_id, plate_number) values ('${ids.northGate}', '${ids.north}', '${ids.annaCar}', 'NEW')`,
    insertOther: `(controller_id, organization_id, credential_id, plate_number) values ('${ids.southGate}', '${ids.south}', '${ids.svenCar}', 'NEW')` },
  gate_passages: { own: `controller_id = '${ids.northGate}'`, other: `controller_id = '${ids.southGate}'`, update: "opened_at = now()",
    insertOwn: `values ('${ids.northGate}', 'NEW', now())`, insertOther: `values ('${ids.southGate}', 'NEW', now())` },
  pushed_reads: { own: `controller_id = '${ids.northGate}'`, other: `controller_id = '${ids.southGate}'`, update: "noted_at = now()",
    insertOwn: `values ('${ids.northGate}', repeat('b', 64), '{}')`, insertOther: `values ('${ids.southGate}', repeat('b', 64), '{}')` },
  door_events: { own: `organization_id = '${ids.north}'`, other: `organization_id = '${ids.south}'`, update: "credential_id = null",
    insertOwn: `(id, occurred_at, device_time, organization_id, kind) values ('${NEW}', now(), now(), '${ids.north}', 'tamper')`, insertOther: `(id, occurred_at, device_time, organization_id, kind) values ('${NEW}', now(), now(), '${ids.south}', 'tamper')` },
  shared_door_events: { own: `access_point_id = '${ids.sharedBackDoor}'`, other: `access_point_id = '${ids.southernDoor}'`, update: "kind = kind",
    insertOwn: sharedEvent(ids.north, ids.shared, ids.sharedBackDoor), insertOther: sharedEvent(ids.south, ids.southern, ids.southernDoor) },
  door_event_cursors: { own: `controller_id = '${ids.shared}'`, other: `controller_id = '${ids.southern}'`, update: "complete_to = now()",
    insertOwn: `(controller_id) values ('${ids.northGate}')`, insertOther: `(controller_id) values ('${ids.southGate}')` },
  door_states: { own: `access_point_id = '${ids.sharedBackDoor}'`, other: `access_point_id = '${ids.southernDoor}'`, update: "mode = 'unlocked'",
    insertOwn: doorState(ids.sharedDoor), insertOther: doorState(ids.sharedDoor) },
  door_watches: { own: `access_point_id = '${ids.sharedBackDoor}'`, other: `access_point_id = '${ids.southernDoor}'`, update: "until = now()",
    insertOwn: `values ('${ids.sharedDoor}', now(), gen_random_uuid())`, insertOther: `values ('${ids.sharedDoor}', now(), gen_random_uuid())` },
  door_commands: { own: `organization_id = '${ids.north}'`, other: `organization_id = '${ids.south}'`, update: "answered_at = now()",
    insertOwn: `${DOOR_ORDER} values ${doorOrder(ids.north, ids.sharedBackDoor)}`, insertOther: `${DOOR_ORDER} values ${doorOrder(ids.south, ids.southernDoor)}` },
  door_holds: { own: `organization_id = '${ids.north}'`, other: `organization_id = '${ids.south}'`, update: "applied_at = now()",
    insertOwn: `${DOOR_HOLD} values ${doorHold(ids.north, ids.sharedDoor)}`, insertOther: `${DOOR_HOLD} values ${doorHold(ids.south, ids.sharedDoor)}` },
  removed_people: { own: `organization_id = '${ids.north}'`, other: `organization_id = '${ids.south}'`, update: "first_name = 'Ny'",
    insertOwn: `(id, organization_id, first_name, last_name) values ('${NEW}', '${ids.north}', 'A', 'B')`, insertOther: `(id, organization_id, first_name, last_name) values ('${NEW}', '${ids.south}', 'A', 'B')` },
  removed_credentials: { own: `organization_id = '${ids.north}'`, other: `organization_id = '${ids.south}'`, update: "credential_type = 'pin'",
    insertOwn: `(id, organization_id, end_user_id, credential_type) values ('${NEW}', '${ids.north}', '${ids.anna}', 'pin')`, insertOther: `(id, organization_id, end_user_id, credential_type) values ('${NEW}', '${ids.south}', '${ids.sven}', 'pin')` },
  controller_delays: { own: `controller_id = '${ids.shared}'`, other: `controller_id = '${ids.southern}'`, update: "until = now()",
    insertOwn: `(controller_id, cause, since) values ('${ids.shared}', 'unreachable', '-infinity')`, insertOther: `(controller_id, cause, since) values ('${ids.southern}', 'unreachable', '-infinity')` },
  device_sync: { own: `source_id = '${ids.annaPin}'`, other: `source_id = '${ids.svenPin}'`, update: "last_error = null", insertOwn: replica(ids.north), insertOther: replica(ids.south) },
  controller_pins: { own: `source_id = '${ids.annaPin}'`, other: `source_id = '${ids.svenPin}'`, update: "source_id = source_id",
    insertOwn: `values ('${ids.shared}', '${hmac("9182")}', null)`, insertOther: `values ('${ids.southern}', '${hmac("9182")}', null)` },
  controller_sync: { own: `controller_id = '${ids.northGate}'`, other: `controller_id = '${ids.southern}'`, update: "verify_at = now()", insertOwn: `(controller_id) values ('${NEW}')`, insertOther: `(controller_id) values ('${NEW}')` },
  sync_receipts: { own: `organization_id = '${ids.north}'`, other: `organization_id = '${ids.south}'`, update: "label = 'Ny'", insertOwn: receipt(ids.north), insertOther: receipt(ids.south) },
  audit: { own: `organization_id = '${ids.north}'`, other: `organization_id = '${ids.south}'`, update: "action = 'ny'", insertOwn: `(organization_id, action) values ('${ids.north}', 'x')`, insertOther: `(organization_id, action) values ('${ids.south}', 'x')` },
  audit_chain: { own: `organization_id = '${ids.north}'`, other: `organization_id = '${ids.south}'`, update: "seq = 9",
    insertOwn: link(ids.north), insertOther: link(ids.south) },
  audit_unchained: { own: "true", other: "true", update: "tx = tx", insertOwn: `values ('${NEW}', '1')`, insertOther: `values ('${NEW}', '1')` },
  webhook_uses: { own: `controller_id = '${ids.northGate}'`, other: `controller_id = '${ids.southGate}'`, update: "old_used_at = now()",
    insertOwn: `(controller_id) values ('${ids.shared}')`, insertOther: `(controller_id) values ('${ids.southern}')` },
  installation_webhook: { own: "webhook_user = 'portal-webhook'", other: "webhook_user = 'portal-webhook'", update: "enabled = false",
    insertOwn: `(id, webhook_user, webhook_hash, webhook_secret) values ('${NEW}', 'x', '${hmac("x")}', '${ENCRYPTED_TEXT}') on conflict do nothing`, insertOther: `(id, webhook_user, webhook_hash, webhook_secret) values ('${NEW}', 'x', '${hmac("x")}', '${ENCRYPTED_TEXT}') on conflict do nothing` },
  installation_webhook_uses: { own: `controller_id = '${ids.northGate}'`, other: `controller_id = '${ids.southGate}'`, update: "old_used_at = now()",
    insertOwn: `(controller_id) values ('${ids.shared}')`, insertOther: `(controller_id) values ('${ids.southern}')` },
  deleted_rows: { own: `row_id = '${ids.north}'`, other: `row_id = '${ids.south}'`, update: "row_id = row_id",
    insertOwn: `(table_name, row_id) values ('access_logs', '${NEW}')`, insertOther: `(table_name, row_id) values ('access_logs', '${NEW}')` },
  gate_addresses: { own: "address = '192.0.2.1'", other: "address = '192.0.2.2'", update: "last_used_at = now()",
    insertOwn: "(address) values ('192.0.2.3')", insertOther: "(address) values ('192.0.2.4')" },
  audit_checks: { own: "true", other: "true", update: "findings = 0", insertOwn: CHECK, insertOther: CHECK },
  audit_keys: { own: "true", other: "true", update: "entries = 0", insertOwn: OLD_KEY, insertOther: OLD_KEY },
};

const MORE_ROWS = `
insert into organization_access_points (organization_id, access_point_id) values ('${ids.north}', '${ids.sharedBackDoor}'), ('${ids.south}', '${ids.southernDoor}');
insert into weekly_codes (id, code, week_number, year, valid_from, valid_to) values ('${ids.week}', '${encrypted("135790")}', 1, 2027, now(), now() + interval '7 days');
insert into weekly_code_assignments values ('${ids.week}', '${ids.shared}');
insert into weekly_code_settings (controller_id) values ('${ids.shared}');
insert into door_profiles values ('${ids.sharedBackDoor}', '${ids.shared}', array[gen_random_uuid()], 'p'), ('${ids.southernDoor}', '${ids.southern}', array[gen_random_uuid()], 'p');
insert into drift_reports (controller_id, compared_at, users, credentials, total_items, items) values ('${ids.shared}', now(), 1, 1, 0, '[]');
insert into mail_queue (template, recipient, encrypted_content, expires_at) values ('welcome', 'nord@x.example', '${MAIL}', now()), ('welcome', 'syd@x.example', '${MAIL}', now());
insert into alert_opt_outs values ('${ids.northAdmin}'), ('${ids.southAdmin}');
insert into notice_choices (user_id, kind, pace) values ('${ids.northAdmin}', 'refused', 'day'), ('${ids.southAdmin}', 'refused', 'day');
insert into alert_webhooks (name, origin, encrypted_url, signing_secret) values ('nord', 'https://nord.example', '${MAIL}', '${MAIL}'), ('syd', 'https://syd.example', '${MAIL}', '${MAIL}');
insert into alerts (kind, object_id, object_name, since) values ('controller_offline', '${ids.shared}', 'nord', now()), ('controller_offline', '${ids.southern}', 'syd', now());
insert into alert_deliveries (webhook_id, event, body, expires_at) select id, case name when 'nord' then 'test' else 'raised' end, '{}', now() from alert_webhooks;
insert into worker_pause (reason) values ('Återställd säkerhetskopia');
insert into backups (id, taken_at, finished_at, file_name, bytes, row_count) values (gen_random_uuid(), now(), now(), 'nord', 1, 1), (gen_random_uuid(), now(), now(), 'syd', 1, 1);
insert into restores (backup_id, file_name, state, finished_at, error) values (gen_random_uuid(), 'nord', 'failed', now(), 'damaged'), (gen_random_uuid(), 'syd', 'failed', now(), 'damaged');
insert into restore_state (backup_id, taken_at) values (gen_random_uuid(), now());
insert into restore_reports (controller_id, inspected_at, total_items, items) values ('${ids.shared}', now(), 0, '[]');
insert into erasures (organization_id, end_user_id, source_ids, log_rows, requested_by) values ('${ids.north}', gen_random_uuid(), '{}', 0, gen_random_uuid()), ('${ids.south}', gen_random_uuid(), '{}', 0, gen_random_uuid());
insert into controller_users (id, controller_id, first_name, last_name) values ('${ids.direct}', '${ids.shared}', 'Di', 'Rekt');
insert into access_logs (plate_number, controller_id, organization_id, access_granted, access_reason) values ('A', '${ids.northGate}', '${ids.north}', false, 'expired'), ('B', '${ids.southGate}', '${ids.south}', false, 'expired');
insert into door_events (id, occurred_at, device_time, organization_id, kind) values (gen_random_uuid(), now(), now(), '${ids.north}', 'tamper'), (gen_random_uuid(), now(), now(), '${ids.south}', 'tamper');
insert into shared_door_events ${sharedEvent(ids.north, ids.shared, ids.sharedBackDoor)}; insert into shared_door_events ${sharedEvent(ids.south, ids.southern, ids.southernDoor)};
insert into door_event_cursors (controller_id) values ('${ids.shared}'), ('${ids.southern}');
insert into controller_delays (controller_id, cause, since) values ('${ids.shared}', 'restore_held', now()), ('${ids.southern}', 'restore_held', now());
insert into door_states ${doorState(ids.sharedBackDoor)};
insert into door_states ${doorState(ids.southernDoor)};
insert into door_watches values ('${ids.sharedBackDoor}', now(), gen_random_uuid()), ('${ids.southernDoor}', now(), gen_random_uuid());
insert into door_commands ${DOOR_ORDER} values ${doorOrder(ids.north, ids.sharedBackDoor)}, ${doorOrder(ids.south, ids.southernDoor)};
insert into door_holds ${DOOR_HOLD} values ${doorHold(ids.north, ids.sharedBackDoor)}, ${doorHold(ids.south, ids.southernDoor)};
insert into camera_days (controller_id, day, last_read_at) values ('${ids.northGate}', '2026-01-01', now()), ('${ids.southGate}', '2026-01-01', now());
insert into plate_near_misses (controller_id, plate_number, last_read_at) values ('${ids.northGate}', 'ABCI23', now()), ('${ids.southGate}', 'XYZ7B9', now());
insert into plate_near_miss_candidates (near_miss_id, organization_id, credential_id, place)
  select m.id, k.organization_id, k.id, 1 from plate_near_misses m join credentials k on k.id = case m.controller_id when '${ids.northGate}' then '${ids.annaCar}'::uuid else '${ids.svenCar}' end;
insert into access_groups (organization_id, name) values ('${ids.north}', 'Norr'), ('${ids.south}', 'Syd'), ('${ids.north}', 'Norr två'), ('${ids.south}', 'Syd två');
${SCHEDULE_ROWS}
insert into access_group_doors select id, organization_id, case name when 'Norr' then '${ids.northGate}' else '${ids.southGate}' end::uuid, null from access_groups where name in ('Norr', 'Syd');
insert into access_group_members (group_id, organization_id, end_user_id)
  select id, organization_id, case name when 'Norr' then '${ids.anna}' else '${ids.sven}' end::uuid from access_groups where name in ('Norr', 'Syd');
insert into plate_aliases (controller_id, organization_id, credential_id, plate_number)
  values ('${ids.northGate}', '${ids.north}', '${ids.annaCar}', 'A8C123'), ('${ids.southGate}', '${ids.south}', '${ids.svenCar}', 'XVZ789');
insert into gate_passages values ('${ids.northGate}', 'OLD', now()), ('${ids.southGate}', 'OLD', now());
insert into pushed_reads values ('${ids.northGate}', repeat('a', 64), '{}'), ('${ids.southGate}', repeat('a', 64), '{}');
insert into audit (organization_id, action) values ('${ids.north}', 'made'), ('${ids.south}', 'made'), (null, 'unchained');
insert into audit_chain (organization_id, seq, audit_id, key_id, row_hmac, hmac) select organization_id, 1, id, 'k', '${hmac("x")}', '${hmac("x")}' from audit where action = 'made';
insert into audit_checks ${CHECK};
insert into installation_webhook (id, webhook_user, webhook_hash, webhook_secret) values (gen_random_uuid(), 'portal-webhook', '${hmac("w")}', '${ENCRYPTED_TEXT}');
insert into installation_webhook_uses (controller_id) values ('${ids.northGate}'), ('${ids.southGate}');
insert into audit_keys ${OLD_KEY};
insert into webhook_uses (controller_id) values ('${ids.northGate}'), ('${ids.southGate}');
insert into deleted_rows (table_name, row_id) values ('access_logs', '${ids.north}'), ('access_logs', '${ids.south}');
insert into gate_addresses (address) values ('192.0.2.1'), ('192.0.2.2');
insert into sync_receipts (controller_id, controller_name, source_id, source_kind, organization_id, label, kind, generation, read_back_at)
  values ('${ids.shared}', 'x', '${ids.annaPin}', 'credential', '${ids.north}', 'x', 'grant', 1, now()), ('${ids.southern}', 'x', '${ids.svenPin}', 'credential', '${ids.south}', 'x', 'grant', 1, now());`;

const callers: Record<DatabaseRole, Caller> = {
  anon: { role: "anon" },
  system_admin: system,
  org_admin: north,
  portal_auth: { role: "portal_auth" },
  portal_engine: { role: "portal_engine" },
  portal_gate: { role: "portal_gate" },
};

type Cells = [select: string, insert: string, update: string, remove: string];
const NOTHING: Cells = ["42501/42501", "42501/42501", "42501/42501", "42501/42501"];

// Foreign keys answer after rights, so 23503 and 23505 mean allowed. An unnamed role has no right.
const ENGINES: Partial<Record<DatabaseRole, Cells>> = {
  system_admin: ["ok/ok", "42501/42501", "42501/42501", "42501/42501"],
  portal_engine: ["ok/ok", "ok/ok", "ok/ok", "ok/ok"],
};
const EXPECTED: Record<string, Partial<Record<DatabaseRole, Cells>>> = {
  organizations: {
    system_admin: ["ok/ok", "ok/ok", "ok/ok", "23503/23503"],
    org_admin: ["ok/none", "42501/42501", "42501/42501", "42501/42501"],
    portal_engine: ["ok/ok", "ok/ok", "ok/ok", "23503/23503"],
  },
  profiles: {
    system_admin: ["ok/ok", "42501/42501", "ok/ok", "42501/42501"],
    org_admin: ["ok/none", "42501/42501", "42501/42501", "42501/42501"],
    portal_auth: ["ok/ok", "42501/42501", "42501/42501", "42501/42501"],
    portal_engine: ["ok/ok", "23503/23503", "ok/ok", "ok/ok"],
  },
  user_roles: {
    system_admin: ["ok/ok", "42501/42501", "42501/42501", "42501/42501"],
    org_admin: ["ok/none", "42501/42501", "42501/42501", "42501/42501"],
    portal_auth: ["ok/ok", "42501/42501", "42501/42501", "42501/42501"],
    portal_engine: ["ok/ok", "23503/23503", "ok/ok", "ok/ok"],
  },
  controllers: {
    system_admin: ["ok/ok", "ok/ok", "ok/ok", "23503/23503"],
    org_admin: ["ok/none", "42501/42501", "42501/42501", "42501/42501"],
    portal_engine: ["ok/ok", "ok/ok", "ok/ok", "23503/23503"],
    portal_gate: ["ok/ok", "42501/42501", "42501/42501", "42501/42501"],
  },
  access_points: {
    system_admin: ["ok/ok", "ok/ok", "ok/ok", "ok/23503"],
    org_admin: ["ok/none", "42501/42501", "42501/42501", "42501/42501"],
    portal_engine: ["ok/ok", "ok/ok", "ok/ok", "ok/23503"],
  },
  organization_controllers: {
    system_admin: ["ok/ok", "ok/ok", "42501/42501", "ok/ok"],
    org_admin: ["ok/none", "42501/42501", "42501/42501", "42501/42501"],
    portal_engine: ["ok/ok", "ok/ok", "42501/42501", "ok/ok"],
    portal_gate: ["ok/ok", "42501/42501", "42501/42501", "42501/42501"],
  },
  organization_access_points: {
    system_admin: ["ok/ok", "ok/ok", "42501/42501", "ok/ok"],
    org_admin: ["ok/none", "42501/42501", "42501/42501", "42501/42501"],
    portal_engine: ["ok/ok", "ok/ok", "42501/42501", "ok/ok"],
  },
  end_users: {
    system_admin: ["ok/ok", "ok/ok", "ok/ok", "ok/ok"],
    org_admin: ["ok/none", "ok/42501", "ok/none", "ok/none"],
    portal_engine: ["ok/ok", "ok/ok", "ok/ok", "ok/ok"],
  },
  credentials: {
    system_admin: ["ok/ok", "ok/ok", "ok/ok", "ok/ok"],
    org_admin: ["ok/none", "ok/23503", "ok/none", "ok/none"],
    portal_engine: ["ok/ok", "ok/ok", "ok/ok", "ok/ok"],
    portal_gate: ["ok/ok", "42501/42501", "42501/42501", "42501/42501"],
  },
  controller_assignments: {
    system_admin: ["ok/ok", "ok/ok", "42501/42501", "ok/ok"],
    org_admin: ["ok/none", "ok/23503", "42501/42501", "ok/none"],
    portal_engine: ["ok/ok", "ok/ok", "ok/ok", "ok/ok"],
    portal_gate: ["ok/ok", "42501/42501", "42501/42501", "42501/42501"],
  },
  ...SCHEDULE_RIGHTS,
  ...VERSION_RIGHTS,
  // The database's functions and triggers write groups (people/save-access-group.function.sql).
  access_groups: { ...READ_BY_ADMINS, portal_engine: ["ok/ok", "ok/ok", "ok/ok", "ok/ok"] },
  access_group_doors: { ...READ_BY_ADMINS, portal_engine: ["ok/ok", "ok/ok", "42501/42501", "ok/ok"] },
  access_group_members: { ...READ_BY_ADMINS, portal_engine: ["ok/ok", "ok/ok", "42501/42501", "ok/ok"] },
  access_group_rights: {
    ...READ_BY_ADMINS,
    portal_engine: ["ok/ok", "ok/ok", "42501/42501", "ok/ok"],
    portal_gate: ["ok/ok", "42501/42501", "42501/42501", "42501/42501"],
  },
  weekly_codes: {
    system_admin: ["ok/ok", "ok/ok", "ok/ok", "ok/ok"],
    portal_engine: ["ok/ok", "ok/ok", "ok/ok", "ok/ok"],
  },
  weekly_code_assignments: {
    system_admin: ["ok/ok", "ok/ok", "42501/42501", "ok/ok"],
    portal_engine: ["ok/ok", "ok/ok", "42501/42501", "ok/ok"],
  },
  weekly_code_settings: {
    system_admin: ["ok/ok", "ok/ok", "ok/ok", "ok/ok"],
    portal_engine: ["ok/ok", "42501/42501", "42501/42501", "42501/42501"],
  },
  door_profiles: ENGINES,
  drift_reports: ENGINES,
  // /auth/v1 may queue emails and may not read any.
  mail_queue: {
    system_admin: ["ok/ok", "42501/42501", "42501/42501", "42501/42501"],
    portal_auth: ["42501/42501", "ok/ok", "42501/42501", "42501/42501"],
    portal_engine: ["ok/ok", "ok/ok", "ok/ok", "ok/ok"],
  },
  alert_settings: {
    system_admin: ["ok/ok", "42501/42501", "ok/ok", "42501/42501"],
    portal_engine: ["ok/ok", "42501/42501", "42501/42501", "42501/42501"],
  },
  alert_opt_outs: {
    system_admin: ["ok/ok", "ok/ok", "42501/42501", "ok/ok"],
    portal_engine: ["ok/ok", "42501/42501", "42501/42501", "42501/42501"],
  },
  // Each admin has rows of their own; a choice is switched off, not deleted.
  notice_choices: {
    org_admin: ["ok/none", "ok/42501", "ok/none", "42501/42501"],
    portal_engine: ["ok/ok", "42501/42501", "ok/ok", "42501/42501"],
  },
  // private.insert_alert_webhook makes the rows, since the address is encrypted.
  alert_webhooks: {
    system_admin: ["ok/ok", "42501/42501", "ok/ok", "ok/ok"],
    portal_engine: ["ok/ok", "ok/ok", "42501/42501", "42501/42501"],
  },
  alerts: ENGINES,
  alert_deliveries: ENGINES,
  // The rows exist from the start; everybody signed in may know the requirements.
  mfa_requirements: {
    system_admin: ["ok/ok", "42501/42501", "ok/ok", "42501/42501"],
    org_admin: ["ok/ok", "42501/42501", "42501/42501", "42501/42501"],
    portal_auth: ["ok/ok", "42501/42501", "42501/42501", "42501/42501"],
    portal_engine: ["ok/ok", "42501/42501", "ok/ok", "42501/42501"],
  },
  worker_pause: {
    system_admin: ["ok/ok", "42501/42501", "42501/42501", "42501/42501"],
    portal_engine: ["ok/ok", "none/none", "42501/42501", "ok/ok"],
  },
  controller_users: {
    system_admin: ["ok/ok", "ok/ok", "ok/ok", "ok/ok"],
    portal_engine: ["ok/ok", "ok/ok", "ok/ok", "ok/ok"],
  },
  access_logs: {
    system_admin: ["ok/ok", "42501/42501", "42501/42501", "42501/42501"],
    org_admin: ["ok/none", "42501/42501", "42501/42501", "42501/42501"],
    portal_engine: ["ok/ok", "ok/ok", "ok/ok", "ok/ok"],
    portal_gate: ["ok/ok", "ok/ok", "ok/ok", "42501/42501"],
  },
  camera_days: {
    system_admin: ["ok/ok", "42501/42501", "42501/42501", "42501/42501"],
    org_admin: ["ok/none", "42501/42501", "42501/42501", "42501/42501"],
    portal_engine: ["ok/ok", "ok/ok", "ok/ok", "ok/ok"],
  },
  plate_near_misses: {
    system_admin: ["ok/ok", "42501/42501", "42501/42501", "42501/42501"],
    org_admin: ["ok/none", "42501/42501", "42501/42501", "42501/42501"],
    portal_engine: ["ok/ok", "ok/ok", "ok/ok", "ok/ok"],
  },
  plate_near_miss_candidates: {
    system_admin: ["ok/ok", "42501/42501", "42501/42501", "42501/42501"],
    org_admin: ["ok/none", "42501/42501", "42501/42501", "42501/42501"],
    portal_engine: ["ok/ok", "ok/ok", "ok/ok", "ok/ok"],
  },
  plate_aliases: {
    system_admin: ["ok/ok", "42501/42501", "42501/42501", "ok/ok"],
    org_admin: ["ok/none", "42501/42501", "42501/42501", "ok/none"],
    portal_engine: ["ok/ok", "ok/ok", "ok/ok", "ok/ok"],
    portal_gate: ["ok/ok", "42501/42501", "42501/42501", "42501/42501"],
  },
  gate_passages: {
    portal_engine: ["ok/ok", "42501/42501", "42501/42501", "ok/ok"],
    portal_gate: ["ok/ok", "ok/ok", "ok/ok", "42501/42501"],
  },
  pushed_reads: {
    portal_engine: ["ok/ok", "42501/42501", "42501/42501", "ok/ok"],
    portal_gate: ["ok/ok", "ok/ok", "ok/ok", "42501/42501"],
  },
  door_states: {
    system_admin: ["ok/ok", "42501/42501", "42501/42501", "42501/42501"],
    org_admin: ["ok/none", "42501/42501", "42501/42501", "42501/42501"],
    portal_engine: ["ok/ok", "ok/ok", "ok/ok", "ok/ok"],
  },
  door_watches: { portal_engine: ["ok/ok", "ok/ok", "ok/ok", "ok/ok"] },
  door_commands: {
    system_admin: ["ok/ok", "42501/42501", "42501/42501", "42501/42501"],
    org_admin: ["ok/none", "42501/42501", "42501/42501", "42501/42501"],
    portal_engine: ["ok/ok", "ok/ok", "ok/ok", "ok/ok"],
  },
  door_holds: {
    system_admin: ["ok/ok", "42501/42501", "42501/42501", "42501/42501"],
    org_admin: ["ok/none", "42501/42501", "42501/42501", "42501/42501"],
    portal_engine: ["ok/ok", "ok/ok", "ok/ok", "ok/ok"],
  },
  door_events: {
    system_admin: ["ok/ok", "42501/42501", "42501/42501", "42501/42501"],
    org_admin: ["ok/none", "42501/42501", "42501/42501", "42501/42501"],
    portal_engine: ["ok/ok", "ok/ok", "ok/ok", "ok/ok"],
  },
  // System admins see the events themselves. No role may read the column with the organisations that also use the door.
  shared_door_events: {
    system_admin: ["none/none", "42501/42501", "42501/42501", "42501/42501"],
    org_admin: ["ok/none", "42501/42501", "42501/42501", "42501/42501"],
    portal_engine: ["ok/ok", "ok/ok", "42501/42501", "ok/ok"],
  },
  door_event_cursors: {
    system_admin: ["ok/ok", "42501/42501", "42501/42501", "42501/42501"],
    portal_engine: ["ok/ok", "ok/ok", "ok/ok", "42501/42501"],
  },
  // A trigger of every role that removes a person writes this table.
  removed_people: {
    system_admin: ["ok/ok", "42501/42501", "42501/42501", "42501/42501"],
    org_admin: ["ok/none", "42501/42501", "42501/42501", "42501/42501"],
    portal_engine: ["ok/ok", "ok/ok", "42501/42501", "ok/ok"],
  },
  removed_credentials: {
    system_admin: ["ok/ok", "42501/42501", "42501/42501", "42501/42501"],
    org_admin: ["ok/none", "42501/42501", "42501/42501", "42501/42501"],
    portal_engine: ["ok/ok", "ok/ok", "42501/42501", "ok/ok"],
  },
  // A trigger of every role that works a controller or confirms a restore writes this table.
  controller_delays: {
    portal_engine: ["ok/ok", "ok/ok", "ok/ok", "ok/ok"],
  },
  device_sync: {
    system_admin: ["ok/ok", "42501/42501", "42501/42501", "42501/42501"],
    org_admin: ["ok/none", "42501/42501", "42501/42501", "42501/42501"],
    portal_engine: ["ok/ok", "ok/ok", "ok/ok", "23001/23001"],
  },
  controller_pins: ENGINES,
  controller_sync: {
    system_admin: ["ok/ok", "42501/42501", "42501/42501", "42501/42501"],
    portal_engine: ["ok/ok", "23503/23503", "ok/ok", "42501/42501"],
  },
  sync_receipts: {
    system_admin: ["ok/ok", "42501/42501", "42501/42501", "42501/42501"],
    org_admin: ["ok/none", "42501/42501", "42501/42501", "42501/42501"],
    portal_engine: ["ok/ok", "ok/ok", "42501/42501", "42501/42501"],
  },
  audit: {
    system_admin: ["ok/ok", "42501/42501", "42501/42501", "42501/42501"],
    org_admin: ["ok/none", "42501/42501", "42501/42501", "42501/42501"],
    portal_engine: ["ok/ok", "ok/ok", "42501/42501", "42501/42501"],
  },
  backups: ENGINES,
  restores: ENGINES,
  restore_state: {
    system_admin: ["ok/ok", "42501/42501", "42501/42501", "42501/42501"],
    portal_engine: ["ok/ok", "none/none", "42501/42501", "ok/ok"],
    // The gate may only ask whether there is a row.
    portal_gate: ["ok/ok", "42501/42501", "42501/42501", "42501/42501"],
  },
  restore_reports: ENGINES,
  erasures: {
    system_admin: ["ok/ok", "42501/42501", "42501/42501", "42501/42501"],
    org_admin: ["ok/none", "42501/42501", "42501/42501", "42501/42501"],
    portal_engine: ["ok/ok", "ok/ok", "42501/42501", "42501/42501"],
  },
  audit_chain: {
    system_admin: ["ok/ok", "42501/42501", "42501/42501", "42501/42501"],
    portal_engine: ["ok/ok", "ok/ok", "42501/42501", "42501/42501"],
  },
  audit_unchained: {
    system_admin: ["ok/ok", "42501/42501", "42501/42501", "42501/42501"],
    portal_engine: ["ok/ok", "ok/ok", "42501/42501", "ok/ok"],
  },
  // The gate records its reads; a new rotation begins without them. The row exists from the first start.
  installation_webhook: {
    portal_engine: ["ok/ok", "none/none", "ok/ok", "42501/42501"],
    portal_gate: ["ok/ok", "42501/42501", "42501/42501", "42501/42501"],
  },
  installation_webhook_uses: {
    portal_engine: ["ok/ok", "ok/ok", "ok/ok", "42501/42501"],
  },
  webhook_uses: {
    system_admin: ["ok/ok", "42501/42501", "42501/42501", "42501/42501"],
    portal_engine: ["ok/ok", "42501/42501", "42501/42501", "ok/ok"],
    portal_gate: ["ok/ok", "ok/ok", "ok/ok", "42501/42501"],
  },
  deleted_rows: {
    system_admin: ["ok/ok", "42501/42501", "42501/42501", "42501/42501"],
    portal_engine: ["ok/ok", "ok/ok", "42501/42501", "ok/ok"],
  },
  gate_addresses: {
    portal_engine: ["ok/ok", "42501/42501", "42501/42501", "ok/ok"],
    portal_gate: ["ok/ok", "ok/ok", "ok/ok", "42501/42501"],
  },
  audit_checks: {
    system_admin: ["ok/ok", "42501/42501", "42501/42501", "42501/42501"],
    portal_engine: ["ok/ok", "ok/ok", "42501/42501", "42501/42501"],
  },
  audit_keys: {
    system_admin: ["ok/ok", "42501/42501", "42501/42501", "42501/42501"],
    portal_engine: ["ok/ok", "ok/ok", "42501/42501", "42501/42501"],
  },
};

let world: World;
beforeAll(async () => {
  world = await openWorld();
  await world.admin.query(MORE_ROWS);
});
afterAll(() => world[Symbol.asyncDispose]());

// Covers: 3.2, 6.1, tenant.7
test("the matrix knows every table", async () => {
  const { rows } = await world.admin.query<{ relname: string }>(
    "select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by relname",
  );
  expect(rows.map((row) => row.relname)).toEqual(Object.keys(SUBJECTS).sort());
  expect(Object.keys(EXPECTED).sort()).toEqual(Object.keys(SUBJECTS).sort());
});

const cases = Object.keys(SUBJECTS).flatMap((table) => ROLES.map((role) => ({ table, role })));

test.each(cases)("$role has exactly the intended rights to $table", async ({ table, role }) => {
  const expected = EXPECTED[table]?.[role] ?? NOTHING;
  expect(await cells(table, role)).toEqual(expected);
});

async function cells(table: string, role: DatabaseRole): Promise<Cells> {
  const subject = SUBJECTS[table];
  if (!subject) throw new Error(`no subject for ${table}`);
  const both = async (own: string, other: string) => `${await tried(role, own)}/${await tried(role, other)}`;
  return [
    await both(
      `select from public.${table} where ${subject.own}`,
      `select from public.${table} where ${subject.other}`,
    ),
    await both(
      `insert into public.${table} ${subject.insertOwn}`,
      `insert into public.${table} ${subject.insertOther}`,
    ),
    await both(
      `update public.${table} set ${subject.update} where ${subject.own}`,
      `update public.${table} set ${subject.update} where ${subject.other}`,
    ),
    await both(
      `delete from public.${table} where ${subject.own}`,
      `delete from public.${table} where ${subject.other}`,
    ),
  ];
}

async function tried(role: DatabaseRole, sql: string): Promise<string> {
  // The test asks about rights only: a PIN on a shared controller is already counted.
  const client = await world.enter(
    callers[role],
    /insert into public.controller_assignments/.test(sql) && role.endsWith("_admin") ? 2 : 0,
  );
  try {
    const result = await outcome(client.query(sql));
    if (result !== "ok") return result;
    return await outcome(client.query("set constraints all immediate"));
  } finally {
    await client.query("rollback");
    client.release();
  }
}
