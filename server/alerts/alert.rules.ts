// Decides which alerts are open and which notifications they need. Pure: facts, limits and time are arguments.

import { ALERT_KINDS, type AlertDetail, type AlertKind, type AlertSettings } from "#contract/alerts.ts";
import type { BackupTrouble } from "#contract/backups.ts";
import { type CameraDay, cameraHealth, cameraShares } from "#contract/camera-health.ts";
import { CAMERA_CLOCK_AHEAD_MS, CAMERA_CLOCK_BEHIND_MS } from "#contract/limits.ts";
import { PORTAL_CERTIFICATE_DAYS } from "#contract/portal-certificate.ts";
import { startOfStockholmDay } from "#contract/stockholm.ts";

export interface AlertFactsNow {
  failing: readonly { id: string; name: string; since: Date; cause: string | null }[];
  removals: readonly { id: string; name: string; since: Date; count: number }[];
  /** Doors whose hold ended a while ago without a reading that shows them locked. */
  unlocked: readonly { id: string; name: string; since: Date }[];
  denials: readonly { id: string; name: string; since: Date; count: number; plates: number }[];
  /** Organisations (without a name: system admins) that exhausted a quota for typed PINs within the hour. */
  pinAttempts: readonly { id: string; name: string | null; since: Date }[];
  /** Clocks that are, or recently were, wrong by half the limit or more. A positive value is ahead. */
  clocks: readonly { id: string; name: string; since: Date; skewMs: number; isOver?: boolean }[];
  /** Clocks of gates' cameras with such an error, measured by their pushes. */
  cameraClocks: readonly { id: string; name: string; since: Date; skewMs: number }[];
  certificates: readonly { id: string; name: string; since: Date; validTo: Date }[];
  /** Controllers whose confirmed schedules end within HOURS_END_DAYS. */
  hours: readonly { id: string; name: string; since: Date; end: Date }[];
  /** End of the certificate that this server reads from files; null without such files. */
  portalCertificate: Date | null;
  /** Restarts within the last hour. */
  restarts: readonly { id: string; name: string; since: Date; count: number }[];
  /** Controllers that logged more than the portal keeps in a day. */
  floods: readonly { id: string; name: string; since: Date }[];
  /** Gates whose camera pushes with another gate's account. */
  copiedCameras: readonly { id: string; name: string; since: Date; gate: string }[];
  cameras: readonly { id: string; name: string; days: readonly CameraDay[] }[];
  /**
   * `failed_since`: the first failed night after the newest back-up; `trouble`: the cause of the last failure. `uncopied_since`: the first
   * back-up after the newest copy that could not be copied.
   */
  backup: {
    taken_at: Date | null;
    installed_at: Date;
    failed_since: Date | null;
    trouble: BackupTrouble | null;
    uncopied_since: Date | null;
    copy_trouble: BackupTrouble | null;
  };
}

export interface Standing {
  kind: AlertKind;
  objectId: string | null;
  objectName: string | null;
  since: Date;
  detail: AlertDetail;
}

/** Raised and not yet cleared. */
export interface OpenAlert extends Standing {
  id: string;
  raisedAt: Date;
  lastNotifiedAt: Date;
}

export interface AlertChanges {
  raise: Standing[];
  /** Alerts that are still open `repeat_hours` after their last notification. */
  remind: OpenAlert[];
  clear: { alert: OpenAlert /** False when somebody turned the kind off: that is no good news. */; notify: boolean }[];
  /** Alerts that are still open and whose figures have changed. */
  refresh: { id: string; detail: AlertDetail; objectName: string | null }[];
}

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** A count or measure below this share of its limit ends the alert. Ending it at the limit itself would make the alert flap. */
const OVER_SHARE = 0.5;

/** Returns the level below which an open alert ends. */
export function halfOf(limit: number): number {
  return Math.max(1, Math.ceil(limit * OVER_SHARE));
}

/** Returns the alerts to raise, repeat, clear and refresh. An alert whose kind was switched off is cleared without a notification. */
export function decideAlerts(
  facts: AlertFactsNow,
  { settings, open, now }: { settings: AlertSettings; open: readonly OpenAlert[]; now: Date },
): AlertChanges {
  const before = new Map(open.map((alert) => [keyOf(alert), alert]));
  const standing = standingNow(facts, { settings, now, isOpen: (one) => before.has(keyOf(one)) });
  const still = new Set(standing.map(keyOf));
  const off = kindsOff(settings);
  const kept = standing.flatMap((one) => {
    const alert = before.get(keyOf(one));
    return alert === undefined ? [] : [{ ...alert, detail: one.detail, objectName: one.objectName }];
  });
  const repeatMs = settings.repeat_hours === null ? Number.POSITIVE_INFINITY : settings.repeat_hours * HOUR_MS;
  return {
    raise: standing.filter((one) => !before.has(keyOf(one))),
    remind: kept.filter(({ lastNotifiedAt }) => now.getTime() - lastNotifiedAt.getTime() >= repeatMs),
    clear: open.filter((alert) => !still.has(keyOf(alert))).map((alert) => ({ alert, notify: !off.has(alert.kind) })),
    refresh: kept
      .filter((alert) => differs(alert, before.get(keyOf(alert))))
      .map(({ id, detail, objectName }) => ({ id, detail, objectName })),
  };
}

