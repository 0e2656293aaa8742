// A whole portal: database, server on a free port, simulated door controller and gate, and accounts.

import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Pool } from "pg";
import { freePort } from "#scripts/lib/free-port.ts";
import { createAdministrator } from "#server/administrators/create-administrator.ts";
import { type RunningServer, startServer } from "#server/main.ts";
import { loadConfig } from "#server/platform/config.ts";
import type { TenantGuard } from "#server/platform/database/tenant-guard.ts";
import { transaction } from "#server/platform/database/transaction.ts";
import { createLog } from "#server/platform/log.ts";
import { type AxisSimulator, startAxisSimulator } from "#simulators/axis/server.ts";
import { type AxxonSimulator, startAxxonSimulator } from "#simulators/axxon/server.ts";
import { TEST_SECRET_KEY } from "./cluster.ts";
import { withinOneDay } from "./one-day.ts";
import { paced } from "./pace.ts";
import { openPool } from "./pool.ts";
import { createTestDatabase, type TestDatabase } from "./postgres.ts";
import { QUICK_HASHING } from "./quick-hashing.ts";

export interface TestAccount {
  readonly email: string;
  readonly password: string;
  readonly userId: string;
  readonly organizationId: string | null;
}

export interface TestPortal {
  readonly url: string;
  readonly server: RunningServer;
  readonly database: TestDatabase;
  /** The superuser's pool, past the tenant guard. */
  readonly admin: Pool;
  readonly axis: AxisSimulator;
  readonly axxon: AxxonSimulator;
  readonly accounts: { readonly system: TestAccount; readonly nord: TestAccount; readonly syd: TestAccount };
  close(): Promise<void>;
}

export interface TestPortalOptions {
  /** The folder of the built page (tests/e2e); without it the server serves only the API. */
  readonly pageDir?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Another tenant guard than the server's own. */
  readonly guard?: TenantGuard;
  readonly logTo?: (line: string) => void;
  /** Returns the address of the database through a pooler. */
  readonly pooled?: (adminUrl: string) => string;
}

/** Longer than a file of tests takes that asks for this week or this day. */
const TESTS_NEED_MS = 90_000;

/** Starts everything, and stops what was started when a later part fails. */
export async function startTestPortal(options: TestPortalOptions = {}): Promise<TestPortal> {
  await withinOneDay(paced(TESTS_NEED_MS));
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), "access-portal-server-"));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  await chmod(folder, 0o700);
  const database = await createTestDatabase();
  stack.defer(() => database.drop());

  const config = loadConfig(
    {
      PORT: String(await freePort()), // Links and tokens name the address.
      HOST: "127.0.0.1",
      PORTAL_DATA_DIR: folder,
      PORTAL_SECRET_KEY: TEST_SECRET_KEY,
      LOG_LEVEL: "silent",
      BACKUP_AT: "off", // Nothing may happen at a time of day that no test asks for.
      ...(options.pooled && {
        DATABASE_URL: options.pooled(database.adminUrl),
        DATABASE_DIRECT_URL: database.adminUrl,
      }),
      ...options.env,
    },
    { demo: true },
  );
  const server = await startServer({
    config,
    adminUrl: database.adminUrl,
    pageDir: options.pageDir ?? null,
    ...(options.guard && { guard: options.guard }),
    hashing: QUICK_HASHING,
    patience: paced(2),
    ...(options.logTo && { log: createLog(config, { write: options.logTo }) }),
  });
  stack.defer(() => server.close());
  const axis = await startAxisSimulator({ doors: 2 });
  stack.defer(() => axis.close());
  const axxon = await startAxxonSimulator();
  stack.defer(() => axxon.close());

  const admin = openPool({ connectionString: database.adminUrl, max: 2 });
  stack.defer(() => admin.end());
  const accounts = await createAccounts(server, admin);

  const owned = stack.move();
  return { url: server.url, server, database, admin, axis, axxon, accounts, close: () => owned.disposeAsync() };
}

/** Starts a second server on the portal's database and address. It ends before the portal, or with the process. */
export async function startAnotherServer(portal: TestPortal): Promise<RunningServer> {
  const folder = await mkdtemp(join(tmpdir(), "access-portal-another-"));
  await chmod(folder, 0o700);
  const { config } = portal.server.deps;
  const another = await startServer({
    config: { ...config, port: await freePort(), httpRedirectPort: null, publicUrl: portal.url, dataDir: folder },
    adminUrl: portal.database.adminUrl,
    pageDir: null,
    patience: paced(2),
    log: createLog(config),
  });
  const close = another.close.bind(another);
  return Object.assign(another, {
    close: async () => {
      await close();
      await rm(folder, { recursive: true, force: true });
    },
  });
}

async function createAccounts(server: RunningServer, admin: Pool): Promise<TestPortal["accounts"]> {
  const nord = await createOrganization(admin, "Brf Norrgården");
  const syd = await createOrganization(admin, "Sydhamnens Industri");
  return {
    system: await createAccount(server, "system", null),
    nord: await createAccount(server, "nord", nord),
    syd: await createAccount(server, "syd", syd),
  };
}

async function createOrganization(admin: Pool, name: string): Promise<string> {
  const { rows } = await admin.query<{ id: string }>("insert into organizations (name) values ($1) returning id", [
    name,
  ]);
  const id = rows[0]?.id;
  if (id === undefined) throw new Error(`organisation ${name} was not made`);
  return id;
}

/** Creates one more administrator, name@test.example, with its own password. */
export async function createAccount(
  server: RunningServer,
  name: string,
  organizationId: string | null,
): Promise<TestAccount> {
  const account = { email: `${name}@test.example`, password: `hemligt-${name}-2026` };
  const userId = await transaction(server.deps.pools.engine, (client) =>
    createAdministrator(client, server.app.auth.administration, {
      ...account,
      firstName: name,
      lastName: "Test",
      role: organizationId === null ? "system_admin" : "org_admin",
      organizationId,
      mustChangePassword: false,
    }),
  );
  return { ...account, userId, organizationId };
}
