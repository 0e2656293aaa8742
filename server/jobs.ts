import { keepPostingWebhooks } from "./alerts/send-webhooks.job.ts";
import { keepWatchingAlerts } from "./alerts/watch-alerts.job.ts";
import type { App } from "./app.ts";
import { keepAuditChained } from "./audit/chain-audit.job.ts";
import { maintainAuth } from "./auth/maintain-auth.job.ts";
import { keepBackups } from "./backup/keep-backups.job.ts";
import type { TypedRestores } from "./backup/typed-keys.ts";
import { keepLookingForNearMisses } from "./gates/look-for-near-misses.job.ts";
import { MAILS } from "./mails.ts";
import { keepSendingNotices } from "./notices/send-notices.job.ts";
import { warnOfMissingKeys } from "./operations/missing-keys.ts";
import { keepWaitingPinsChecked } from "./people/check-waiting-pins.job.ts";
import { keepMembershipsTurned } from "./people/turn-memberships.job.ts";
import type { Deps } from "./platform/deps.ts";
import type { Job } from "./platform/jobs/run-jobs.ts";
import { keepMailMoving } from "./platform/mail/send-mail.job.ts";
import { createSmtpSender } from "./platform/mail/smtp.ts";
import { keepLogPartitions } from "./retention/create-log-partitions.job.ts";
import { keepForgetting } from "./retention/delete-expired-logs.job.ts";
import type { Tls } from "./tls/serve-tls.ts";
import { keepWeeklyCodes } from "./weekly-codes/weekly-codes.job.ts";

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

const AUDIT_INTERVALS = {
  // Somebody with access to the database can change a row unnoticed until it is chained.
  chainEveryMs: SECOND_MS,
  // Truncation within this time may go undetected.
  anchorEveryMs: 5 * MINUTE_MS,
  // The whole audit is checked when the last check is 24 hours old.
  checkDueEveryMs: HOUR_MS,
};

export interface JobSettings {
  publicUrl: string;
  adminUrl: string;
  typed: TypedRestores;
  tls: Tls;
  /** The database that this server began on (databaseIdentity). */
  database: string;
}

/** Lists the background jobs, each with its interval. Every server runs them all; a lock or lease gives the work to one. */
export function portalJobs(
  deps: Deps,
  app: Pick<App, "auth" | "gateAddresses">,
  { publicUrl, adminUrl, typed, tls, database }: JobSettings,
): Job[] {
  const { config, clock, log, keys, mail, webhooks: poster, pools } = deps;
  const { smtpUrl, mailFrom: from, dataDir } = config;
  const sender = smtpUrl === null ? null : createSmtpSender({ url: smtpUrl, from, publicUrl });
  const { engine, auth } = pools;
  const given = { engine, auth, clock, log, keys, mail, mails: MAILS, sender, poster, publicUrl, dataDir };
  const certificateEnd = () => (tls.source === "files" ? (tls.served()?.to ?? null) : null);
  return [
    // Started first: until the addresses are read, a gate has no more capacity than any other address.
    { name: "addresses of gates", run: (signal) => app.gateAddresses.keep(5 * MINUTE_MS, signal) },
    // Runs once, at the start.
    { name: "missing keys", run: () => warnOfMissingKeys(given) },
    // A server started in any month creates the partitions within the hour.
    { name: "log partitions", run: (signal) => keepLogPartitions({ ...given, everyMs: HOUR_MS }, signal) },
    // A key made by another server signs at once; this server may refuse its tokens for this long. Expired
    // rows go every fortieth round.
    { name: "accounts and sessions", run: (signal) => maintainAuth({ ...app.auth, everyMs: 15 * SECOND_MS }, signal) },
    { name: "audit chain", run: (signal) => keepAuditChained({ ...given, ...AUDIT_INTERVALS, database }, signal) },
    { name: "retention", run: (signal) => keepForgetting({ ...given, everyMs: HOUR_MS }, signal) },
    { name: "near misses", run: (signal) => keepLookingForNearMisses({ ...given, everyMs: 5 * SECOND_MS }, signal) },
    // The longest delay of a code when none is made ahead; usually codes are made a week ahead.
    { name: "weekly codes", run: (signal) => keepWeeklyCodes({ ...given, everyMs: 5 * MINUTE_MS }, signal) },
    // Gates compare the time themselves at each reading. A door's controller learns of the change after this time at most.
    {
      name: "memberships of access groups",
      run: (signal) => keepMembershipsTurned({ ...given, everyMs: 30 * SECOND_MS }, signal),
    },
    // The organisation's quota sets the pace; this interval is how long the first PIN waits.
    { name: "PINs of members", run: (signal) => keepWaitingPinsChecked({ ...given, everyMs: 10 * SECOND_MS }, signal) },
    // New mail wakes the job at once.
    { name: "mail", run: (signal) => keepMailMoving({ ...given, everyMs: 1.5 * SECOND_MS }, signal) },
    // A tenth of the shortest limit that anybody is likely to choose.
    {
      name: "alerts",
      run: (signal) => keepWatchingAlerts({ ...given, certificateEnd, everyMs: 15 * SECOND_MS }, signal),
    },
    // Longest delay of an email about an open door, besides the ten seconds of private.notices_until.
    { name: "notices", run: (signal) => keepSendingNotices({ ...given, everyMs: 15 * SECOND_MS }, signal) },
    // Somebody who presses the button waits this long for the first sign.
    {
      name: "back-ups",
      run: (signal) => keepBackups({ ...given, config, adminUrl, typed, everyMs: 2 * SECOND_MS }, signal),
    },
    { name: "alert webhooks", run: (signal) => keepPostingWebhooks({ ...given, everyMs: 2 * SECOND_MS }, signal) },
  ];
}
