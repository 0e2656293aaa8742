import { describe, expect, test } from "vitest";
import { ALERT_LIMITS, type AlertKind, type AlertSettings } from "#contract/alerts.ts";
import { type AlertFactsNow, decideAlerts, halfOf, type OpenAlert } from "./alert.rules.ts";

const NOW = new Date("2026-11-22T12:00:00Z");
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000);
const HOUR = 60;

const settings: AlertSettings = {
  controller_offline_minutes: ALERT_LIMITS.controller_offline_minutes.initial,
  revocation_pending_minutes: ALERT_LIMITS.revocation_pending_minutes.initial,
  denial_burst_count: ALERT_LIMITS.denial_burst_count.initial,
  denial_burst_minutes: ALERT_LIMITS.denial_burst_minutes.initial,
  backup_old_hours: ALERT_LIMITS.backup_old_hours.initial,
  clock_skew_seconds: ALERT_LIMITS.clock_skew_seconds.initial,
  certificate_days: ALERT_LIMITS.certificate_days.initial,
  camera_percent: ALERT_LIMITS.camera_percent.initial,
  restart_count: ALERT_LIMITS.restart_count.initial,
  repeat_hours: ALERT_LIMITS.repeat_hours.initial,
};
const QUIET_BACKUP = {
  taken_at: ago(HOUR),
  installed_at: ago(1000 * HOUR),
  failed_since: null,
  trouble: null,
  uncopied_since: null,
  copy_trouble: null,
};
const quiet: AlertFactsNow = {
  failing: [],
  removals: [],
  unlocked: [],
  denials: [],
  pinAttempts: [],
  clocks: [],
  cameraClocks: [],
  certificates: [],
  hours: [],
  floods: [],
  portalCertificate: null,
  restarts: [],
  copiedCameras: [],
  cameras: [],
  backup: QUIET_BACKUP,
};
const gate = { id: "g", name: "Infart" };

function decide(facts: Partial<AlertFactsNow>, open: OpenAlert[] = [], changes: Partial<AlertSettings> = {}) {
  return decideAlerts({ ...quiet, ...facts }, { settings: { ...settings, ...changes }, open, now: NOW });
}

const cameraDays = (unread: number, readAt = "2026-11-22T11:00:00Z") => [
  { day: "2026-11-21", reads: 100, unread: 2, unclear: 1, last_read_at: "2026-11-21T11:00:00Z" },
  { day: "2026-11-22", reads: 100, unread, unclear: 0, last_read_at: readAt },
];

function standing(kind: AlertKind, change: Partial<OpenAlert> = {}): OpenAlert {
  return {
    id: kind,
    kind,
    objectId: "g",
    objectName: "Infart",
    since: ago(60),
    raisedAt: ago(45),
    lastNotifiedAt: ago(45),
    detail: {},
    ...change,
  };
}

test("a quiet installation notifies nobody", () => {
  expect(decide({})).toEqual({ raise: [], remind: [], clear: [], refresh: [] });
});

