// Lists every foreign key that deletes or empties rows, and what then happens to their history. A new key fails until somebody
// has said whether an ordinary edit may take that history.
import { afterAll, beforeAll, expect, test } from "vitest";
import { openWorld, type World } from "./world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld({ filled: false });
});
afterAll(() => world[Symbol.asyncDispose]());

/** The row keeps the name in that column (passages/removed-places.test.ts, passages/removed-people.test.ts). */
const named = (column: string) => ({ column });

const ACCOUNT = "the account's own; whoever did something is named in the audit by name";
const STATE = "what is so now of the thing that goes, and no history";
const TENANT = "an organisation is deleted after its people, and its own log goes with it";
const WITH_ACCESS = "access itself; the audit has the change by name";
const PART = "a part of what is deleted; the audit has the change by name";
const SHOWN_WHILE = "shown to those who have the place, while it is there; the passages themselves stay in the log";
const OLDER = "retention alone deletes these, with the events of their age";
/** A known limit: *why* is explained only at a door that exists. */
const EXPLAINS = "explains passages of a place that is there";

const BECOMES: Readonly<Record<string, string | { column: string }>> = {
  "access_group_doors.organization_id,group_id": WITH_ACCESS,
  "access_group_members.organization_id,end_user_id": WITH_ACCESS,
  "access_group_members.organization_id,group_id": WITH_ACCESS,
  "access_group_rights.organization_id,credential_id": WITH_ACCESS,
  "access_group_rights.organization_id,group_id": WITH_ACCESS,
  "access_groups.organization_id": TENANT,
  "access_logs.command_id": OLDER,
  "access_logs.controller_id": named("removed_controller"),
  "access_logs.organization_id": TENANT,
  "access_points.controller_id": STATE,
  "alert_deliveries.webhook_id": STATE,
  "alert_opt_outs.user_id": ACCOUNT,
  "auth.identities.user_id": ACCOUNT,
  "auth.link_requests.user_id": ACCOUNT,
  "auth.mfa_challenges.factor_id": ACCOUNT,
  "auth.mfa_factors.user_id": ACCOUNT,
  "auth.mfa_recovery_codes.set_id": ACCOUNT,
  "auth.mfa_recovery_sets.user_id": ACCOUNT,
  "auth.oidc_flows.user_id": ACCOUNT,
  "auth.one_time_tokens.parent_id": ACCOUNT,
  "auth.one_time_tokens.user_id": ACCOUNT,
  "auth.refresh_tokens.session_id": ACCOUNT,
  "auth.sessions.user_id": ACCOUNT,
  "calendar_days.calendar_id": PART,
  "calendars.organization_id": TENANT,
  "camera_days.controller_id": SHOWN_WHILE,
  "controller_assignments.organization_id,credential_id": WITH_ACCESS,

  "controller_delays.controller_id": EXPLAINS,
  "controller_pins.controller_id": STATE,
  "controller_sync.controller_id": STATE,
  "credentials.organization_id,end_user_id": "kept as removed_people and removed_credentials",
  "door_commands.access_point_id": "the event of the opening keeps the door's name, the audit as well",
  "door_commands.controller_id": "the gate's log keeps its name, the audit as well",
  "door_commands.organization_id": TENANT,
  "door_event_cursors.controller_id": STATE,
  "door_events.access_point_id": named("removed_door"),
  "door_events.command_id": OLDER,
  "door_events.controller_id": named("removed_controller"),
  "door_events.hold_id": OLDER,
  "door_events.organization_id": TENANT,
  "door_holds.access_point_id": "the event of the hold keeps the door's name, the audit as well",
  "door_holds.organization_id": TENANT,
  "door_profiles.controller_id,access_point_id": STATE,
  "door_states.access_point_id": STATE,
  "door_versions.access_point_id": EXPLAINS,
  "door_watches.access_point_id": STATE,
  "drift_reports.controller_id": STATE,
  "erasures.organization_id": "an erasure names nobody",
  "gate_passages.controller_id": STATE,
  "gate_versions.controller_id": EXPLAINS,
  "installation_group_doors.controller_id": WITH_ACCESS,
  "installation_group_doors.controller_id,access_point_id": WITH_ACCESS,
  "installation_group_doors.group_id": PART,
  "installation_webhook_uses.controller_id": STATE,
  "organization_access_points.controller_id,access_point_id": WITH_ACCESS,
  "organization_access_points.organization_id,controller_id": WITH_ACCESS,
  "notice_choices.user_id": ACCOUNT,
  "organization_controllers.controller_id": WITH_ACCESS,
  "plate_aliases.controller_id": WITH_ACCESS,
  "plate_aliases.organization_id,credential_id": WITH_ACCESS,
  "plate_near_miss_candidates.near_miss_id": STATE,
  "plate_near_miss_candidates.organization_id,credential_id": STATE,
  "plate_near_misses.controller_id": SHOWN_WHILE,
  "private.copied_cameras.account_of_id": STATE,
  "private.copied_cameras.controller_id": STATE,
  "private.refused_calls.gate_id": "the cause, the address and the time stay",
  "private.pin_checks.controller_id": STATE,
  "private.pin_checks.credential_id": STATE,
  "private.undoable_removals.organization_id":
    "a removed person, kept for a minute so that it can be undone; the audit has the removal",
  "profiles.id": ACCOUNT,
  "pushed_reads.controller_id": STATE,
  "removed_credentials.organization_id": TENANT,
  "removed_people.organization_id": TENANT,
  "restore_reports.controller_id": STATE,
  "schedule_calendars.schedule_id": PART,
  "schedule_hours.schedule_id": PART,
  "schedules.organization_id": TENANT,
  "shared_door_events.access_point_id": SHOWN_WHILE,
  "shared_door_events.controller_id": SHOWN_WHILE,
  "user_roles.user_id": ACCOUNT,
  "webhook_uses.controller_id": STATE,
  "weekly_code_assignments.weekly_code_id": WITH_ACCESS,
  "weekly_code_settings.controller_id": STATE,
};

