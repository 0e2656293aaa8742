// Raises, repeats and clears alerts and queues their notifications in one transaction, on one server at a time.
import type { Pool, PoolClient } from "pg";
import type { Logger } from "pino";
import {
  type AlertSettings,
  CLOCK_LOST_HOURS,
  COPIED_CAMERA_RECOVERED_MINUTES,
  COPIED_CAMERA_SILENT_HOURS,
  FLOOD_HOURS,
  FRESH_EVENT_SECONDS,
  RESTART_WINDOW_MINUTES,
} from "#contract/alerts.ts";
import { DOOR_RELOCK_SECONDS } from "#contract/door-states.ts";
import { CAMERA_CLOCK_AHEAD_MS } from "#contract/limits.ts";
import type { Clock } from "#drivers/clock.ts";
import { transaction } from "#server/platform/database/transaction.ts";
import { repeat } from "#server/platform/jobs/run-jobs.ts";
import type { MailPort } from "#server/platform/mail/port.ts";
import { type AlertFactsNow, decideAlerts, halfOf } from "./alert.rules.ts";
import {
  readBackupFacts,
  readCameraClocks,
  readCameras,
  readCertificates,
  readClocks,
  readCopiedCameras,
  readDenials,
  readEndingHours,
  readFailing,
  readFloods,
  readNotRelocked,
  readPinAttempts,
  readRestarts,
  readWaitingRemovals,
} from "./alert-facts.store.ts";
import {
  clearAlerts,
  lockAlerts,
  raiseAlert,
  readAlertSettings,
  readOpenAlerts,
  recordReminded,
  refreshAlert,
} from "./alerts.store.ts";
import { type Notified, notifyAlerts } from "./notify-alerts.ts";

/**
 * Limits for alerts about copied accounts: a camera that seldom reads must not count as recovered overnight, and a corrected camera must
 * recover soon.
 */
const COPIED = { silentHours: COPIED_CAMERA_SILENT_HOURS, recoveredMinutes: COPIED_CAMERA_RECOVERED_MINUTES };
const RESTARTS = { minutes: RESTART_WINDOW_MINUTES, freshSeconds: FRESH_EVENT_SECONDS };

export interface WatchAlertsDeps {
  engine: Pool;
  clock: Clock;
  log: Pick<Logger, "info" | "warn">;
  mail: Pick<MailPort, "queueMail" | "wake">;
  publicUrl: string;
  /** Returns the end of the certificate that this server reads from files; null without such files. */
  certificateEnd: () => Date | null;
}

/** Watches every `everyMs` until `signal` aborts. */
export async function keepWatchingAlerts(
  deps: WatchAlertsDeps & { everyMs: number },
  signal: AbortSignal,
): Promise<void> {
  const { clock, log, everyMs } = deps;
  const rounds = { clock, log, everyMs, failed: "alerts were not looked after; trying again soon" };
  await repeat(rounds, signal, () => watchAlerts(deps));
}

/** Runs one round; returns what was notified. Null: another server is at it. */
export async function watchAlerts(deps: WatchAlertsDeps): Promise<Notified[] | null> {
  const { engine, clock, log, mail } = deps;
  const notified = await transaction(engine, async (client) => {
    if (!(await lockAlerts(client))) return null;
    const settings = await readAlertSettings(client);
    const open = await readOpenAlerts(client);
    const changes = decideAlerts(await readFacts(client, settings, deps), { settings, open, now: clock.now() });
    const news: Notified[] = [];
    for (const one of changes.raise) {
      const alert = await raiseAlert(client, one);
      if (alert !== null) news.push({ event: "raised", alert, clearedAt: null });
    }
    for (const one of changes.refresh) await refreshAlert(client, one);
    news.push(...changes.remind.map((alert): Notified => ({ event: "reminder", alert, clearedAt: null })));
    const ended = changes.clear.filter(({ notify }) => notify);
    news.push(...ended.map(({ alert }): Notified => ({ event: "cleared", alert, clearedAt: clock.now() })));
    await recordReminded(
      client,
      changes.remind.map(({ id }) => id),
    );
    await clearAlerts(
      client,
      changes.clear.map(({ alert }) => alert.id),
    );
    await notifyAlerts(deps, client, news);
    return news;
  });
  for (const { event, alert } of notified ?? [])
    log.info({ event, kind: alert?.kind, controllerId: alert?.objectId }, "alert notified");
  if (notified !== null && notified.length > 0) mail.wake();
  return notified;
}

async function readFacts(
  client: PoolClient,
  settings: AlertSettings,
  { certificateEnd }: Pick<WatchAlertsDeps, "certificateEnd">,
): Promise<AlertFactsNow> {
  const { revocation_pending_minutes: removalMinutes, denial_burst_count: burst } = settings;
  const { clock_skew_seconds: skew, certificate_days: days, restart_count: restarts } = settings;
  return {
    failing: settings.controller_offline_minutes === null ? [] : await readFailing(client),
    removals: removalMinutes === null ? [] : await readWaitingRemovals(client, removalMinutes),
    denials:
      burst === null
        ? []
        : await readDenials(client, { minutes: settings.denial_burst_minutes, atLeast: halfOf(burst) }),
    unlocked: await readNotRelocked(client, DOOR_RELOCK_SECONDS),
    pinAttempts: await readPinAttempts(client),
    clocks: skew === null ? [] : await readClocks(client, { seconds: halfOf(skew), lostHours: CLOCK_LOST_HOURS }),
    cameraClocks: skew === null ? [] : await readCameraClocks(client, halfOf(CAMERA_CLOCK_AHEAD_MS)),
    certificates: days === null ? [] : await readCertificates(client, days),
    hours: await readEndingHours(client),
    portalCertificate: certificateEnd(),
    restarts: restarts === null ? [] : await readRestarts(client, { ...RESTARTS, atLeast: halfOf(restarts) }),
    floods: await readFloods(client, FLOOD_HOURS),
    copiedCameras: await readCopiedCameras(client, COPIED),
    cameras: settings.camera_percent === null ? [] : await readCameras(client),
    backup: await readBackupFacts(client),
  };
}
