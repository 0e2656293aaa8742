// Decrypted content: a manifest, the tables as COPY text, which any PostgreSQL version reads, and an end with counts.
// record: kind (1 byte) · length (4, big endian) · body
// M manifest · T table begins · D rows · E table ends · Z the end; all but D are JSON
import { z } from "zod";
import { byteReader } from "./container.ts";
import { BackupError } from "./errors.ts";

export const manifestSchema = z.object({
  format: z.literal(1),
  taken_at: z.iso.datetime(),
  /** The version of the portal that made the back-up. Back-ups made before the first release have none. */
  portal: z.string().max(100).optional(),
  postgres: z.string(),
  /** The key of the PINs and passwords, which stay encrypted, as they are in the database. */
  secret_key_id: z.string(),
  migrations: z.array(z.object({ version: z.number().int(), checksum: z.string() })),
  partitions: z.array(z.object({ name: z.string().regex(/^[a-z0-9_]{1,63}$/), from: z.string(), to: z.string() })),
  tables: z.number().int(),
  /** For people who choose a file. Doors include gates. */
  holds: z.object({ people: z.number().int(), doors: z.number().int() }).optional(),
});
export type Manifest = z.infer<typeof manifestSchema>;

const identifier = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/);
export const tableSchema = z.object({
  schema: z.enum(["public", "auth"]),
  table: identifier,
  columns: z.array(identifier).min(1),
});
export type BackedUpTable = z.infer<typeof tableSchema>;
export const tableEndSchema = z.object({ rows: z.number().int(), bytes: z.number().int(), sha256: z.string() });
export type TableEnd = z.infer<typeof tableEndSchema>;
export const endSchema = z.object({ tables: z.number().int(), rows: z.number().int(), bytes: z.number().int() });
export type BackupEnd = z.infer<typeof endSchema>;

export type BackupRecord =
  | { kind: "M"; body: Manifest }
  | { kind: "T"; body: BackedUpTable }
  | { kind: "D"; body: Buffer }
  | { kind: "E"; body: TableEnd }
  | { kind: "Z"; body: BackupEnd };

/** COPY sends smaller blocks; a larger length means damage. */
const BODY_MAX = 64 * 1024 * 1024;
export const DATA_BYTES = 64 * 1024;

/** Returns the bytes of a record. */
export function encodeRecord({ kind, body }: BackupRecord): Buffer {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
  const head = Buffer.alloc(5);
  head.write(kind, "latin1");
  head.writeUInt32BE(bytes.length, 1);
  return Buffer.concat([head, bytes]);
}

/** Yields all records up to the end record. Throws BackupError. */
export async function* decodeRecords(source: AsyncIterable<Buffer>): AsyncGenerator<BackupRecord> {
  const reader = byteReader(source);
  for (;;) {
    const head = await reader.take(5);
    if (head === null) throw new BackupError("cut_short", "The back-up has no end: it was not written to its end.");
    const length = head.readUInt32BE(1);
    const body = length > BODY_MAX ? null : await reader.take(length);
    if (body === null) throw new BackupError("damaged", "The back-up is damaged.");
    const record = parse(head.toString("latin1", 0, 1), body);
    yield record;
    if (record.kind === "Z") return;
  }
}

function parse(kind: string, body: Buffer): BackupRecord {
  const json = () => JSON.parse(body.toString("utf8")) as unknown;
  switch (kind) {
    case "M":
      return { kind, body: manifestSchema.parse(json()) };
    case "T":
      return { kind, body: tableSchema.parse(json()) };
    case "D":
      return { kind, body };
    case "E":
      return { kind, body: tableEndSchema.parse(json()) };
    case "Z":
      return { kind, body: endSchema.parse(json()) };
    default:
      throw new BackupError("damaged", "The back-up is damaged.");
  }
}

/** Counts and digests one table's rows. COPY text has a line feed at the end of each row and nowhere else. */
export class RowCount {
  rows = 0;
  bytes = 0;

  add(data: Buffer): void {
    this.bytes += data.length;
    for (let at = data.indexOf(10); at !== -1; at = data.indexOf(10, at + 1)) this.rows += 1;
  }
}
