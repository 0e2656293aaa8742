// Every state that a row can stay in, with the events that end it and a test that shows one. Columns are read from the catalogue, so a
// new column that can block work fails until its ends are listed. A restart of the server ends none of them.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openWorld, type World } from "./world.ts";

const root = join(import.meta.dirname, "../../..");

let world: World;
beforeAll(async () => {
  world = await openWorld({ filled: false });
});
afterAll(() => world[Symbol.asyncDispose]());

/** Names of columns that hold something back, or say that something is wrong. */
const HOLDS =
  "(_until$|_since$|^since$|^until$|^state$|^status$|attempts$|refusals$|^lease_owner$|^last_error$|next_try_at|breaker|^restored_at$|^paused_at$|revoked|retired_at|banned|cleared_at|dismissed_at|^disabled_|^missing_|^refused_at$|wrong_clock_at|flooded_at|shares_system_with|push_skew_ms|end_confirmed_at)";

/**
 * `ends`: at least two events that end the state, by time, a device or a person; `only`: why one is enough. `shown`: file and words of a test.
 */
type Row = { ends: readonly [string, string, ...string[]]; shown: string } | { only: string; shown: string };

const SIGN_IN: Row = {
  ends: [
    "its time is out",
    "the password is taken",
    "a person tests",
    "another address, account, password or way to sign in",
  ],
  shown: "gates/relay-gates-that-refuse.test.ts: the person who ends the wait ends it everywhere",
};
const WORKER: Row = {
  ends: [
    "the device answers",
    "the controller, its address or its password is saved",
    "the pause grows to its longest and is tried again",
  ],
  shown: "reconcile/workers.test.ts: is tried less and less often",
};
const LEASE: Row = {
  ends: ["the worker is done", "its time is out and another server takes it"],
  shown: "alerts/alerts.test.ts: loses its lease",
};
const BACKUP: Row = {
  ends: ["it is whole, or fails with its cause", "its server has ended, and another says so"],
  shown: "backup/nightly-backups.test.ts: is said to be interrupted",
};
const RESTORED: Row = {
  ends: [
    "its file stands in the database's place, or it fails with its cause",
    "its server has ended, and another says so",
  ],
  shown: "backup/interrupted-restore.test.ts: what was there is whole, and the next reaches its end",
};
const MAIL: Row = {
  ends: ["it is sent", "it has expired", "the server refuses it for good"],
  shown: "platform/mail.test.ts: is given up with its reason",
};
const POST: Row = {
  ends: ["it is taken", "nobody takes it for a day", "the receiver is switched off"],
  shown: "alerts/alerts.test.ts: given up with its cause",
};
const REPLICA: Row = {
  ends: ["a read-back shows it", "it is changed, taken away or tried again"],
  shown: "reconcile/workers.test.ts: shows as failed with what differs, and is right",
};
const MACRO: Row = {
  ends: ["an opening", "a connection test", "another macro is saved"],
  shown: "gates/disabled-macros.test.ts: keeps the warning until",
};
const OVERLAP: Row = {
  ends: ["its time is out", "the new password is used, where that ends it", "another rotation"],
  shown: "gates/installation-webhook.test.ts: ends the old one at once, or by the clock",
};
const DOOR_STATE: Row = {
  only: "said by the device at each reading; what is not read any more is shown with its time",
  shown: "realtime/live-doors.test.ts: a reading that shows what was known is no news",
};
const VERSION: Row = {
  only: "a note of the past, until retention",
  shown: "retention/retention.test.ts: what explains them goes a day later",
};

