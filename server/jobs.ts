import { keepPostingWebhooks } from "./alerts/send-webhooks.job.ts";
import { keepWatchingAlerts } from "./alerts/watch-alerts.job.ts";
import type { App } from "./app.ts";
import { keepAuditChained } from "./audit/chain-audit.job.ts";
import { maintainAuth } from "./auth/maintain-auth.job.ts";
import { keepLookingForNearMisses } from "./gates/look-for-near-misses.job.ts";
import { MAILS } from "./mails.ts";
import { warnOfMissingKeys } from "./operations/missing-keys.ts";
import type { Deps } from "./platform/deps.ts";
import type { Job } from "./platform/jobs/run-jobs.ts";
import { keepMailMoving } from "./platform/mail/send-mail.job.ts";
import { createSmtpSender } from "./platform/mail/smtp.ts";
import { keepLogPartitions } from "./retention/create-log-partitions.job.ts";
import { keepForgetting } from "./retention/delete-expired-logs.job.ts";
import { keepWeeklyCodes } from "./weekly-codes/weekly-codes.job.ts";

export function portalJobs(deps: Deps, app: Pick<App, "auth" | "gateAddresses">, publicUrl: string): Job[] {
  const { config, clock, log, keys, mail, webhooks: poster, pools } = deps;
  const { smtpUrl, mailFrom: from, dataDir } = config;
  const sender = smtpUrl === null ? null : createSmtpSender({ url: smtpUrl, from, publicUrl });
  const { engine, auth } = pools;
  const given = { engine, auth, clock, log, keys, mail, mails: MAILS, sender, poster, publicUrl, dataDir };
  return [
    // Started first: until the addresses are read, a gate has no more capacity than any other address.
    { name: "addresses of gates", run: (signal) => app.gateAddresses.keep(signal) },
    { name: "missing keys", run: () => warnOfMissingKeys(given) },
    { name: "log partitions", run: (signal) => keepLogPartitions(given, signal) },
    { name: "accounts and sessions", run: (signal) => maintainAuth(app.auth, signal) },
    { name: "audit chain", run: (signal) => keepAuditChained(given, signal) },
    { name: "retention", run: (signal) => keepForgetting(given, signal) },
    { name: "near misses", run: (signal) => keepLookingForNearMisses(given, signal) },
    { name: "weekly codes", run: (signal) => keepWeeklyCodes(given, signal) },
    { name: "mail", run: (signal) => keepMailMoving(given, signal) },
    { name: "alerts", run: (signal) => keepWatchingAlerts(given, signal) },
    { name: "alert webhooks", run: (signal) => keepPostingWebhooks(given, signal) },
  ];
}
