// Searches a portal's database files, WAL, dump, logs and answers for known secrets.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { TestPortal } from "#tests/support/build-portal.ts";
import { createSecretScanner, type SecretScanner } from "./secret-scanner.ts";

export interface SecretsFound {
  readonly scanned: Readonly<Record<string, number>>;
  readonly scannedBytes: number;
  readonly found: readonly string[];
}

export interface SecretSearch {
  readonly pins: ReadonlySet<string>;
  readonly texts: readonly string[];
  readonly answers: readonly { of: string; text: string }[];
  /** The field kit's transcripts, which leave the portal by mail. */
  readonly transcripts: readonly Buffer[];
  readonly log: readonly string[];
  /** False searches only the portal's own database, without WAL, where others use the cluster. */
  readonly wholeCluster: boolean;
}

export async function searchPortal(portal: TestPortal, search: SecretSearch): Promise<SecretsFound> {
  const scanner = createSecretScanner(search.pins, search.texts);
  const scanned: Record<string, number> = {};
  const found: string[] = [];
  let scannedBytes = 0;
  const scan = (kind: string, bytes: Buffer, where: string) => {
    scanned[kind] = (scanned[kind] ?? 0) + 1;
    scannedBytes += bytes.length;
    found.push(...scanner.scan(bytes, where));
  };
  for (const transcript of search.transcripts) scan("transcripts", transcript, "transcript of the field kit");
  for (const { of, text } of search.answers) scan("answers", Buffer.from(text), `answer of ${of}`);
  for (const line of search.log) scan("log lines", Buffer.from(line), "log");
  for await (const { table, text } of dump(portal)) scan("dumped tables", Buffer.from(text), `dump of ${table}`);
  await portal.admin.query("checkpoint");
  for await (const { path, bytes } of databaseFiles(portal, search.wholeCluster)) scan("database files", bytes, path);
  refuseBlindness(scanner, search);
  return { scanned, scannedBytes, found };
}

/** Confirms that the scanner finds anything at all. */
function refuseBlindness(
  scanner: SecretScanner,
  { pins, texts }: { pins: ReadonlySet<string>; texts: readonly string[] },
): void {
  const [pin = ""] = pins;
  const text = texts.at(-1);
  const planted = [
    `{"pin":"${pin}"}`,
    `{"pin":${pin}}`,
    `{"IdData":"PIN=${pin};CardNr=1"}`,
    `pin=${Buffer.from(pin).toString("hex")} `,
  ];
  if (text !== undefined) {
    planted.push(`x ${text} y`, Buffer.from(`--${text}--`).toString("base64"), Buffer.from(text).toString("hex"));
  }
  for (const one of planted) {
    if (scanner.scan(Buffer.from(one), "planted").length === 0) throw new Error(`the scanner is blind to ${one}`);
  }
}

async function* dump(portal: TestPortal): AsyncGenerator<{ table: string; text: string }> {
  const { rows } = await portal.admin.query<{ name: string }>(
    "select c.oid::regclass::text as name from pg_class c where c.relkind in ('r', 'm') and c.relnamespace in ('public'::regnamespace, 'auth'::regnamespace, 'private'::regnamespace)",
  );
  for (const { name } of rows) {
    const { rows: found } = await portal.admin.query<{ text: string }>(`select t::text as text from ${name} t`);
    yield { table: name, text: found.map(({ text }) => text).join("\n") };
  }
}

/** Reads the database's heap, indexes and TOAST; of a whole cluster also WAL and all else. */
async function* databaseFiles(
  portal: TestPortal,
  wholeCluster: boolean,
): AsyncGenerator<{ path: string; bytes: Buffer }> {
  const { rows } = await portal.admin.query<{ folder: string; own: string }>(
    "select current_setting('data_directory') as folder, 'base/' || oid as own from pg_database where datname = current_database()",
  );
  const [{ folder, own }] = z.tuple([z.object({ folder: z.string(), own: z.string() })]).parse(rows);
  const from = wholeCluster ? folder : join(folder, own);
  for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    try {
      yield { path, bytes: await readFile(path) };
    } catch (error) {
      // PostgreSQL removes and renames its files during the search.
      if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
    }
  }
}
