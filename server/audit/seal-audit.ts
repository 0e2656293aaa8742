// Seals audit rows into their chains, notes the chains' ends outside the database, and checks all of it.
import type { Pool } from "pg";
import type { Clock } from "#drivers/clock.ts";
import type { KeyRing } from "#server/platform/crypto/key-ring.ts";
import { transaction } from "#server/platform/database/transaction.ts";
import { type Anchor, AnchorError, readAnchor, writeAnchor } from "./audit-anchor.ts";
import {
  type ChainHead,
  type ChainReport,
  createChainCheck,
  emptyReport,
  type Finding,
  sealRows,
} from "./audit-chain.rules.ts";
import {
  chainHeads,
  chainsOfSeals,
  dueRows,
  hasUnsealed,
  lockSealing,
  organizationIds,
  rowsOutsideChains,
  sealedRows,
  storedVouches,
  storeSeals,
  storeVouches,
} from "./audit-chain.store.ts";
import { type ChainKeys, knownKeys, missingMemberships } from "./audit-vouch.rules.ts";

export interface ChainDeps {
  /** Connects as portal_engine. */
  engine: Pool;
  keys: Pick<KeyRing, "chainMac" | "chainMacUnder" | "keyId" | "keyIds">;
}

const chainKeys = ({ keys }: Pick<ChainDeps, "keys">): ChainKeys => ({
  macUnder: keys.chainMacUnder,
  current: keys.keyId,
});

/** Rows of one transaction: a hundred thousand in a burst are twenty, each a fraction of a second. */
const SEAL_BATCH = 5_000;
const CHECK_BATCH = 5_000;
/** A log that was rewritten whole would give a finding a row; the first thousand say enough. */
const LISTED_OUTSIDE = 1_000;

/**
 * Notes under the current key which other keys are or were in the ring, so that they are known when they have left it. Each
 * server does it at its start, and so both have it noted while an old key and a new one stand side by side.
 */
export async function noteKeys(deps: ChainDeps): Promise<void> {
  const vouches = await storedVouches(deps.engine);
  const keys = chainKeys(deps);
  await storeVouches(deps.engine, missingMemberships(vouches, knownKeys(vouches, deps.keys.keyIds, keys), keys));
}

/** One round: seals what is due, of at most one batch. Returns how many; 0 also while another server is at it. */
export async function sealDueRows({ engine, keys }: ChainDeps): Promise<number> {
  if (!(await hasUnsealed(engine))) return 0;
  return transaction(engine, async (client) => {
    if (!(await lockSealing(client))) return 0;
    const rows = await dueRows(client, SEAL_BATCH);
    if (rows.length === 0) return 0;
    const heads = await chainHeads(client, [...new Set(rows.map((row) => row.organizationId))]);
    await storeSeals(client, sealRows(rows, heads, keys.chainMac));
    return rows.length;
  });
}

export interface ChainCheckOptions {
  anchor: Anchor | null;
  /** Waits between batches, so that a check in the background takes half of a core and not all of the disk. */
  pause?: () => Promise<void>;
}

/** Reads every chain from its first seal to its last, then what stands outside of them. */
export async function checkChains(deps: ChainDeps, { anchor, pause }: ChainCheckOptions): Promise<ChainReport> {
  await noteKeys(deps);
  const { engine } = deps;
  const vouches = await storedVouches(engine);
  const known = knownKeys(vouches, deps.keys.keyIds, chainKeys(deps));
  const knowledge = { keys: chainKeys(deps), isKnown: (keyId: string) => known.has(keyId), vouches };
  const ends = new Map((anchor?.heads ?? []).map((head) => [head.organizationId, head]));
  const vouchedFor = vouches.flatMap(({ chain }) => (chain === null ? [] : [organizationOf(chain)]));
  const chains = new Set([...(await chainsOfSeals(engine)), ...ends.keys(), ...vouchedFor]);
  const total = emptyReport();
  for (const organizationId of chains) {
    const check = createChainCheck(organizationId, ends.get(organizationId) ?? null, knowledge);
    for (let after = 0; ; ) {
      const rows = await sealedRows(engine, { organizationId, after, limit: CHECK_BATCH });
      for (const row of rows) check.add(row);
      const last = rows.at(-1);
      if (last === undefined || rows.length < CHECK_BATCH) break;
      after = last.seq;
      await pause?.();
    }
    merge(total, check.finish());
  }
  total.findings.push(...(await rowsOutsideChains(engine, LISTED_OUTSIDE)));
  await storeVouches(engine, total.vouches);
  return total;
}

/** The same against the ends noted in `dataDir`; an anchor that was changed is one finding more. */
export async function checkWithAnchor(
  deps: ChainDeps & { dataDir: string },
  pause?: () => Promise<void>,
): Promise<ChainReport> {
  const waiting = pause === undefined ? {} : { pause };
  try {
    return await checkChains(deps, { anchor: await readAnchor(deps.dataDir, deps.keys), ...waiting });
  } catch (error) {
    if (!(error instanceof AnchorError)) throw error;
    const report = await checkChains(deps, { anchor: null, ...waiting });
    report.findings.push({ kind: "anchor", organizationId: null, seq: null, auditId: null, count: 1 });
    return report;
  }
}

const organizationOf = (chain: string): string | null => (chain === "installation" ? null : chain);

function merge(total: ChainReport, one: ChainReport): void {
  total.rows += one.rows;
  total.unreadable += one.unreadable;
  total.findings.push(...one.findings);
  total.vouches.push(...one.vouches);
  if (total.through === null || (one.through !== null && one.through > total.through)) total.through = one.through;
}

export interface AnchorResult {
  heads: ChainHead[];
  /** Chains that no longer have the end that was noted last: their old end is kept. */
  disagreeing: Finding[];
}

/**
 * Notes the present end of every chain. A chain that has lost the end noted before keeps that one, so that a check finds the
 * loss however late it is made. Throws AnchorError as readAnchor.
 */
export async function renewAnchor(
  { engine, keys, dataDir, clock }: ChainDeps & { dataDir: string; clock: Pick<Clock, "now"> },
  { accept = false }: { accept?: boolean } = {},
): Promise<AnchorResult> {
  const before = accept ? null : await readAnchor(dataDir, keys);
  const known = (before?.heads ?? []).map((head) => head.organizationId);
  const heads = new Map(
    (await chainHeads(engine, [...new Set([null, ...(await organizationIds(engine)), ...known])])).map((head) => [
      head.organizationId,
      head,
    ]),
  );
  const disagreeing: Finding[] = [];
  for (const old of before?.heads ?? []) {
    const kind = await disagreement(engine, old);
    if (kind === null) continue;
    disagreeing.push({ kind, organizationId: old.organizationId, seq: old.seq, auditId: null, count: 1 });
    heads.set(old.organizationId, old);
  }
  const all = [...heads.values()];
  await writeAnchor(dataDir, keys, { at: clock.now().toISOString(), heads: all });
  return { heads: all, disagreeing };
}

/** Whether the seal noted before is still there and still itself. */
async function disagreement(engine: Pool, old: ChainHead): Promise<"cut" | "rewritten" | null> {
  const [seal] = await sealedRows(engine, { organizationId: old.organizationId, after: old.seq - 1, limit: 1 });
  if (seal === undefined || seal.seq !== old.seq) return "cut";
  return seal.hmac === old.hmac ? null : "rewritten";
}