interface Moment {
  settings: AlertSettings;
  now: Date;
  isOpen: (of: { kind: AlertKind; objectId: string | null }) => boolean;
}

function standingNow(facts: AlertFactsNow, moment: Moment): Standing[] {
  return [
    ...unitAlerts(facts, moment),
    ...clockAlerts(facts, moment),
    ...hoursAlerts(facts, moment),
    ...certificateAlerts(facts, moment),
    ...cameraAlerts(facts, moment),
    ...misuseAlerts(facts, moment),
    ...backupAlerts(facts, moment),
  ];
}

function unitAlerts({ removals, unlocked, failing, restarts, floods }: AlertFactsNow, moment: Moment): Standing[] {
  const { settings, now } = moment;
  return [
    ...removals
      .filter(({ since }) => isOld(since, settings.revocation_pending_minutes, MINUTE_MS, now))
      .map((one) => about("revocation_pending", one, { count: one.count })),
    ...unlocked.map((one) => about("door_not_relocked", one, {})),
    ...failing
      .filter(({ since }) => isOld(since, settings.controller_offline_minutes, MINUTE_MS, now))
      .map((one) => about("controller_offline", one, { cause: one.cause })),
    ...restarts
      .filter(({ id, count }) => reaches(moment, "restart_loop", id, { value: count, limit: settings.restart_count }))
      .map((one) => about("restart_loop", one, { count: one.count })),
    ...floods.map((one) => about("log_flooded", one, {})),
  ];
}

function clockAlerts({ clocks, cameraClocks }: AlertFactsNow, moment: Moment): Standing[] {
  const { clock_skew_seconds: limit } = moment.settings;
  const isWrong = ({ id, skewMs }: { id: string; skewMs: number }) =>
    reaches(moment, "clock_skew", id, { value: Math.floor(Math.abs(skewMs) / SECOND_MS), limit });
  const isCameraWrong = ({ id, skewMs }: { id: string; skewMs: number }) => {
    const limitMs = skewMs < 0 ? CAMERA_CLOCK_BEHIND_MS : CAMERA_CLOCK_AHEAD_MS;
    return reaches(moment, "clock_skew", id, { value: Math.abs(skewMs), limit: limit === null ? null : limitMs });
  };
  return [
    ...clocks.filter(isWrong).map((one) =>
      about("clock_skew", one, {
        minutes: Math.max(1, Math.round(Math.abs(one.skewMs) / MINUTE_MS)),
        ahead: one.skewMs > 0,
        ...(one.isOver ? { lost: true } : {}),
      }),
    ),
    ...cameraClocks
      .filter(isCameraWrong)
      .map((one) =>
        about("clock_skew", one, { seconds: Math.round(Math.abs(one.skewMs) / SECOND_MS), ahead: one.skewMs > 0 }),
      ),
  ];
}

function hoursAlerts({ hours }: AlertFactsNow, { now }: Moment): Standing[] {
  return hours.map(({ end, ...one }) =>
    about("hours_end", one, { days: Math.floor((end.getTime() - now.getTime()) / DAY_MS) }),
  );
}

function certificateAlerts({ certificates, portalCertificate }: AlertFactsNow, { settings, now }: Moment): Standing[] {
  const { certificate_days: days } = settings;
  const leftMs = ({ validTo }: { validTo: Date }) => validTo.getTime() - now.getTime();
  return [
    ...certificates
      .filter((one) => days !== null && leftMs(one) <= days * DAY_MS)
      .map((one) => about("certificate_ends", one, { days: Math.floor(leftMs(one) / DAY_MS) })),
    ...ownCertificateAlerts(portalCertificate, now),
  ];
}

function ownCertificateAlerts(end: Date | null, now: Date): Standing[] {
  if (end === null) return [];
  const left = end.getTime() - now.getTime();
  if (left > PORTAL_CERTIFICATE_DAYS * DAY_MS) return [];
  const since = new Date(end.getTime() - PORTAL_CERTIFICATE_DAYS * DAY_MS);
  const detail = { days: Math.floor(left / DAY_MS) };
  return [{ kind: "portal_certificate", objectId: null, objectName: null, since, detail }];
}

