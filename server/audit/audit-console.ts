import type { Clock } from "#drivers/clock.ts";
import { transaction } from "#server/platform/database/transaction.ts";
import { anchorPath } from "./audit-anchor.ts";
import type { ChainReport, Finding } from "./audit-chain.rules.ts";
import { storeCheck } from "./audit-chain.store.ts";
import { type ChainDeps, chainDueRows, checkChains, checkWithAnchor, renewAnchor } from "./chain-audit.ts";
import { writeAudit } from "./record-operation.ts";

export interface AuditConsoleDeps extends ChainDeps {
  clock: Clock;
  dataDir: string;
}

export interface Said {
  said: string[];
  sound: boolean;
  /** 0: sound; 1: findings; 2: no findings, but something was unreadable. */
  exitCode: 0 | 1 | 2;
}

const SHOWN = 50;

const MEANING: Record<Finding["kind"], (finding: Finding) => string> = {
  changed: () => "was changed after it was chained",
  removed: () => "was removed",
  gap: ({ count }) => `${count} rows before it were removed with their chain entries`,
  moved: () => "is not in the position it was chained in",
  backdated: () => "claims to be older than rows that were chained before it: it was inserted afterwards",
  unchained: () => "has no chain entry: it was inserted past the portal, or its entry was deleted",
  cut: ({ count }) => `${count} rows at the end of the chain are gone`,
  rewritten: () => "is chained differently than it was: the chain was rewritten from there or before",
  foreign_key: () =>
    "its chain entry names a key that this installation never had. If the secret key was once replaced without the old one beside it, put the old one in PORTAL_OTHER_SECRET_KEYS and check again; else somebody else wrote this entry",
  changed_since: ({ count }) =>
    `${count} rows under an old key are not what they were when they were last checked with it; which, a check with that key in PORTAL_OTHER_SECRET_KEYS says`,
  anchor: () => "the note of the chains' ends outside the database was changed, or is under a key that is not here",
};

/** Chains due rows first, so recent events are checked too. Stores the outcome for the page. */
export async function checkOnConsole(deps: AuditConsoleDeps): Promise<Said> {
  while ((await chainDueRows(deps)) > 0);
  const startedAt = deps.clock.now();
  const report = await checkWithAnchor(deps);
  await storeCheck(deps.engine, startedAt, report);
  return outcome(report);
}

/** Anchors the present ends after a restore of an older back-up. Refused after any other change; audited. */
export async function anchorOnConsole(deps: AuditConsoleDeps): Promise<Said> {
  const report = await checkChains(deps, { anchor: null });
  if (report.findings.length > 0)
    return {
      ...outcome(report),
      said: [...describe(report), "The ends were not noted: first find out what happened."],
    };
  await transaction(deps.engine, (client) =>
    writeAudit(client, { action: "audit_anchor_renewed", objectType: null, objectId: null }),
  );
  while ((await chainDueRows(deps)) > 0);
  const renewed = await renewAnchor(deps, { accept: true });
  return {
    said: [`Noted in ${anchorPath(deps.dataDir)}: the ends of ${renewed?.heads.length ?? 0} chains.`],
    sound: true,
    exitCode: 0,
  };
}

function outcome(report: ChainReport): Said {
  const exitCode = report.findings.length > 0 ? 1 : report.unreadable > 0 ? 2 : 0;
  return { said: describe(report), sound: exitCode === 0, exitCode };
}

function describe({ rows, unreadable, through, findings }: ChainReport): string[] {
  const lines = findings.slice(0, SHOWN).map(describeFinding);
  if (findings.length > SHOWN) lines.push(`… and ${findings.length - SHOWN} more`);
  const until = through === null ? "" : `, the newest of ${through.toISOString()}`;
  if (unreadable > 0)
    lines.push(
      `NOT CHECKED: ${unreadable} rows are chained under an old key that is not here. Whether they were changed is not known. ` +
        "Put that key in PORTAL_OTHER_SECRET_KEYS and run this once more; from then on they are checked without it.",
    );
  const verdict =
    findings.length > 0
      ? `Found: ${findings.length}.`
      : unreadable > 0
        ? `In the ${rows - unreadable} that could be checked nothing was changed.`
        : "Nothing was changed.";
  return [...lines, `${rows} chained rows${until}. ${verdict}`];
}

function describeFinding(finding: Finding): string {
  const { kind, organizationId, seq, auditId } = finding;
  const chain = organizationId === null ? "installation" : `organisation ${organizationId}`;
  const row = [seq === null ? null : `no. ${seq}`, auditId === null ? null : `row ${auditId}`].filter(
    (part) => part !== null,
  );
  return `${chain}${row.length === 0 ? "" : `, ${row.join(", ")}`}: ${MEANING[kind](finding)}`;
}
