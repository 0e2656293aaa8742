// `npm run admin -- audit …`: the check of the audit, and its new beginning after a restored back-up, in words for the console.

import type { Clock } from "#drivers/clock.ts";
import type { ChainReport, Finding } from "../core/audit-chain.ts";
import { transaction } from "../database/transaction.ts";
import { writeAudit } from "../store/audit.ts";
import { storeCheck } from "../store/audit-chain.ts";
import { anchorPath } from "./audit-anchor.ts";
import { type ChainDeps, checkChains, checkWithAnchor, renewAnchor, sealDueRows } from "./audit-chain.ts";

export interface AuditConsoleDeps extends ChainDeps {
  clock: Clock;
  /** Where the ends of the chains are noted. */
  dataDir: string;
}

export interface Said {
  said: string[];
  /** False when something was found. */
  sound: boolean;
}

/** Enough to know where to look; the page and the log say how many there are. */
const SHOWN = 50;

const MEANING: Record<Finding["kind"], (finding: Finding) => string> = {
  changed: () => "was changed after it was sealed",
  removed: () => "was removed",
  gap: ({ count }) => `${count} rows before it were removed with their seals`,
  moved: () => "is not in the place it was sealed in",
  backdated: () => "claims to be older than rows that were sealed before it: it was written in afterwards",
  unsealed: () => "has no seal: it came in past the portal, or its seal was taken away",
  cut: ({ count }) => `${count} rows at the end of the chain are gone`,
  rewritten: () => "is sealed differently than it was: the chain was written anew from there or before",
  anchor: () => "the note of the chains' ends outside the database was changed",
};

/** Seals what is due first, so that what was done a moment ago is checked too. The outcome is kept for the page. */
export async function checkOnConsole(deps: AuditConsoleDeps): Promise<Said> {
  while ((await sealDueRows(deps)) > 0);
  const startedAt = deps.clock.now();
  const report = await checkWithAnchor(deps);
  await storeCheck(deps.engine, startedAt, report);
  return { said: describe(report), sound: report.findings.length === 0 };
}

/**
 * Notes the present ends as the right ones, after a back-up was restored that knew less than the note does. Refused while the
 * audit has been changed in any other way. The act is an audit row itself.
 */
export async function anchorOnConsole(deps: AuditConsoleDeps): Promise<Said> {
  const report = await checkChains(deps, { anchor: null });
  if (report.findings.length > 0)
    return { said: [...describe(report), "The ends were not noted: first find out what happened."], sound: false };
  await transaction(deps.engine, (client) =>
    writeAudit(client, { action: "audit_anchor_renewed", objectType: null, objectId: null }),
  );
  while ((await sealDueRows(deps)) > 0);
  const { heads } = await renewAnchor(deps, { accept: true });
  return { said: [`Noted in ${anchorPath(deps.dataDir)}: the ends of ${heads.length} chains.`], sound: true };
}

function describe({ rows, unreadable, through, findings }: ChainReport): string[] {
  const lines = findings.slice(0, SHOWN).map(describeFinding);
  if (findings.length > SHOWN) lines.push(`… and ${findings.length - SHOWN} more`);
  const until = through === null ? "" : `, the newest of ${through.toISOString()}`;
  const unread =
    unreadable === 0 ? "" : ` ${unreadable} of them are sealed under a key that is not here, and were not checked.`;
  const verdict = findings.length === 0 ? "Nothing was changed." : `Found: ${findings.length}.`;
  return [...lines, `${rows} sealed rows${until}.${unread} ${verdict}`];
}

function describeFinding(finding: Finding): string {
  const { kind, organizationId, seq, auditId } = finding;
  const chain = organizationId === null ? "installation" : `organisation ${organizationId}`;
  const row = [seq === null ? null : `no. ${seq}`, auditId === null ? null : `row ${auditId}`].filter(
    (part) => part !== null,
  );
  return `${chain}${row.length === 0 ? "" : `, ${row.join(", ")}`}: ${MEANING[kind](finding)}`;
}
