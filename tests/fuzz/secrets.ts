// npm run fuzz:secrets: searches database files, WAL, a dump, logs and answers for secrets pushed through every path.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { runFieldKit } from "#drivers/axis/field-kit/field-kit.ts";
import { systemClock } from "#drivers/clock.ts";
import { createNetworkPolicy } from "#drivers/network-policy.ts";
import { startAxisSimulator } from "#simulators/axis/server.ts";
import type { TestPortal } from "#tests/support/build-portal.ts";
import { pushSecrets } from "./push-secrets.ts";
import { createSecretScanner, type SecretScanner } from "./secret-scanner.ts";

export interface SecretFindings {
  /** Path → how many secrets went through it. */
  readonly pushed: Readonly<Record<string, number>>;
  readonly scanned: Readonly<Record<string, number>>;
  readonly scannedBytes: number;
  readonly found: readonly string[];
}

export interface SecretRun {
  readonly seed: number;
  readonly count: number;
  readonly log: readonly string[];
  /** False searches only the portal's own database, without WAL, where others use the cluster. */
  readonly wholeCluster?: boolean;
  readonly progress?: (done: number) => void;
}

export async function fuzzSecrets(portal: TestPortal, run: SecretRun): Promise<SecretFindings> {
  const { pushed, pins, texts, answers } = await pushSecrets(portal, run);
  const scanner = createSecretScanner(pins, texts);
  const scanned: Record<string, number> = {};
  const found: string[] = [];
  let scannedBytes = 0;
  const scan = (kind: string, bytes: Buffer, where: string) => {
    scanned[kind] = (scanned[kind] ?? 0) + 1;
    scannedBytes += bytes.length;
    found.push(...scanner.scan(bytes, where));
  };
  scan("transcripts", await transcriptOf(pins, texts), "transcript of the field kit");
  for (const { of, text } of answers) scan("answers", Buffer.from(text), `answer of ${of}`);
  for (const line of run.log) scan("log lines", Buffer.from(line), "log");
  for await (const { table, text } of dump(portal)) scan("dumped tables", Buffer.from(text), `dump of ${table}`);
  await portal.admin.query("checkpoint");
  for await (const { path, bytes } of databaseFiles(portal, run.wholeCluster ?? true))
    scan("database files", bytes, path);
  refuseBlindness(scanner, { pins, texts });
  return { pushed, scanned, scannedBytes, found };
}

const TRANSCRIBED = 20;

/** What a technician would send of a controller that has such PINs, under such a password and with such words as names. */
async function transcriptOf(pins: ReadonlySet<string>, texts: readonly string[]): Promise<Buffer> {
  // A controller's names have 64 characters at most.
  const short = texts.filter((text) => text.length <= 50);
  const password = short.at(-1) ?? "";
  const people = [...pins].slice(0, TRANSCRIBED).map((pin, index) => {
    const word = short[index % short.length] ?? "";
    return { firstName: "Anna", lastName: word, pin };
  });
  const axis = await startAxisSimulator({ users: { portal: password }, seed: { people }, doors: [{ name: password }] });
  try {
    const connection = { certSha256: axis.certSha256, serial: null, allowPlainHttp: false };
    const network = createNetworkPolicy({ allow: [], allowLoopback: true });
    const transcript = await runFieldKit(
      { ...connection, baseUrl: new URL(axis.url), username: "portal", password },
      { network, clock: systemClock, mode: { kind: "try", door: 1 } },
    );
    if (transcript.stopped !== null || transcript.trial === null)
      throw new Error(`the field kit stopped: ${transcript.stopped}`);
    return Buffer.from(JSON.stringify(transcript));
  } finally {
    await axis.close();
  }
}

/** Confirms that the scanner finds anything at all. */
function refuseBlindness(
  scanner: SecretScanner,
  { pins, texts }: { pins: ReadonlySet<string>; texts: readonly string[] },
): void {
  const [pin = ""] = pins;
  const text = texts.at(-1) ?? "";
  for (const planted of [
    `{"pin":"${pin}"}`,
    `pin=${Buffer.from(pin).toString("hex")} `,
    `x ${text} y`,
    Buffer.from(`--${text}--`).toString("base64"),
    Buffer.from(text).toString("hex"),
  ]) {
    if (scanner.scan(Buffer.from(planted), "planted").length === 0)
      throw new Error(`the scanner is blind to ${planted}`);
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

/** The database's heap, indexes and TOAST; of a whole cluster also WAL and all else. */
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
      // PostgreSQL removes and renames its files meanwhile.
      if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
    }
  }
}
