import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import type { Pool } from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { transaction } from "#server/platform/database/transaction.ts";
import { OutcomeUnknownError, toPortalError } from "#server/platform/http/errors.ts";
import { openPool } from "#tests/support/pool.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/postgres.ts";

let database: TestDatabase;
let admin: Pool;
let pool: Pool;
/** When true, an answer to a commit is dropped with the connection. */
let deaf = false;

const between = createServer((client) => {
  const { hostname, port } = new URL(database.adminUrl);
  const server = connect(Number(port), hostname);
  let committing = false;
  client.on("data", (chunk: Buffer) => {
    committing ||= deaf && chunk.includes("commit");
    server.write(chunk);
  });
  server.on("data", (chunk: Buffer) => {
    if (committing) drop(client, server);
    else client.write(chunk);
  });
  for (const [one, other] of [
    [client, server],
    [server, client],
  ] as const) {
    one.on("error", () => {}); // The "close" event ends the other side.
    one.on("close", () => other.destroy());
  }
});
const drop = (...sockets: Socket[]) => {
  for (const socket of sockets) socket.destroy();
};

beforeAll(async () => {
  database = await createTestDatabase({ template: "empty" });
  admin = openPool({ connectionString: database.adminUrl, max: 1 });
  await admin.query("create table kept (what text)");
  between.listen(0, "127.0.0.1");
  await once(between, "listening");
  const address = between.address();
  const url = new URL(database.adminUrl);
  url.port = String(address !== null && typeof address === "object" ? address.port : 0);
  pool = openPool({ connectionString: url.href, max: 1 });
  pool.on("connect", (client) => client.on("error", () => {}));
});
afterAll(async () => {
  await pool.end();
  between.close();
  await admin.end();
  await database.drop();
});
beforeEach(() => {
  deaf = false;
});

const kept = async () => (await admin.query<{ what: string }>("select what from kept")).rows.map(({ what }) => what);
const failed = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

describe("a transaction", () => {
  // Covers: fault.10
  test("is reported as unknown when the answer to its commit is lost, and nothing is claimed", async () => {
    deaf = true;
    const error = await failed(transaction(pool, (client) => client.query("insert into kept values ('perhaps')")));
    expect(error).toBeInstanceOf(OutcomeUnknownError);
    const reported = toPortalError(error);
    expect(reported).toMatchObject({ status: 503, code: "outcome_unknown" });
    expect(reported.message).toMatch(/inte säkert om den blev gjord\. Ladda om och se efter/);
    expect(reported.message).not.toMatch(/Inget har sparats/);
    await expect.poll(kept).toEqual(["perhaps"]);
  });

  test("that only reads leaves nothing to wonder about", async () => {
    deaf = true;
    const error = await failed(transaction(pool, (client) => client.query("select 1"), "begin read only"));
    expect(error).not.toBeInstanceOf(OutcomeUnknownError);
    expect(toPortalError(error)).toMatchObject({ status: 503, code: "database_unavailable" });
  });

  test("that is cut off before its commit has saved nothing, and that is said", async () => {
    const error = await failed(
      transaction(pool, async (client) => {
        await client.query("insert into kept values ('never')");
        await admin.query(
          "select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()",
          [database.name],
        );
        await client.query("select 1");
      }),
    );
    expect(toPortalError(error)).toMatchObject({
      code: "database_unavailable",
      message: expect.stringContaining("Inget har sparats"),
    });
    expect(await kept()).toEqual(["perhaps"]);
  });

  // Covers: fault.10
  test("that the disk has no room for is undone, and that is said", async () => {
    const error = await failed(
      transaction(pool, async (client) => {
        await client.query("insert into kept values ('never')");
        await client.query(
          "do $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$",
        );
      }),
    );
    expect(toPortalError(error)).toMatchObject({
      status: 503,
      code: "database_full",
      message: expect.stringMatching(/ont om plats eller minne\. Inget har sparats\. .*Drift/),
    });
    expect(await kept()).toEqual(["perhaps"]);
  });
});
