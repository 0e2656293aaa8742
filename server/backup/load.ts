// Loads a back-up into an empty database: its schema version, all rows in one transaction, then this version's migrations. settle() of the
// store changes rows that must not take effect again.

import pg from "pg";
import { vouchForRestored } from "#server/audit/restored-ends.ts";
import type { KeyRing } from "#server/platform/crypto/key-ring.ts";
import { migrate } from "#server/platform/database/migrate.ts";
import { knownMigrations } from "#server/platform/database/migration-files.ts";
import { databaseIdentity } from "#server/platform/database/watch-database.ts";
import { BackupError } from "./errors.ts";
import {
  analyze,
  beginEmpty,
  closeShape,
  commitRestore,
  type ForeignKey,
  type OpenTable,
  openShape,
  openTable,
  settle,
} from "./load.store.ts";
import type { BackedUpTable, BackupEnd, BackupRecord, Manifest } from "./records.ts";
import { checkRecords, type TableSink } from "./verify.ts";

export interface LoadOptions {
  /** A login that owns the database and may create roles. */
  adminUrl: string;
  authenticatorPassword: string;
  /** The portal's keys: with another key no PIN or password could be decrypted. The current one vouches for the database. */
  keys: Pick<KeyRing, "keyIds" | "chainMac">;
  backupId: string;
  /** The account that asked for it from the page. */
  restoredBy?: { id: string; name: string | null } | null;
  records: AsyncIterable<BackupRecord>;
  onProgress?: (progress: { table: string; rows: number; bytes: number }) => void;
  /** Holds the schema's files; for tests. */
  folder?: string;
}

/** Loads a back-up. Throws BackupError, MigrationError and database errors; the database then holds nothing of the back-up. */
export async function loadDatabase(options: LoadOptions): Promise<{ manifest: Manifest; end: BackupEnd }> {
  const { adminUrl, authenticatorPassword, records } = options;
  const schema = { adminUrl, authenticatorPassword, ...(options.folder !== undefined && { folder: options.folder }) };
  const client = new pg.Client({ connectionString: adminUrl, application_name: "portal-restore" });
  client.on("error", () => {}); // The running query rejects too.
  await client.connect();
  try {
    if (!(await beginEmpty(client))) {
      throw new BackupError(
        "not_empty",
        "The database is not empty. Restore beside it: the command restore FILE --database NAME makes a new one.",
      );
    }
    let foreignKeys: ForeignKey[] = [];
    const load = new TableLoader(client, options.onProgress);
    const loaded = await checkRecords(records, {
      onManifest: async (manifest) => {
        await requireFits(manifest, { ...options, secretKeyIds: options.keys.keyIds });
        await migrate({ ...schema, upTo: manifest.migrations.at(-1)?.version ?? 0 });
        foreignKeys = await openShape(client, manifest);
      },
      sink: load,
    });
    const restored = { database: await databaseIdentity(client), backupId: options.backupId };
    const vouch = vouchForRestored(options.keys, restored);
    await settle(client, { ...options, takenAt: loaded.manifest.taken_at, vouch });
    await closeShape(client, foreignKeys);
    await commitRestore(client);
    await migrate(schema);
    await analyze(client);
    return loaded;
  } finally {
    await client.end().catch(() => {}); // The connection itself may be what failed.
  }
}

/** Throws BackupError for a back-up of another key, of another history or of a newer version. */
export async function requireFits(
  manifest: Manifest,
  { secretKeyIds, folder }: { secretKeyIds: readonly string[] } & Pick<LoadOptions, "folder">,
): Promise<void> {
  if (!secretKeyIds.includes(manifest.secret_key_id)) {
    throw new BackupError(
      "other_secret_key",
      `The PINs in the back-up are encrypted with another secret key (${manifest.secret_key_id}, yours is ${secretKeyIds.join(", ")}). Set PORTAL_SECRET_KEY, name it in PORTAL_OTHER_SECRET_KEYS, or put the right secret.key in the data folder.`,
    );
  }
  const known = new Map((await knownMigrations(folder)).map(({ version, checksum }) => [version, checksum]));
  const odd = manifest.migrations.find(({ version, checksum }) => (known.get(version) ?? checksum) !== checksum);
  if (odd) {
    throw new BackupError(
      "other_history",
      `Migration ${odd.version} of the back-up is not that of this version: it was made by a version from before the first release. Nothing was restored. Restore it with the version that made it.`,
    );
  }
  const newest = Math.max(...known.keys());
  const last = manifest.migrations.at(-1)?.version ?? 0;
  if (last > newest) {
    throw new BackupError(
      "newer_schema",
      `The back-up is of migration ${last}, this version knows only ${newest}. Restore it with the version that made it, or a later one.`,
    );
  }
}

class TableLoader implements TableSink {
  readonly #client: pg.Client;
  readonly #onProgress: LoadOptions["onProgress"];
  #open: OpenTable | null = null;
  #rows = 0;
  #bytes = 0;

  constructor(client: pg.Client, onProgress: LoadOptions["onProgress"]) {
    this.#client = client;
    this.#onProgress = onProgress;
  }

  async begin(table: BackedUpTable): Promise<void> {
    this.#open = openTable(this.#client, table);
  }

  async data(rows: Buffer): Promise<void> {
    const { into, done } = this.#need();
    this.#bytes += rows.length;
    if (!into.write(rows)) await Promise.race([new Promise((drained) => into.once("drain", drained)), done]);
  }

  async end({ table }: BackedUpTable, { rows }: { rows: number }): Promise<void> {
    const { into, done, loaded } = this.#need();
    into.end();
    await done;
    this.#open = null;
    if (loaded() !== rows)
      throw new BackupError("rows_missing", `PostgreSQL took ${loaded()} rows of ${table}, not ${rows}.`);
    this.#rows += rows;
    this.#onProgress?.({ table, rows: this.#rows, bytes: this.#bytes });
  }

  #need() {
    if (this.#open === null) throw new BackupError("damaged", "The back-up is damaged: rows of no table.");
    return this.#open;
  }
}
