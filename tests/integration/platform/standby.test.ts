// A database with a synchronous standby: a commit that the standby may lack is reported as uncertain, and the portal never uses a
// standby.
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, type Pool } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "#server/platform/database/embedded.ts";
import { createLogin, LoginPool } from "#server/platform/database/login-pool.ts";
import { transaction } from "#server/platform/database/transaction.ts";
import { isDatabaseUnavailable, OutcomeUnknownError, toPortalError } from "#server/platform/http/errors.ts";
import { paced } from "#tests/support/pace.ts";

let folder: string;
let postgres: EmbeddedPostgres;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "access-portal-standby-"));
  chmodSync(folder, 0o711);
  postgres = await startEmbeddedPostgres({ dataDir: join(folder, "postgres") });
});
afterAll(async () => {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

function openPool(queryTimeoutMs?: number): Pool {
  const pool = new LoginPool(createLogin([postgres.adminUrl]), { max: 1, query_timeout: queryTimeoutMs });
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  return pool;
}

async function asAdmin(...statements: string[]): Promise<void> {
  const client = new Client({ connectionString: postgres.adminUrl });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

describe("while the synchronous standby is away", () => {
  let pool: Pool;
  let watcher: Pool;
  beforeAll(async () => {
    await asAdmin("create table kept (what text)");
    await asAdmin("alter system set synchronous_standby_names = 'nobody'", "select pg_reload_conf()");
    pool = openPool();
    watcher = openPool();
  });
  afterAll(async () => {
    await pool.end();
    await watcher.end();
    await asAdmin("alter system reset synchronous_standby_names", "select pg_reload_conf()");
  });

  /** Runs `write`, and cancels its wait for the standby, as an operator might do with a hanging statement. */
  async function cutOff(write: () => Promise<unknown>): Promise<unknown> {
    const outcome = write().then(
      () => "acknowledged",
      (error: unknown) => error,
    );
    const cancel = async () => {
      const { rows } = await watcher.query(
        "select pg_cancel_backend(pid) as cancelled from pg_stat_activity where wait_event = 'SyncRep'",
      );
      return rows;
    };
    await expect.poll(cancel, { timeout: paced(60_000) }).toEqual([{ cancelled: true }]);
    return outcome;
  }

  test("a transaction whose commit did not wait to the end is uncertain", async () => {
    const write = () => transaction(pool, (client) => client.query("insert into kept values ('one')"));
    expect(await cutOff(write)).toBeInstanceOf(OutcomeUnknownError);
  });

  test("a single statement that did not wait to the end is uncertain", async () => {
    expect(await cutOff(() => pool.query("insert into kept values ('two')"))).toBeInstanceOf(OutcomeUnknownError);
  });

  test("a commit that is not confirmed in time is uncertain, and its connection is not used again", async () => {
    const impatient = openPool(paced(1_000));
    const write = transaction(impatient, (client) => client.query("insert into kept values ('three')"));
    await expect(write).rejects.toBeInstanceOf(OutcomeUnknownError);
    expect((await impatient.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
    await impatient.end();
  });

  test("the pool goes on with another connection", async () => {
    expect((await pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
  });
});

/** The start of a session, as PostgreSQL 14 and later answer it on a hot standby. */
const message = (type: string, ...body: (string | Buffer)[]) => {
  const content = Buffer.concat(body.map((part) => (typeof part === "string" ? Buffer.from(`${part}\0`) : part)));
  const length = Buffer.alloc(4);
  length.writeInt32BE(content.length + 4);
  return Buffer.concat([Buffer.from(type), length, content]);
};
const WELCOME = Buffer.concat([
  message("R", Buffer.alloc(4)),
  message("S", "in_hot_standby", "on"),
  message("K", Buffer.alloc(8)),
  message("Z", Buffer.from("I")),
]);

test("a server in recovery counts as a database that is away, also for reads", async () => {
  const standby = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => socket.write(WELCOME));
  }).listen(0, "127.0.0.1");
  await once(standby, "listening");
  const address = standby.address();
  const port = address !== null && typeof address === "object" ? address.port : 0;
  const pool = new LoginPool(createLogin([`postgres://portal@127.0.0.1:${port}/portal`]), { max: 1 });
  pool.on("error", () => {});
  const refused: unknown = await pool.query("select 1").catch((error: unknown) => error);
  expect(isDatabaseUnavailable(refused)).toBe(true);
  expect(toPortalError(refused)).toMatchObject({ status: 503, reason: "database_unavailable" });
  await pool.end();
  standby.close();
});