function cameraAlerts({ copiedCameras, cameras }: AlertFactsNow, moment: Moment): Standing[] {
  return [
    ...copiedCameras.map((one) => about("camera_copied", one, { gate: one.gate })),
    ...worseCameras(cameras, moment).map(({ since, shares, ...one }) =>
      about("camera_worse", { ...one, since }, shares),
    ),
  ];
}

function misuseAlerts({ pinAttempts, denials }: AlertFactsNow, moment: Moment): Standing[] {
  const { denial_burst_count: limit, denial_burst_minutes: minutes } = moment.settings;
  return [
    ...pinAttempts.map((one) => about("pin_attempts", one, {})),
    ...denials
      .filter(({ id, count }) => reaches(moment, "denial_burst", id, { value: count, limit }))
      .map(({ count, plates, ...one }) => about("denial_burst", one, { count, plates, minutes })),
  ];
}

function backupAlerts({ backup }: AlertFactsNow, { settings, now }: Moment): Standing[] {
  const { taken_at, installed_at, failed_since, trouble, uncopied_since, copy_trouble } = backup;
  const hours = settings.backup_old_hours;
  const backedUp = taken_at ?? installed_at;
  if (hours === null) return [];
  if (failed_since === null && !isOld(backedUp, hours, HOUR_MS, now)) {
    if (uncopied_since === null || copy_trouble === null) return [];
    const detail = { trouble: copy_trouble, copy: true };
    return [{ kind: "backup_old", objectId: null, objectName: null, since: uncopied_since, detail }];
  }
  const detail = trouble === null ? { never: taken_at === null } : { trouble };
  return [{ kind: "backup_old", objectId: null, objectName: null, since: failed_since ?? backedUp, detail }];
}

function about(
  kind: AlertKind,
  { id, name, since }: { id: string; name: string | null; since: Date },
  detail: AlertDetail,
): Standing {
  return { kind, objectId: id, objectName: name, since, detail };
}

/** Tells whether `limit` of `unitMs` have passed; null: no limit. */
function isOld(since: Date, limit: number | null, unitMs: number, now: Date): boolean {
  return limit !== null && now.getTime() - since.getTime() >= limit * unitMs;
}

/** Tells whether a value reaches its limit, or, while its alert is open, half of it. */
function reaches(
  { isOpen }: Moment,
  kind: AlertKind,
  objectId: string,
  { value, limit }: { value: number; limit: number | null },
): boolean {
  return limit !== null && value >= (isOpen({ kind, objectId }) ? halfOf(limit) : limit);
}

/** Returns cameras that read worse. A camera silent since it became worse stays listed: nothing shows that it improved. */
function worseCameras(cameras: AlertFactsNow["cameras"], { settings, now, isOpen }: Moment) {
  const percent = settings.camera_percent;
  if (percent === null) return [];
  return cameras.flatMap(({ id, name, days }) => {
    const isNotified = isOpen({ kind: "camera_worse", objectId: id });
    const { state, since } = cameraHealth(days, now.getTime(), { worsePercent: percent, isNotified });
    if (since === null || (state !== "worse" && !isNotified)) return [];
    const shares = cameraShares(days.filter(({ day }) => day >= since));
    return [{ id, name, since: startOfStockholmDay(since), shares }];
  });
}

function kindsOff(settings: AlertSettings): Set<AlertKind> {
  const limits: Record<AlertKind, number | null> = {
    controller_offline: settings.controller_offline_minutes,
    // Cannot be turned off: somebody may be guessing other tenants' PINs.
    pin_attempts: 0,
    // Cannot be turned off: the door is open to anybody.
    door_not_relocked: 0,
    // Cannot be turned off: this gate opens for nothing that its camera reads.
    camera_copied: 0,
    // Cannot be turned off: events are missing from the log.
    log_flooded: 0,
    // Cannot be turned off: nobody gets in by hours that are over.
    hours_end: 0,
    revocation_pending: settings.revocation_pending_minutes,
    denial_burst: settings.denial_burst_count,
    clock_skew: settings.clock_skew_seconds,
    certificate_ends: settings.certificate_days,
    // Cannot be turned off: nobody reaches a portal whose certificate is over.
    portal_certificate: 0,
    restart_loop: settings.restart_count,
    camera_worse: settings.camera_percent,
    backup_old: settings.backup_old_hours,
  };
  return new Set(ALERT_KINDS.filter((kind) => limits[kind] === null));
}

function keyOf({ kind, objectId }: { kind: AlertKind; objectId: string | null }): string {
  return `${kind}/${objectId ?? ""}`;
}

function differs(now: OpenAlert, before: OpenAlert | undefined): boolean {
  return before?.objectName !== now.objectName || sorted(before.detail) !== sorted(now.detail);
}

function sorted(detail: AlertDetail): string {
  return JSON.stringify(Object.entries(detail).sort(([a], [b]) => (a < b ? -1 : 1)));
}