describe("an alert is raised at its limit and not before:", () => {
  const raised = (facts: Partial<AlertFactsNow>, changes: Partial<AlertSettings> = {}) =>
    decide(facts, [], changes).raise.map(({ kind }) => kind);
  const failing = (minutes: number) => ({ failing: [{ ...gate, since: ago(minutes), cause: "timeout" }] });
  const removal = (minutes: number) => ({ removals: [{ ...gate, since: ago(minutes), count: 2 }] });
  const denied = (count: number) => ({ denials: [{ ...gate, since: ago(5), count, plates: 3 }] });
  const backup = (hours: number | null) => ({
    backup: {
      ...QUIET_BACKUP,
      taken_at: hours === null ? null : ago(hours * HOUR),
      installed_at: ago(25 * HOUR),
    },
  });

  const clock = (seconds: number) => ({ clocks: [{ ...gate, since: NOW, skewMs: seconds * 1000 }] });
  const camera_clock = (ms: number) => ({ cameraClocks: [{ ...gate, since: NOW, skewMs: ms }] });
  const certificate = (days: number) => ({
    certificates: [{ ...gate, since: NOW, validTo: ago(-days * 24 * HOUR) }],
  });
  const restarted = (count: number) => ({ restarts: [{ ...gate, since: ago(50), count }] });
  const camera = (unread: number) => ({ cameras: [{ ...gate, days: cameraDays(unread) }] });

  // Covers: alert.1
  test.each([
    ["controller_offline", failing(14.9), failing(15), { controller_offline_minutes: null }],
    ["revocation_pending", removal(14.9), removal(15), { revocation_pending_minutes: null }],
    ["denial_burst", denied(19), denied(20), { denial_burst_count: null }],
    ["clock_skew", clock(59.9), clock(60), { clock_skew_seconds: null }],
    ["clock_skew", clock(-59.9), clock(-60), { clock_skew_seconds: null }],
    ["clock_skew", camera_clock(-3_999), camera_clock(-4_000), { clock_skew_seconds: null }],
    ["clock_skew", camera_clock(1_999), camera_clock(2_000), { clock_skew_seconds: null }],
    ["certificate_ends", certificate(30.1), certificate(30), { certificate_days: null }],
    ["restart_loop", restarted(2), restarted(3), { restart_count: null }],
    ["camera_worse", camera(9), camera(10), { camera_percent: null }],
    ["backup_old", backup(25.9), backup(26), { backup_old_hours: null }],
  ] as const)("%s", (kind, before, at, off) => {
    expect(raised(before)).toEqual([]);
    expect(raised(at)).toEqual([kind]);
    expect(raised(at, off)).toEqual([]);
  });

  test("door_not_relocked, whatever the limits are", () => {
    const door = { unlocked: [{ id: "d", name: "Entré", since: ago(2) }] };
    const off = { controller_offline_minutes: null, revocation_pending_minutes: null, denial_burst_count: null };
    expect(raised(door, { ...off, backup_old_hours: null })).toEqual(["door_not_relocked"]);
    expect(decide({}, [standing("door_not_relocked")]).clear).toMatchObject([{ notify: true }]);
  });

  test("log_flooded, whatever the limits are", () => {
    const off = { controller_offline_minutes: null, revocation_pending_minutes: null, denial_burst_count: null };
    expect(raised({ floods: [{ id: "c", name: "Entré", since: ago(2) }] }, off)).toEqual(["log_flooded"]);
    expect(decide({}, [standing("log_flooded")]).clear).toMatchObject([{ notify: true }]);
  });

  test("pin_attempts, whatever the limits are", () => {
    const emptied = { pinAttempts: [{ id: "o", name: "Brf Norrgården", since: ago(1) }] };
    const off = { controller_offline_minutes: null, revocation_pending_minutes: null, denial_burst_count: null };
    expect(raised(emptied, { ...off, backup_old_hours: null })).toEqual(["pin_attempts"]);
    expect(decide({}, [standing("pin_attempts")]).clear).toMatchObject([{ notify: true }]);
  });

  // Covers: alert.1
  test("backup_old, at once after a night whose back-up failed, with the cause, until one is whole", () => {
    const failed = { backup: { ...QUIET_BACKUP, failed_since: ago(1), trouble: "disk_full" as const } };
    expect(decide(failed).raise).toMatchObject([
      { kind: "backup_old", since: ago(1), detail: { trouble: "disk_full" } },
    ]);
    expect(decide(failed, [], { backup_old_hours: null }).raise).toEqual([]);
    expect(decide({}, [standing("backup_old")]).clear).toMatchObject([{ notify: true }]);
  });

  // Covers: alert.1
  test("backup_old, at once after a back-up that could not be copied to S3, unless there is no new one at all", () => {
    const uncopied = { ...QUIET_BACKUP, uncopied_since: ago(1), copy_trouble: "s3_refused" as const };
    expect(decide({ backup: uncopied }).raise).toMatchObject([
      { kind: "backup_old", since: ago(1), detail: { trouble: "s3_refused", copy: true } },
    ]);
    const failed = { ...uncopied, failed_since: ago(2), trouble: "disk_full" as const };
    expect(decide({ backup: failed }).raise).toMatchObject([{ since: ago(2), detail: { trouble: "disk_full" } }]);
    expect(decide({ backup: uncopied }, [], { backup_old_hours: null }).raise).toEqual([]);
  });

  // Covers: alert.1
  test("a back-up that was never made counts from the installation", () => {
    expect(raised(backup(null))).toEqual([]);
    expect(decide(backup(null), [], { backup_old_hours: 25 }).raise).toMatchObject([
      { kind: "backup_old", since: ago(25 * HOUR), detail: { never: true } },
    ]);
  });
});

test("a clock that is wrong says how far and which way, in minutes that measuring does not change", () => {
  const detail = (skewMs: number) => decide({ clocks: [{ ...gate, since: NOW, skewMs }] }).raise[0]?.detail;
  expect(detail(121_400)).toEqual({ minutes: 2, ahead: true });
  expect(detail(-118_900)).toEqual({ minutes: 2, ahead: false });
  expect(detail(61_000)).toEqual({ minutes: 1, ahead: true });
});

