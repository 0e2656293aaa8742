// Compares what an update left with what was there before it: the rows of each table, and the audit's chains.
import pg from "pg";
import type { Logger } from "pino";
import { updateDiffers } from "#contract/errors/settings.ts";
import { checkWithAnchor } from "#server/audit/chain-audit.ts";
import type { KeyRing } from "#server/platform/crypto/key-ring.ts";
import { beginSnapshot, endSnapshot, readRowCounts } from "./dump.store.ts";

/** Rows by table. */
export type RowCounts = ReadonlyMap<string, number>;

/** Counts the rows of each table in one snapshot. */
export async function countRows(adminUrl: string): Promise<RowCounts> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await beginSnapshot(client);
    const counts = await readRowCounts(client);
    await endSnapshot(client);
    return counts;
  } finally {
    await client.end();
  }
}

/** Names the tables that have fewer rows than before, or are gone: "public.end_users 412 → 409". New tables and further rows are no loss. */
export function lostRows(before: RowCounts, after: RowCounts): string[] {
  return [...before].flatMap(([table, rows]) => {
    const now = after.get(table);
    if (now !== undefined && now >= rows) return [];
    return rows === 0 ? [] : [`${table} ${rows} → ${now ?? "–"}`];
  });
}

/** Logs what the update left. It stops nothing: a migration may move rows on purpose, and servers of the former version may meanwhile delete some. */
export async function checkUpdated(
  { adminUrl, before, file }: { adminUrl: string; before: RowCounts; file: string | null },
  { engine, keys, dataDir, log }: Omit<Parameters<typeof checkWithAnchor>[0], "keys"> & { keys: KeyRing; log: Logger },
): Promise<void> {
  const after = await countRows(adminUrl);
  const lost = lostRows(before, after);
  const { rows: auditRows, findings } = await checkWithAnchor({ engine, keys, dataDir });
  const checked = { tables: before.size, auditRows };
  if (lost.length === 0 && findings.length === 0) {
    log.info(checked, "update checked: no table has fewer rows than before, and the audit's chains are whole");
    return;
  }
  log.error(
    { ...checked, lost, findings: findings.slice(0, 20) },
    updateDiffers({ lost, findings: findings.length, file }),
  );
}