const STATES: Readonly<Record<string, Row>> = {
  "access_group_versions.since": VERSION,
  "gate_versions.since": VERSION,
  "membership_versions.since": VERSION,
  "schedule_versions.since": VERSION,
  "weekly_code_versions.since": VERSION,
  "alert_deliveries.attempts": POST,
  "alert_deliveries.last_error": POST,
  "alert_deliveries.lease_owner": LEASE,
  "alert_deliveries.lease_until": LEASE,
  "alert_deliveries.next_try_at": POST,
  "alert_deliveries.state": POST,
  "alerts.cleared_at": {
    only: "it is over; what begins again is another alert",
    shown: "alerts/alerts.test.ts: once when it is over",
  },
  "alerts.since": {
    ends: ["what it says is over", "the thing is gone"],
    shown: "alerts/alerts.test.ts: once when it is over",
  },
  "auth.mfa_factors.status": {
    ends: ["verified", "removed by its owner or an administrator", "replaced by another enrolment"],
    shown: "auth/authenticator-app.test.ts: factors gone, sessions ended",
  },
  "auth.sessions.revoked_at": {
    only: "final; signing in makes another session",
    shown: "auth/sessions.test.ts: a session past its absolute end is over",
  },
  "auth.sessions.revoked_reason": {
    only: "final; signing in makes another session",
    shown: "auth/sessions.test.ts: a session past its absolute end is over",
  },
  "auth.signing_keys.retired_at": {
    only: "final; its tokens have ended by then",
    shown: "auth/key-rotation.test.ts: a day after its last signature the old key is gone",
  },
  "auth.users.banned_until": {
    only: "its time is out; the portal itself sets none",
    shown: "auth/sessions.test.ts: a blocked account's session stops",
  },
  "backups.lease_owner": BACKUP,
  "backups.lease_until": BACKUP,
  "backups.state": BACKUP,
  "restores.lease_owner": RESTORED,
  "restores.lease_until": RESTORED,
  "restores.state": RESTORED,
  "controller_delays.since": VERSION,
  "controller_delays.until": VERSION,
  "controller_sync.attempts": WORKER,
  "controller_sync.breaker_open_since": WORKER,
  "controller_sync.failing_since": WORKER,
  "controller_sync.last_error": WORKER,
  "controller_sync.lease_owner": LEASE,
  "controller_sync.lease_until": LEASE,
  "controller_sync.next_try_at": WORKER,
  "controller_sync.restored_at": {
    only: "a system admin has looked at the report and confirms it; also of a controller that is away",
    shown: "backup/after-restore.test.ts: after the confirmation",
  },
  "controllers.disabled_macro_id": MACRO,
  "controllers.missing_macro_id": MACRO,
  "controllers.push_skew_ms": {
    only: "measured at each read of the camera",
    shown: "gates/camera-lost-clock.test.ts: is logged at the time of its arrival",
  },
  "controllers.refused_at": { only: "shown for a few days", shown: "gates/refused-calls.test.ts: is counted by cause" },
  "controllers.shares_system_with": {
    ends: ["the units say that they are alone", "the other controller is deleted or retired"],
    shown: "controllers/networked-units.test.ts: is shared with by nobody",
  },
  "controllers.sign_in_held_until": SIGN_IN,
  "controllers.sign_in_refusals": SIGN_IN,
  "controllers.webhook_previous_until": OVERLAP,
  "credential_versions.since": VERSION,
  "device_sync.attempts": REPLICA,
  "device_sync.last_error": REPLICA,
  "device_sync.next_try_at": REPLICA,
  "device_sync.pending_since": REPLICA,
  "device_sync.suspended_until": {
    ends: ["its week is over", "it is switched on, prolonged or deleted", "somebody else is given the PIN"],
    shown: "reconcile/suspended.test.ts: opens again when it is switched on within the week",
  },
  "door_event_cursors.counted_since": {
    only: "a day is over, and the next is counted anew",
    shown: "reconcile/door-events-hostile.test.ts: is an alert until a day is over",
  },
  "door_event_cursors.flooded_at": {
    only: "an alert until a day after the last time",
    shown: "alerts/controller-alerts.test.ts: is an alert until a day after the last time",
  },
  "door_event_cursors.last_error": {
    ends: ["the log is read", "the controller is deleted"],
    shown: "reconcile/door-events.test.ts: is compared though its log is not answered",
  },
  "door_event_cursors.wrong_clock_at": {
    only: "an alert for some hours; the next wrong event begins anew",
    shown: "alerts/controller-alerts.test.ts: clock was never measured",
  },
  "door_holds.end_confirmed_at": {
    only: "a reading shows the door locked or left to the unit's own hours, or its device is retired",
    shown: "doors/hold-ends.test.ts: it is locked and reported within a minute of the return",
  },
  "door_holds.until": {
    ends: ["its time is out", "somebody ends it", "the door is switched off, withdrawn or deleted"],
    shown: "doors/hold-ends.test.ts: a lasting one at its end",
  },
  "door_states.alarm_since": DOOR_STATE,
  "door_states.mode_since": DOOR_STATE,
  "door_states.physical_since": DOOR_STATE,
  "door_versions.since": VERSION,
  "door_watches.until": {
    only: "its time is out; whoever looks asks again",
    shown: "doors/door-control.test.ts: is read every other second while a page shows it",
  },
  "access_points.missing_since": {
    ends: ["the device has the door again", "a system admin deletes it"],
    shown: "reconcile/comparison.test.ts: that are gone are flagged missing and stay",
  },
  "installation_webhook.webhook_previous_until": OVERLAP,
  "worker_pause.paused_at": {
    only: "a system admin lifts it; every page says that it stands",
    shown: "reconcile/drift-and-pause.test.ts: until it is lifted",
  },
  "mail_queue.attempts": MAIL,
  "mail_queue.last_error": MAIL,
  "mail_queue.lease_owner": LEASE,
  "mail_queue.lease_until": LEASE,
  "mail_queue.next_try_at": MAIL,
  "mail_queue.state": MAIL,
  "private.near_miss_progress.looked_until": {
    only: "moves on with each look",
    shown: "gates/near-misses.test.ts: that the gate opened for then",
  },
  "private.pin_checks.since": {
    ends: ["the PIN is compared, at the quota's pace", "the membership, the door, the PIN or the person goes"],
    shown: "people/waiting-pins.test.ts: is forgotten with the membership, the door and the person",
  },
  "plate_near_miss_candidates.dismissed_at": {
    ends: ["it is taken back", "the car or the gate goes"],
    shown: "gates/near-misses.test.ts: until the dismissal is taken back",
  },
  "private.copied_cameras.since": {
    ends: ["the camera calls with its own account", "it has not called so for a while"],
    shown: "alerts/controller-alerts.test.ts: stands where its own account was used",
  },
  "restore_state.restored_at": {
    only: "a system admin confirms",
    shown: "backup/after-restore.test.ts: after the confirmation",
  },
  "schedule_hours.valid_until": {
    ends: ["its last day is over", "the schedule is saved with other hours"],
    shown: "controllers/schedules.test.ts: are saved whole, changed whole and listed as saved",
  },
  "sync_receipts.suspended_until": VERSION,
};

