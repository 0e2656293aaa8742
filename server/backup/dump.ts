// Dumps the database over COPY, without external programs: one snapshot, streamed.
import { createHash } from "node:crypto";
import pg from "pg";
import { beginSnapshot, copyOut, endSnapshot, readHeld, readManifest, readTables } from "./dump.store.ts";
import { BackupError } from "./errors.ts";
import { type BackupRecord, RowCount } from "./records.ts";

export interface DumpProgress {
  table: string;
  share: number;
  rows: number;
  bytes: number;
}

export interface DumpOptions {
  /** A login that may set role portal_backup: the embedded server's or DATABASE_URL's. */
  adminUrl: string;
  secretKeyId: string;
  onProgress?: (progress: DumpProgress) => void;
}

/** Yields the manifest, each table and the end. Throws BackupError for a database without a portal. */
export async function* dumpDatabase({ adminUrl, secretKeyId, onProgress }: DumpOptions): AsyncGenerator<BackupRecord> {
  const client = new pg.Client({ connectionString: adminUrl, application_name: "portal-backup" });
  let lost: Error | null = null;
  client.on("error", (error) => (lost = error)); // The running query rejects too.
  await client.connect();
  try {
    await beginSnapshot(client);
    const manifest = await readManifest(client, secretKeyId);
    if (manifest === null) {
      throw new BackupError(
        "no_portal",
        "The database holds no portal yet, so there is nothing to back up and no file was made. Check DATABASE_URL or PORTAL_DATA_DIR, or start the portal once first.",
      );
    }
    const tables = await readTables(client);
    yield { kind: "M", body: { ...manifest, tables: tables.length, holds: await readHeld(client) } };
    const total = { tables: tables.length, rows: 0, bytes: 0 };
    const expected = Math.max(
      1,
      tables.reduce((sum, { estimate }) => sum + estimate, 0),
    );
    for (const { estimate: _, ...table } of tables) {
      yield { kind: "T", body: table };
      const count = new RowCount();
      const digest = createHash("sha256");
      for await (const data of copyOut(client, table)) {
        count.add(data);
        digest.update(data);
        yield { kind: "D", body: data };
        const rows = total.rows + count.rows;
        onProgress?.({
          table: table.table,
          share: Math.min(1, rows / expected),
          rows,
          bytes: total.bytes + count.bytes,
        });
      }
      total.rows += count.rows;
      total.bytes += count.bytes;
      yield { kind: "E", body: { rows: count.rows, bytes: count.bytes, sha256: digest.digest("hex") } };
    }
    await endSnapshot(client);
    yield { kind: "Z", body: total };
  } finally {
    await client.end().catch((error: unknown) => {
      if (lost === null) throw error;
    });
  }
}
