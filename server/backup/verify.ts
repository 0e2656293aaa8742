import { createHash } from "node:crypto";
import { BackupError } from "./errors.ts";
import {
  type BackedUpTable,
  type BackupEnd,
  type BackupRecord,
  type Manifest,
  RowCount,
  type TableEnd,
} from "./records.ts";

export interface TableSink {
  begin(table: BackedUpTable): Promise<void>;
  data(rows: Buffer): Promise<void>;
  end(table: BackedUpTable, count: TableEnd): Promise<void>;
}

/** Reads a file to its end, and loads it into `sink` on the way. Throws BackupError when an order, a count or a digest is wrong. */
export async function checkRecords(
  records: AsyncIterable<BackupRecord>,
  { onManifest, sink }: { onManifest?: (manifest: Manifest) => Promise<void>; sink?: TableSink } = {},
): Promise<{ manifest: Manifest; end: BackupEnd }> {
  let manifest: Manifest | null = null;
  let table: { of: BackedUpTable; count: RowCount; digest: ReturnType<typeof createHash> } | null = null;
  const total = { tables: 0, rows: 0, bytes: 0 };
  for await (const record of records) {
    if ((manifest === null) !== (record.kind === "M")) throw damaged("its parts are out of order");
    switch (record.kind) {
      case "M":
        manifest = record.body;
        await onManifest?.(record.body);
        break;
      case "T":
        if (table !== null) throw damaged("a table has no end");
        table = { of: record.body, count: new RowCount(), digest: createHash("sha256") };
        await sink?.begin(record.body);
        break;
      case "D":
        if (table === null) throw damaged("rows of no table");
        table.count.add(record.body);
        table.digest.update(record.body);
        await sink?.data(record.body);
        break;
      case "E": {
        if (table === null) throw damaged("an end of no table");
        const { rows, bytes } = table.count;
        if (rows !== record.body.rows || table.digest.digest("hex") !== record.body.sha256) {
          throw new BackupError(
            "rows_missing",
            `The back-up is damaged: ${table.of.table} has ${rows} rows, ${record.body.rows} were written.`,
          );
        }
        total.tables += 1;
        total.rows += rows;
        total.bytes += bytes;
        await sink?.end(table.of, record.body);
        table = null;
        break;
      }
      case "Z":
        if (
          manifest === null ||
          table !== null ||
          total.tables !== record.body.tables ||
          total.rows !== record.body.rows
        ) {
          throw damaged("its end does not fit");
        }
        return { manifest, end: record.body };
    }
  }
  throw new BackupError("cut_short", "The back-up has no end: it was not written to its end.");
}

const damaged = (how: string) => new BackupError("damaged", `The back-up is damaged: ${how}.`);
