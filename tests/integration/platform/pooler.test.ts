// A portal behind pgbouncer in transaction mode, with DATABASE_DIRECT_URL past it. pgbouncer lends few connections, so that the portal's pools
// share them: nothing of one transaction may reach another.
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { prepare } from "#scripts/lib/portal.ts";
import { loadConfig } from "#server/platform/config.ts";
import { createLogin, LoginPool } from "#server/platform/database/login-pool.ts";
import { openDatabase } from "#server/platform/database/open-database.ts";
import { createLog } from "#server/platform/log.ts";
import { startTestPortal, type TestPortal } from "#tests/support/build-portal.ts";
import { callFunction, signedInClient } from "#tests/support/client.ts";
import { postPlate, webhookAccount } from "#tests/support/gate-calls.ts";
import { type MainWorld, mainWorld } from "#tests/support/main-world.ts";
import { hasPgbouncer, type Pgbouncer, startPgbouncer } from "#tests/support/pgbouncer.ts";

const AT_ONCE = 60;
/** Fewer than the portal's 58, so that each is shared. */
const LENT = 12;

describe.skipIf(!hasPgbouncer)("behind pgbouncer (skipped where pgbouncer is not installed)", () => {
  const stack = new AsyncDisposableStack();
  let bouncer: Pgbouncer;
  let portal: TestPortal;
  let world: MainWorld;
  beforeAll(async () => {
    bouncer = stack.use(await startPgbouncer({ default_pool_size: String(LENT) }));
    portal = await startTestPortal({ pooled: bouncer.through });
    stack.defer(() => portal.close());
    world = await mainWorld(portal);
  });
  afterAll(() => stack.disposeAsync());

  // Covers: running.37
  test("a saved person's PIN opens the door, a plate the gate, and a page that follows the log hears of it", async () => {
    const heard: unknown[] = [];
    const channel = world.system
      .channel("passages")
      .on("postgres_changes", { event: "INSERT", schema: "public", table: "access_logs" }, ({ new: row }) =>
        heard.push(row),
      );
    const { promise: subscribed, resolve } = Promise.withResolvers<void>();
    channel.subscribe((status) => status === "SUBSCRIBED" && resolve());
    await subscribed;
    await expect.poll(() => portal.axis.wouldOpen("4816", portal.axis.doorTokens[0] ?? "")).toBe(true);
    const account = await webhookAccount(world.system, world.gateId);
    const reads = Array.from({ length: AT_ONCE }, (_, n) => (n === 0 ? "MLB84A" : `AAA${100 + n}`));
    const answers = await Promise.all(
      reads.map(async (plate) => (await postPlate(portal.url, { gateId: world.gateId, plate, account })).status),
    );
    expect(new Set(answers)).toEqual(new Set([200]));
    await expect.poll(() => heard.length).toBe(AT_ONCE);
    expect(heard).toContainEqual(expect.objectContaining({ plate_number: "MLB84A", access_granted: true }));
    await channel.unsubscribe();
  });

  test("callers of two organisations at once each see their own people, and a refused save leaves nothing behind", async () => {
    const syd = await signedInClient(portal.url, portal.accounts.syd);
    const seen = await Promise.all(
      Array.from({ length: AT_ONCE }, async (_, n) => {
        if (n % 3 === 2) {
          const payload = {
            organization_id: portal.accounts.nord.organizationId,
            first_name: "Fel",
            last_name: "Plats",
          };
          return (await callFunction(syd, "end-user-manager", { action: "CREATE", payload })).status;
        }
        const { data, error } = await (n % 3 === 0 ? world.nord : syd).from("end_users").select("last_name");
        return `${n % 3} ${error?.message ?? data?.map((row: { last_name: string }) => row.last_name).join()}`;
      }),
    );
    expect(new Set(seen)).toEqual(new Set(["0 Exempelsson", "1 ", 403]));
  });

  test("what is lent keeps neither role nor limits of an earlier transaction", async () => {
    const address = new URL(bouncer.through(portal.database.authenticatorUrl));
    const clients = await Promise.all(
      Array.from({ length: LENT }, async () => {
        const client = new Client({ connectionString: address.href });
        await client.connect();
        return client;
      }),
    );
    const state = "select current_user as role, current_setting('statement_timeout') as limit";
    const found = await Promise.all(clients.map(async (client) => (await client.query(`begin; ${state}`)) as unknown));
    await Promise.all(clients.map((client) => client.end()));
    expect(JSON.stringify(found).match(/"role":"authenticator","limit":"0"/g)).toHaveLength(LENT);
  });

  const start = (env: Record<string, string>) => {
    const config = loadConfig({ LOG_LEVEL: "silent", ...env });
    const { signal } = new AbortController();
    const base = { config, log: createLog(config), stack, signal, say: () => {} };
    return prepare(base, "", { page: false });
  };

  // Covers: running.37
  test("a start without DATABASE_DIRECT_URL is refused with what to set, also where pgbouncer drops what it does not know", async () => {
    await using lax = await startPgbouncer({
      ignore_startup_parameters: "options,statement_timeout,extra_float_digits",
    });
    for (const { through } of [bouncer, lax])
      await expect(start({ DATABASE_URL: through(portal.database.adminUrl) })).rejects.toMatchObject({
        name: "PoolerError",
        message: expect.stringContaining("DATABASE_DIRECT_URL"),
      });
    const { adminUrl } = portal.database;
    expect(await start({ DATABASE_URL: bouncer.through(adminUrl), DATABASE_DIRECT_URL: adminUrl })).toBe(adminUrl);
  });

  test("a pooler that lends by statement, or leads to another database, is refused at the start", async () => {
    await using byStatement = await startPgbouncer({ pool_mode: "statement" });
    const { adminUrl } = portal.database;
    const { keys, log } = portal.server.deps;
    const open = (pooledUrl: string) => openDatabase(adminUrl, { keys, log, pooledUrl });
    await expect(open(byStatement.through(adminUrl))).rejects.toThrow("pool_mode = transaction");
    const elsewhere = new URL(bouncer.through(adminUrl));
    elsewhere.pathname = "/portal_template";
    await expect(open(elsewhere.href)).rejects.toThrow(
      "DATABASE_URL and DATABASE_DIRECT_URL lead to different databases",
    );
  });

  test("a login that the pooler refuses is tried with the other password, as during a change of the secret key", async () => {
    const right = bouncer.through(portal.database.authenticatorUrl);
    const wrong = Object.assign(new URL(right), { password: "former" }).href;
    const pool = new LoginPool(createLogin([wrong, right]), { max: 1 });
    expect((await pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
    await pool.end();
  });

  test("session mode works the same", async () => {
    await using bySession = await startPgbouncer({ pool_mode: "session", default_pool_size: "60" });
    const { keys, log } = portal.server.deps;
    const { pools } = await openDatabase(portal.database.adminUrl, {
      keys,
      log,
      pooledUrl: bySession.through(portal.database.adminUrl),
    });
    const { rows } = await pools.engine.query("select current_user as role");
    expect(rows).toEqual([{ role: "portal_engine" }]);
    await pools.close();
  });
});
