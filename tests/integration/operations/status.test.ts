import { X509Certificate } from "node:crypto";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:https";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type OperationsStatus, operationsStatus } from "#contract/functions/operations-status.ts";
import { recordBackup } from "#server/backup/backups.store.ts";
import { knownMigrations } from "#server/platform/database/migration-files.ts";
import { makeCertificate } from "#simulators/network/certificate.ts";
import { startTestPortal, type TestPortal } from "#tests/support/build-portal.ts";
import { type MainWorld, mainWorld } from "#tests/support/main-world.ts";

const certificate = makeCertificate("portalens proxy");
const proxy = createServer({ cert: certificate.cert, key: certificate.key });
let portal: TestPortal;
let world: MainWorld;

beforeAll(async () => {
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  const address = proxy.address();
  const port = address !== null && typeof address === "object" ? address.port : 0;
  portal = await startTestPortal({ env: { PUBLIC_URL: `https://127.0.0.1:${port}` } });
  world = await mainWorld(portal);
});
afterAll(async () => {
  await portal.close();
  proxy.close();
});

const status = async (): Promise<OperationsStatus> => {
  const { data, error } = await world.system.functions.invoke<unknown>("operations-status", { method: "GET" });
  if (error) throw error;
  return operationsStatus.reply.parse(data);
};

// Covers: running.17
test("version, schema, database, disk and the certificate that browsers meet are those of this portal", async () => {
  const { version } = JSON.parse(await readFile(new URL("../../../package.json", import.meta.url), "utf8"));
  const newest = (await knownMigrations()).at(-1)?.version;
  const reported = await status();
  expect(reported).toMatchObject({
    version,
    node: process.versions.node,
    schema: { code: newest, database: newest },
    certificate: { host: "127.0.0.1", valid_to: new Date(new X509Certificate(certificate.cert).validTo).toISOString() },
  });
  const { rows } = await portal.admin.query<{ version: string; bytes: string }>(
    "select current_setting('server_version') as version, pg_database_size(current_database()) as bytes",
  );
  expect(reported.postgres).toBe(rows[0]?.version);
  expect(reported.database_bytes / Number(rows[0]?.bytes)).toBeCloseTo(1, 0);
  expect(reported.disk?.free).toBeGreaterThan(0);
  expect(reported.disk?.total).toBeGreaterThanOrEqual(reported.disk?.free ?? Number.NaN);
  expect(Date.parse(reported.started_at)).toBeLessThan(Date.now());
});

// Covers: running.17
test("a newer schema, a back-up, emails and workers that wait are seen at the next look", async () => {
  expect(await status()).toMatchObject({
    backup: null,
    mail: { configured: false, queued: 0 },
    workers: { paused: false },
  });
  await recordBackup(portal.database.adminUrl, {
    id: "6a4c7b1e-6f0e-4a64-9d10-0c6a2f1f7d11",
    fileName: "natt.portal",
    takenAt: "2026-11-21T02:30:00Z",
    bytes: 4_711,
    rows: 12,
    facts: { version: null, people: null, doors: null, migration: null },
  });
  await world.system.auth.resetPasswordForEmail(portal.accounts.nord.email);
  await portal.axis.faults.offline();
  await portal.admin.query("update credentials set enabled = false where credential_type = 'pin'");
  await portal.admin.query("insert into private.schema_migrations (version, name, checksum) values (9999, 'x', 'x')");
  await expect.poll(status).toMatchObject({
    schema: { database: 9999 },
    backup: { file_name: "natt.portal", bytes: 4_711, rows: 12 },
    mail: { queued: 1 },
    controllers: { offline: 1 },
    replicas: { pending: 1, removals: 1 },
  });
  await world.system.functions.invoke("sync-control", { body: { action: "PAUSE_ALL", reason: "Arbete" } });
  expect((await status()).workers.paused).toBe(true);
  await portal.axis.faults.online();
  await portal.admin.query("delete from private.schema_migrations where version = 9999");
});

test("nobody but a system admin sees it", async () => {
  const { error } = await world.nord.functions.invoke<unknown>("operations-status", { method: "GET" });
  expect(error).toMatchObject({ context: { status: 403 } });
});
