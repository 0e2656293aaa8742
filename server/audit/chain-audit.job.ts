// Chains the audit, renews its anchor and checks it daily. Any server may run it.
import type { Pool } from "pg";
import type { Logger } from "pino";
import type { Clock } from "#drivers/clock.ts";
import { repeat } from "#server/platform/jobs/run-jobs.ts";
import type { ChainReport } from "./audit-chain.rules.ts";
import { lastCheckAt, storeCheck } from "./audit-chain.store.ts";
import { type ChainDeps, chainDueRows, checkWithAnchor, recordKeys, renewAnchor } from "./chain-audit.ts";
import { acceptRestoredEnds } from "./restored-ends.ts";

const CHECK_EVERY_MS = 24 * 60 * 60 * 1000;
/** Pause between batches of a background check. */
const CHECK_PAUSE_MS = 50;

export interface AuditChainDeps {
  engine: Pool;
  keys: ChainDeps["keys"];
  clock: Clock;
  log: Pick<Logger, "info" | "warn" | "error">;
  dataDir: string;
  /** The database that the keys are for (databaseIdentity). */
  database?: string;
}

interface Intervals {
  chainEveryMs: number;
  anchorEveryMs: number;
  checkDueEveryMs: number;
}

/** Keeps the audit chained until the signal aborts. */
export async function keepAuditChained(deps: AuditChainDeps & Intervals, signal: AbortSignal): Promise<void> {
  await recordKeys(deps).catch((error: unknown) =>
    deps.log.warn({ err: error }, "the keys could not be noted; the check tries again"),
  );
  const { clock, log } = deps;
  const every = (everyMs: number, failed: string, round: () => Promise<void>) =>
    repeat({ clock, log, everyMs, failed }, signal, round);
  const accepting = acceptEnds(deps, signal).catch((error: unknown) =>
    log.warn({ err: error }, "the ends of a restored audit could not be noted; trying again soon"),
  );
  await Promise.all([
    every(deps.chainEveryMs, "audit rows not chained; retrying soon", () => chainAll(deps)),
    // Until the ends of a restored database are accepted, both would compare with the ends from before the restore.
    accepting.then(() =>
      every(deps.anchorEveryMs, "the audit's ends could not be noted", () => noteEnds(deps, signal)),
    ),
    accepting.then(() => every(deps.checkDueEveryMs, "the audit could not be checked", () => checkDaily(deps, signal))),
  ]);
}

async function chainAll(deps: AuditChainDeps): Promise<void> {
  while ((await chainDueRows(deps)) > 0);
}

const acceptEnds = (deps: AuditChainDeps, signal: AbortSignal): Promise<void> =>
  acceptRestoredEnds(deps, () => deps.clock.wait(CHECK_PAUSE_MS, signal));

/** Logs the chain ends too: a remote log is out of reach of somebody who controls this machine. */
async function noteEnds(deps: AuditChainDeps, signal: AbortSignal): Promise<void> {
  await acceptEnds(deps, signal);
  const renewed = await renewAnchor(deps);
  if (renewed === null) return;
  const { heads, disagreeing } = renewed;
  deps.log.info({ heads: heads.map(({ organizationId, seq, hmac }) => [organizationId, seq, hmac]) }, "audit chained");
  if (disagreeing.length > 0)
    deps.log.error(
      { chains: disagreeing },
      "the audit has lost rows that were chained; run the command admin audit check",
    );
}

async function checkDaily(deps: AuditChainDeps, signal: AbortSignal): Promise<void> {
  const last = await lastCheckAt(deps.engine);
  if (last !== null && deps.clock.now().getTime() - last.getTime() < CHECK_EVERY_MS) return;
  await checkAndStore(deps, () => deps.clock.wait(CHECK_PAUSE_MS, signal));
}

/** Checks all chains against the anchor, stores and logs the outcome. `pause` is awaited between pages. */
export async function checkAndStore(deps: AuditChainDeps, pause?: () => Promise<void>): Promise<ChainReport> {
  const startedAt = deps.clock.now();
  const report = await checkWithAnchor(deps, pause);
  await storeCheck(deps.engine, startedAt, report);
  if (report.findings.length > 0)
    deps.log.error(
      { findings: report.findings.length, first: report.findings.slice(0, 5) },
      "the audit has been changed past the portal; run the command admin audit check",
    );
  else if (report.unreadable > 0)
    deps.log.error(
      { unread: report.unreadable },
      "rows of the audit could not be checked: their key is not here; run the command admin audit check",
    );
  return report;
}