const nameOf = "replace(c.oid::regclass::text, 'public.', '')";

test("every state of the tables says how it ends", async () => {
  const { rows } = await world.admin.query<{ name: string }>(
    `select ${nameOf} || '.' || a.attname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace::regnamespace::text in ('public', 'private', 'auth') and a.attname ~ $1`,
    [HOLDS],
  );
  expect(rows.map(({ name }) => name).toSorted()).toEqual(Object.keys(STATES).toSorted());
});

test.each(Object.entries(STATES))("a test shows an end of %s", (_, { shown }) => {
  const [file = "", words = ""] = shown.split(/: (.*)/);
  expect(words).not.toBe("");
  expect(readFileSync(new URL(`../${file}`, import.meta.url), "utf8")).toContain(words);
});

/** Waits that a driver keeps by itself, and that another server or a restart would forget. Each states why it may be forgotten. */
const WAITS_OF_DRIVERS: Readonly<Record<string, string>> = {
  "drivers/axxon/login.ts": "how long; the wait itself is the row's",
  "drivers/negotiated-session.ts":
    "twenty seconds of a door controller, whose worker's growing pause is controller_sync's",
  "drivers/sign-in-memory.ts": "how long; the wait itself is the row's",
};

test("a wait after a refused password is the row's, in every driver", () => {
  const waits = globSync("drivers/**/*.ts", { cwd: root }).filter(
    (file) => !file.endsWith(".test.ts") && /const \w*(COOLDOWN|HOLDS)_MS/.test(readFileSync(join(root, file), "utf8")),
  );
  expect(waits.toSorted()).toEqual(Object.keys(WAITS_OF_DRIVERS));
});
