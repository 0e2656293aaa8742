import type { Pool, PoolClient } from "pg";
import type { Clock } from "#drivers/clock.ts";
import type { KeyRing } from "#server/platform/crypto/key-ring.ts";
import { transaction } from "#server/platform/database/transaction.ts";
import { databaseIdentity } from "#server/platform/database/watch-database.ts";
import { type Anchor, AnchorError, readAnchor, writeAnchor } from "./audit-anchor.ts";
import {
  type ChainHead,
  type ChainReport,
  chainRows,
  createChainCheck,
  emptyReport,
  type Finding,
} from "./audit-chain.rules.ts";
import {
  chainHeads,
  chainsOfRows,
  dueRows,
  hasUnchained,
  lockChain,
  organizationIds,
  readChainedRows,
  rowsOutsideChains,
  storedVouches,
  storeLinks,
  storeVouches,
} from "./audit-chain.store.ts";
import { type ChainKeys, knownKeys, missingMemberships } from "./audit-vouch.rules.ts";

export interface ChainDeps {
  engine: Pool;
  keys: Pick<KeyRing, "chainMac" | "chainMacUnder" | "keyId" | "keyIds">;
}

const chainKeys = ({ keys }: Pick<ChainDeps, "keys">): ChainKeys => ({
  macUnder: keys.chainMacUnder,
  current: keys.keyId,
});

/** Rows per transaction, which takes a fraction of a second. */
const CHAIN_BATCH = 5_000;
const CHECK_BATCH = 5_000;
const LISTED_OUTSIDE = 1_000;

/** Lets the current key vouch for the others in the ring, so that they stay known after they leave. */
export async function recordKeys(deps: ChainDeps): Promise<void> {
  const vouches = await storedVouches(deps.engine);
  const keys = chainKeys(deps);
  await storeVouches(deps.engine, missingMemberships(vouches, knownKeys(vouches, deps.keys.keyIds, keys), keys));
}

/**
 * Chains at most one batch. Returns how many; 0 also while another server is chaining, and in another database than `database`: after a
 * restore a server has the keys of the replaced database until it restarts.
 */
export async function chainDueRows({ engine, keys, database }: ChainDeps & { database?: string }): Promise<number> {
  if (!(await hasUnchained(engine))) return 0;
  return transaction(engine, async (client) => {
    if (database !== undefined && (await databaseIdentity(client)) !== database) return 0;
    if (!(await lockChain(client))) return 0;
    const rows = await dueRows(client, CHAIN_BATCH);
    if (rows.length === 0) return 0;
    const heads = await chainHeads(client, [...new Set(rows.map((row) => row.organizationId))]);
    await storeLinks(client, chainRows(rows, heads, keys.chainMac));
    return rows.length;
  });
}

export interface ChainCheckOptions {
  anchor: Anchor | null;
  /** Runs between batches, to spare CPU and disk. */
  pause?: () => Promise<void>;
}

/** Checks every chain that has entries, an anchored end or a vouch. Changes nothing but the record of known keys. */
export async function checkChains(deps: ChainDeps, { anchor, pause }: ChainCheckOptions): Promise<ChainReport> {
  await recordKeys(deps);
  const { engine } = deps;
  const vouches = await storedVouches(engine);
  const known = knownKeys(vouches, deps.keys.keyIds, chainKeys(deps));
  const knowledge = { keys: chainKeys(deps), isKnown: (keyId: string) => known.has(keyId), vouches };
  const ends = new Map((anchor?.heads ?? []).map((head) => [head.organizationId, head]));
  const vouchedFor = vouches.flatMap(({ chain }) => (chain === null ? [] : [organizationOf(chain)]));
  const chains = new Set([...(await chainsOfRows(engine)), ...ends.keys(), ...vouchedFor]);
  const total = emptyReport();
  for (const organizationId of chains) {
    const check = createChainCheck(organizationId, ends.get(organizationId) ?? null, knowledge);
    for (let after = 0; ; ) {
      const rows = await readChainedRows(engine, { organizationId, after, limit: CHECK_BATCH });
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

/** Checks the chains against the anchor in `dataDir`; a changed anchor is one more finding. */
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
  /** Chains that lost their anchored end; the old anchor is kept. */
  disagreeing: Finding[];
}

interface AnchorDeps extends ChainDeps {
  dataDir: string;
  clock: Pick<Clock, "now">;
  /** The database that the keys are for (databaseIdentity); any when missing. */
  database?: string;
}

/**
 * Anchors the present end of every chain, except those that lost their anchored end, so that a later check finds the loss. Returns null,
 * and leaves the anchor, in another database than `database`. Throws AnchorError in the same cases as readAnchor.
 */
export async function renewAnchor(
  { engine, keys, dataDir, clock, database }: AnchorDeps,
  { accept = false }: { accept?: boolean } = {},
): Promise<AnchorResult | null> {
  const before = accept ? null : await readAnchor(dataDir, keys);
  // Uses one connection, because a restore may swap the database between two.
  const present = await transaction(engine, async (client) => {
    const identity = await databaseIdentity(client);
    return database !== undefined && identity !== database
      ? null
      : { identity, ...(await presentEnds(client, before)) };
  });
  if (present === null) return null;
  const { identity, heads, disagreeing } = present;
  await writeAnchor(dataDir, keys, { at: clock.now().toISOString(), heads, database: identity });
  return { heads, disagreeing };
}

async function presentEnds(client: PoolClient, before: Anchor | null): Promise<AnchorResult> {
  const known = (before?.heads ?? []).map((head) => head.organizationId);
  const heads = new Map(
    (await chainHeads(client, [...new Set([null, ...(await organizationIds(client)), ...known])])).map((head) => [
      head.organizationId,
      head,
    ]),
  );
  const disagreeing: Finding[] = [];
  for (const old of before?.heads ?? []) {
    const kind = await disagreement(client, old);
    if (kind === null) continue;
    disagreeing.push({ kind, organizationId: old.organizationId, seq: old.seq, auditId: null, count: 1 });
    heads.set(old.organizationId, old);
  }
  return { heads: [...heads.values()], disagreeing };
}

async function disagreement(client: PoolClient, old: ChainHead): Promise<"cut" | "rewritten" | null> {
  const [link] = await readChainedRows(client, { organizationId: old.organizationId, after: old.seq - 1, limit: 1 });
  if (link === undefined || link.seq !== old.seq) return "cut";
  return link.hmac === old.hmac ? null : "rewritten";
}