/** The author is an id without a foreign key; the name stands beside it or in the audit. */
const AUDITED = "the event in the audit has the name";
const DONE_BY: Readonly<Record<string, string | { column: string }>> = {
  "audit.actor": named("actor_name"),
  "backups.made_by": AUDITED,
  "door_commands.requested_by": named("requested_as"),
  "door_holds.ended_by": AUDITED,
  "door_holds.requested_by": named("requested_as"),
  "door_watches.watched_by": STATE,
  "erasures.requested_by": AUDITED,
  "restores.requested_by": AUDITED,
  "private.undoable_removals.removed_by": AUDITED,
  "worker_pause.paused_by": AUDITED,
  "plate_aliases.created_by": AUDITED,
  "sync_receipts.attested_by": AUDITED,
};

const TABLES =
  "relkind in ('r', 'p') and not relispartition and relnamespace::regnamespace::text in ('public', 'private', 'auth')";
const nameOf = "replace(c.oid::regclass::text, 'public.', '')";

async function columnsOf(): Promise<Set<string>> {
  const { rows } = await world.admin.query<{ name: string }>(
    `select ${nameOf} || '.' || a.attname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 where ${TABLES}`,
  );
  return new Set(rows.map(({ name }) => name));
}

function missingColumns(list: typeof BECOMES, columns: ReadonlySet<string>): string[] {
  return Object.entries(list).flatMap(([key, kept]) => {
    const column = typeof kept === "string" ? null : `${key.replace(/\.[^.]*$/, "")}.${kept.column}`;
    return column === null || columns.has(column) ? [] : [column];
  });
}

test("every key that deletes or empties rows says what becomes of their history", async () => {
  const { rows } = await world.admin.query<{ key: string }>(
    `select distinct ${nameOf} || '.' || (select string_agg(a.attname, ',' order by k.place) from unnest(f.conkey) with ordinality k (number, place)
         join pg_attribute a on a.attrelid = c.oid and a.attnum = k.number) as key
     from pg_constraint f join pg_class c on c.oid = f.conrelid
     where f.contype = 'f' and f.conparentid = 0 and f.confdeltype in ('c', 'n', 'd') and c.${TABLES} order by 1`,
  );
  expect(rows.map(({ key }) => key).toSorted()).toEqual(Object.keys(BECOMES).toSorted());
  expect(missingColumns(BECOMES, await columnsOf())).toEqual([]);
});

test("everything that somebody did has a name that outlives the account", async () => {
  const columns = await columnsOf();
  const done = [...columns].filter((name) => /(_by|\.actor)$/.test(name) && !name.startsWith("auth."));
  expect(done.toSorted()).toEqual(Object.keys(DONE_BY).toSorted());
  expect(missingColumns(DONE_BY, columns)).toEqual([]);
});