test("a certificate counts its days down to its last, and on after its end", () => {
  const days = (left: number) =>
    decide({ certificates: [{ ...gate, since: NOW, validTo: ago(-left * 24 * HOUR) }] }).raise[0]?.detail;
  expect([days(29.5), days(0.4), days(-0.4)]).toEqual([{ days: 29 }, { days: 0 }, { days: -1 }]);
  expect(decide({}, [standing("certificate_ends")]).clear).toMatchObject([{ notify: true }]);
});

test("a clock or restarts that hover at the limit raise one alert, which is over well below it", () => {
  const clock = (seconds: number) => ({ clocks: [{ ...gate, since: NOW, skewMs: seconds * 1000 }] });
  expect(decide(clock(31), [standing("clock_skew")]).clear).toEqual([]);
  expect(decide(clock(29), [standing("clock_skew")]).clear).toMatchObject([{ notify: true }]);
  const restarted = (count: number) => ({ restarts: [{ ...gate, since: ago(50), count }] });
  expect(decide(restarted(2), [standing("restart_loop")]).clear).toEqual([]);
  expect(decide(restarted(1), [standing("restart_loop")]).clear).toMatchObject([{ notify: true }]);
});

test("a camera that is worse says since when and how much, and one that falls silent is not better", () => {
  const cameras = (unread: number, readAt?: string) => ({ cameras: [{ ...gate, days: cameraDays(unread, readAt) }] });
  expect(decide(cameras(15)).raise).toMatchObject([
    { kind: "camera_worse", since: new Date("2026-11-21T23:00:00Z"), detail: { unread: 15, unclear: 0 } },
  ]);
  const silent = "2026-11-21T12:00:00Z";
  expect(
    decide({
      cameras: [
        { ...gate, days: cameraDays(15, silent).map((day) => ({ ...day, last_read_at: "2026-11-21T11:00:00Z" })) },
      ],
    }).raise,
  ).toEqual([]);
  expect(decide(cameras(15, silent), [standing("camera_worse")]).clear).toEqual([]);
  expect(decide(cameras(2), [standing("camera_worse")]).clear).toMatchObject([{ notify: true }]);
});

test("an open alert is not raised again, and its figures are kept up", () => {
  const facts = { removals: [{ ...gate, name: "Infart 2", since: ago(60), count: 3 }] };
  const before = standing("revocation_pending", { detail: { count: 2 } });
  expect(decide(facts, [before])).toEqual({
    raise: [],
    remind: [],
    clear: [],
    refresh: [{ id: "revocation_pending", detail: { count: 3 }, objectName: "Infart 2" }],
  });
  const same = standing("revocation_pending", { detail: { count: 3 }, objectName: "Infart 2" });
  expect(decide(facts, [same]).refresh).toEqual([]);
});

test("one controller's alert says nothing of another's, nor one kind of another", () => {
  const facts = { failing: [{ id: "other", name: "Garage", since: ago(60), cause: null }] };
  const changes = decide(facts, [standing("controller_offline"), standing("revocation_pending")]);
  expect(changes.raise.map(({ objectId }) => objectId)).toEqual(["other"]);
  expect(changes.clear.map(({ alert }) => alert.id)).toEqual(["controller_offline", "revocation_pending"]);
});

test("an alert that ends is notified; one that is switched off ends silently", () => {
  const alert = standing("controller_offline");
  expect(decide({}, [alert]).clear).toEqual([{ alert, notify: true }]);
  expect(decide({}, [alert], { controller_offline_minutes: null }).clear).toEqual([{ alert, notify: false }]);
});

test("a burst is over at half its limit, so that it does not come and go", () => {
  expect(halfOf(20)).toBe(10);
  expect(halfOf(2)).toBe(1);
  const denied = (count: number) => ({ denials: [{ ...gate, since: ago(5), count, plates: 1 }] });
  expect(decide(denied(10), [standing("denial_burst")]).clear).toEqual([]);
  expect(decide(denied(9), [standing("denial_burst")]).clear).toHaveLength(1);
  expect(decide(denied(10)).raise).toEqual([]);
});

test("an open alert is repeated after the chosen hours, with current figures, and never where that is off", () => {
  const facts = { removals: [{ ...gate, since: ago(30 * HOUR), count: 4 }] };
  const notified = (minutes: number) =>
    standing("revocation_pending", { lastNotifiedAt: ago(minutes), detail: { count: 1 } });
  expect(decide(facts, [notified(24 * HOUR - 1)]).remind).toEqual([]);
  expect(decide(facts, [notified(24 * HOUR)]).remind).toMatchObject([
    { id: "revocation_pending", detail: { count: 4 } },
  ]);
  expect(decide(facts, [notified(1000 * HOUR)], { repeat_hours: null }).remind).toEqual([]);
});
