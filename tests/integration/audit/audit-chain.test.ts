// The audit's chain detects every change by somebody with the whole database but not the key.
import { randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Pool, PoolClient } from "pg";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { systemClock } from "#drivers/clock.ts";
import { anchorPath, readAnchor, writeAnchor } from "#server/audit/audit-anchor.ts";
import type { Finding } from "#server/audit/audit-chain.rules.ts";
import { anchorOnConsole, checkOnConsole } from "#server/audit/audit-console.ts";
import { type ChainDeps, chainDueRows, checkWithAnchor, recordKeys, renewAnchor } from "#server/audit/chain-audit.ts";
import { acceptRestoredEnds, vouchForRestored } from "#server/audit/restored-ends.ts";
import { createKeyRing } from "#server/platform/crypto/key-ring.ts";
import { databaseIdentity } from "#server/platform/database/watch-database.ts";
import {
  engine as engineCaller,
  ids,
  north,
  one,
  openWorld,
  south,
  type World,
} from "#tests/integration/platform/world.ts";
import { paced } from "#tests/support/pace.ts";
import { openPool } from "#tests/support/pool.ts";

const OLD_SECRET = "the first secret of at least thirty-two characters";
const NEW_SECRET = "the second secret of at least thirty-two characters";
const THIRD_SECRET = "the third secret of at least thirty-two characters";
const keys = createKeyRing(OLD_SECRET);

let world: World;
let engine: Pool;
let dataDir: string;
let deps: ChainDeps & { dataDir: string; clock: typeof systemClock };

beforeAll(async () => {
  world = await openWorld();
  engine = openPool({ connectionString: world.database.authenticatorUrl, options: "-c role=portal_engine", max: 6 });
});
afterAll(async () => {
  await engine.end();
  await world[Symbol.asyncDispose]();
});
beforeEach(async () => {
  await world.reset();
  dataDir = await mkdtemp(join(tmpdir(), "audit-chain-"));
  deps = { engine, keys, dataDir, clock: systemClock };
  return () => rm(dataDir, { recursive: true });
});

async function action(n: number): Promise<void> {
  for (let i = 0; i < n; i++) {
    await world.as(north, (client) =>
      client.query(`update end_users set last_name = 'N${i}' where id = '${ids.anna}'`),
    );
    await world.as(south, (client) =>
      client.query(`update end_users set last_name = 'S${i}' where id = '${ids.sven}'`),
    );
  }
  await chainAll();
}

/** Chains all rows; transactions of other test files in the cluster delay it. */
async function chainAll(): Promise<void> {
  await expect
    .poll(
      async () => {
        while ((await chainDueRows(deps)) > 0);
        const { rows } = await world.admin.query<{ n: number }>(
          "select count(*)::int as n from audit a where not exists (select from audit_chain s where s.audit_id = a.id)",
        );
        return rows[0]?.n;
      },
      { timeout: paced(60_000), interval: 20 },
    )
    .toBe(0);
}

/** Runs SQL as the database's owner, with triggers and foreign keys off. */
async function behindTheBack(sql: string): Promise<void> {
  await world.admin.query(`begin; set local session_replication_role = replica; ${sql}; commit`);
}

const found = async () => (await checkWithAnchor(deps)).findings.map(summary);
const summary = ({ kind, organizationId, seq, count }: Finding) =>
  `${kind} ${organizationId === ids.north ? "north" : organizationId === null ? "installation" : "south"} ${seq ?? "-"} x${count}`;
const rowAt = (seq: number) =>
  `(select audit_id from audit_chain where organization_id = '${ids.north}' and seq = ${seq})`;

test("the portal's rows are chained for each organisation, and a check finds nothing", async () => {
  await action(5);
  await world.as(engineCaller, (client) => client.query("insert into audit (action) values ('workers_resumed')"));
  await chainAll();
  const report = await checkWithAnchor(deps);
  expect(report.findings).toEqual([]);
  expect(report).toMatchObject({ rows: 11, unreadable: 0 });
  const { rows } = await world.admin.query(
    "select organization_id, count(*)::int, max(seq)::int from audit_chain group by 1 order by 2, 1",
  );
  expect(rows.map(({ count, max }) => [count, max])).toEqual([
    [1, 1],
    [5, 5],
    [5, 5],
  ]);
});

test.each([
  ["what was done", "action = 'end_users.delete'"],
  ["who did it", `actor = '${ids.southAdmin}'`],
  ["the name it was done under", "actor_name = 'Någon Annan'"],
  ["when", "at = at - interval '1 second'"],
  ["what stood there before", `before = '[{"last_name": "Annat"}]'`],
  ["from where", "address = '192.0.2.77'"],
  ["the organisation", `organization_id = '${ids.south}'`],
  ["the order of transactions", "tx = '5'"],
])("a row whose %s was changed is found", async (_what, change) => {
  await action(3);
  await behindTheBack(`update audit set ${change} where id = ${rowAt(2)}`);
  expect(await found()).toEqual(["changed north 2 x1"]);
});

// Covers: tenant.7
test("a removed row is found, and so is one that was removed with its chain entry", async () => {
  await action(5);
  await behindTheBack(`delete from audit where id = ${rowAt(2)}`);
  expect(await found()).toEqual(["removed north 2 x1"]);
  await behindTheBack(`delete from audit where id = ${rowAt(4)}`);
  await behindTheBack(`delete from audit_chain where organization_id = '${ids.north}' and seq in (2, 4)`);
  expect(await found()).toEqual(["gap north 3 x1", "gap north 5 x1"]);
});

// Covers: tenant.7
test("rows that changed places are found, and a chain that was numbered anew to hide a gap", async () => {
  await action(4);
  await behindTheBack(`
    create temp table swapped on commit drop as select * from audit_chain where organization_id = '${ids.north}' and seq in (2, 3);
    delete from audit_chain where id in (select id from swapped);
    insert into audit_chain (organization_id, seq, audit_id, key_id, row_hmac, hmac)
    select s.organization_id, s.seq, o.audit_id, o.key_id, o.row_hmac, s.hmac from swapped s join swapped o on o.seq = 5 - s.seq`);
  expect(await found()).toEqual(["moved north 2 x1", "moved north 3 x1"]);

  await behindTheBack(`delete from audit where id = ${rowAt(1)}`);
  await behindTheBack(`delete from audit_chain where organization_id = '${ids.south}' and seq = 1`);
  await behindTheBack(
    `update audit_chain set seq = seq - 1 where organization_id = '${ids.south}' and seq in (2, 3, 4)`,
  );
  expect(await found()).toEqual(
    expect.arrayContaining(["moved south 1 x1", "moved south 2 x1", "moved south 3 x1", "unchained south - x1"]),
  );
});

test("an entry of a chain that was cut off does not fit into the one that grew in its place", async () => {
  await action(4);
  const fourth = `organization_id = '${ids.north}' and seq = 4`;
  await behindTheBack(`
    create table kept_rows as select * from audit where id = (select audit_id from audit_chain where ${fourth});
    create table kept_links as select * from audit_chain where ${fourth};
    delete from audit where id in (select audit_id from audit_chain where organization_id = '${ids.north}' and seq > 2);
    delete from audit_chain where organization_id = '${ids.north}' and seq > 2`);
  await action(2);
  expect(await found()).toEqual([]);
  await behindTheBack(`
    delete from audit where id = (select audit_id from audit_chain where ${fourth});
    delete from audit_chain where ${fourth};
    insert into audit (id, tx, organization_id, actor, actor_name, action, subject_table, subject_id, subject_name, before, after, row_count, at, address, request_id)
      select id, tx, organization_id, actor, actor_name, action, subject_table, subject_id, subject_name, before, after, row_count, at, address, request_id from kept_rows;
    insert into audit_chain select * from kept_links;
    drop table kept_rows, kept_links`);
  expect(await found()).toEqual(["moved north 4 x1"]);
});

test("a row added afterwards is found without a chain entry, with a false one and with an earlier time", async () => {
  await action(3);
  await behindTheBack(`insert into audit (organization_id, action) values ('${ids.north}', 'pin_revealed')`);
  expect(await found()).toEqual(["unchained north - x1"]);
  await behindTheBack(
    `insert into audit_chain (organization_id, seq, audit_id, key_id, row_hmac, hmac)
     select '${ids.north}', 4, a.id, s.key_id, repeat('a', 64), repeat('b', 64) from audit a, audit_chain s
     where a.action = 'pin_revealed' and s.organization_id = '${ids.north}' and s.seq = 1`,
  );
  expect(await found()).toEqual(["changed north 4 x1", "moved north 4 x1"]);

  // With triggers on, the portal chains the inserted row without knowing it, but not at its claimed age.
  await world.admin.query(
    `insert into audit (organization_id, action, at) values ('${ids.south}', 'pin_revealed', now() - interval '1 hour')`,
  );
  await chainAll();
  expect(await found()).toContain("backdated south 4 x1");
});

test("a server that has the keys of a replaced database chains nothing in the one that stands there", async () => {
  await world.as(north, (client) => client.query(`update end_users set last_name = 'Y' where id = '${ids.anna}'`));
  expect(await chainDueRows({ ...deps, database: "1" })).toBe(0);
  const database = await databaseIdentity(deps.engine);
  await expect.poll(() => chainDueRows({ ...deps, database }), { timeout: paced(60_000) }).toBeGreaterThan(0);
});

test("a row that was gone before it was chained is found", async () => {
  await world.as(north, (client) => client.query(`update end_users set last_name = 'X' where id = '${ids.anna}'`));
  await behindTheBack("delete from audit where action = 'end_users.update'");
  await chainAll();
  expect(await found()).toEqual(["removed installation - x1"]);
});

test("the note outside the database finds a cut end, until a restored back-up is accepted", async () => {
  await action(4);
  expect((await renewAnchor(deps))?.disagreeing).toEqual([]);
  await behindTheBack(`delete from audit where id in (${rowAt(3)}, ${rowAt(4)})`);
  await behindTheBack(`delete from audit_chain where organization_id = '${ids.north}' and seq > 2`);
  expect(await found()).toEqual(["cut north 3 x2"]);
  // A renewed anchor still reports the missing rows, and later rows do not hide them.
  expect((await renewAnchor(deps))?.disagreeing.map(summary)).toEqual(["cut north 4 x1"]);
  await action(3);
  expect((await renewAnchor(deps))?.disagreeing.map(summary)).toEqual(["rewritten north 4 x1"]);
  expect(await found()).toEqual(["rewritten north 4 x1"]);
  expect(await checkOnConsole(deps)).toMatchObject({
    sound: false,
    said: [expect.stringContaining("no. 4"), expect.stringContaining("Found: 1.")],
  });

  expect((await anchorOnConsole(deps)).sound).toBe(true);
  expect(await found()).toEqual([]);
  const { organization_id } = await one<{ organization_id: string | null }>(
    world.admin,
    "select organization_id from audit where action = 'audit_anchor_renewed'",
  );
  expect(organization_id).toBeNull();
});

test("the ends of a database that the portal has restored are taken once in each data folder, and never others", async () => {
  const database = await databaseIdentity(engine);
  const vouched = async (by: Parameters<typeof vouchForRestored>[0]) => {
    const backupId = randomUUID();
    const after = [{ restored_vouch: vouchForRestored(by, { database, backupId }) }];
    await world.as(engineCaller, (client) =>
      client.query(
        "insert into audit (action, subject_table, subject_id, after) values ('backup_restored', 'backups', $1, $2)",
        [backupId, JSON.stringify(after)],
      ),
    );
    await chainAll();
  };
  const errors: string[] = [];
  const log = pino({ level: "error" }, { write: (line) => void errors.push(line) });
  const accept = () => acceptRestoredEnds({ ...deps, log });
  /** Restores the data folder to its state before a restore replaced this database. */
  const fromBefore = async () => {
    const anchor = await readAnchor(dataDir, keys);
    if (anchor === null) throw new Error("no anchor");
    await writeAnchor(dataDir, keys, { ...anchor, database: "1" });
  };
  await action(4);
  await renewAnchor(deps);
  await vouched(createKeyRing(NEW_SECRET));
  await behindTheBack(`delete from audit where id in (${rowAt(3)}, ${rowAt(4)})`);
  await behindTheBack(`delete from audit_chain where organization_id = '${ids.north}' and seq > 2`);
  const cut = ["cut north 3 x2"];
  await fromBefore();
  await accept();
  expect([await found(), errors]).toEqual([cut, [expect.stringContaining("not this portal's")]]);

  await vouched(keys);
  const [changed] = (await world.admin.query<{ id: string }>(`select ${rowAt(1)} as id`)).rows;
  await behindTheBack(`update audit set actor_name = actor_name || 'x' where id = '${changed?.id}'`);
  await accept();
  expect(await found()).toEqual(["changed north 1 x1", ...cut]);
  expect(errors.at(-1)).toContain("was changed");
  await behindTheBack(`update audit set actor_name = rtrim(actor_name, 'x') where id = '${changed?.id}'`);

  await Promise.all([accept(), accept()]);
  expect(await found()).toEqual([]);
  const taken = await world.admin.query("select from audit where action = 'audit_ends_restored'");
  expect(taken.rowCount).toBe(1);

  // The vouch stays in the database for ever. The check still finds rows that are cut later.
  await renewAnchor(deps);
  await behindTheBack(`delete from audit where id = ${rowAt(2)}`);
  await behindTheBack(`delete from audit_chain where organization_id = '${ids.north}' and seq = 2`);
  await accept();
  expect(await found()).toEqual(["cut north 2 x1"]);
  await writeFile(anchorPath(dataDir), "{}");
  await accept();
  expect(await found()).toEqual(["anchor installation - x1"]);
});

test("an anchor is not renewed from another database than the server's", async () => {
  await action(1);
  await renewAnchor(deps);
  const before = await readFile(anchorPath(dataDir), "utf8");
  await action(1);
  expect(await renewAnchor({ ...deps, database: "1" })).toBeNull();
  expect(await readFile(anchorPath(dataDir), "utf8")).toBe(before);
});

test("a whole chain that was deleted is found, and a note that was changed", async () => {
  await action(2);
  await renewAnchor(deps);
  await behindTheBack(`delete from audit where organization_id = '${ids.north}'`);
  await behindTheBack(`delete from audit_chain where organization_id = '${ids.north}'`);
  expect(await found()).toEqual(["cut north 1 x2"]);
  const text = await readFile(anchorPath(dataDir), "utf8");
  await writeFile(anchorPath(dataDir), text.replace('"seq":2', '"seq":1'));
  expect(await found()).toEqual(["anchor installation - x1"]);
  await expect(renewAnchor(deps)).rejects.toThrow("was changed");
});

test("the chain goes on under a new key, and an old key's rows are checked while the ring holds it", async () => {
  await action(2);
  await renewAnchor(deps);
  deps = { ...deps, keys: createKeyRing(NEW_SECRET, [OLD_SECRET]) };
  await action(2);
  expect(await checkWithAnchor(deps)).toMatchObject({ rows: 8, unreadable: 0, findings: [] });
  await renewAnchor(deps);
  await behindTheBack(`update audit set action = 'x' where id = ${rowAt(1)}`);
  expect(await found()).toEqual(["changed north 1 x1"]);
  // Without the old key, rows under it are compared with the digest that the new key vouched for; new rows have their own entries.
  deps = { ...deps, keys: createKeyRing(NEW_SECRET) };
  expect(await found()).toEqual(["changed_since north - x2"]);
  await behindTheBack(`update audit set action = 'x' where id = ${rowAt(4)}`);
  expect(await found()).toEqual(["changed north 4 x1", "changed_since north - x2"]);
});

/** Replaces the key as docs/deploy.md says; `check` tells whether the audit is read while both keys exist. */
async function replaceKey({ check }: { check: boolean }): Promise<void> {
  await action(3);
  deps = { ...deps, keys: createKeyRing(NEW_SECRET, [OLD_SECRET]) };
  await recordKeys(deps);
  await action(2);
  if (check) expect(await checkWithAnchor(deps)).toMatchObject({ findings: [] });
  deps = { ...deps, keys: createKeyRing(NEW_SECRET) };
}

const NO_KEY = "deadbeef";

test.each([
  ["changed", `update audit set action = 'x' where id = ROW`, ["foreign_key north 2 x1"]],
  ["removed", `delete from audit where id = ROW`, ["foreign_key north 2 x1", "removed north 2 x1"]],
])(
  "a %s row whose chain entry names a key that was never here is found, and the console ends with 1",
  async (_what, sql, kinds) => {
    await action(3);
    await renewAnchor(deps);
    const row = rowAt(2);
    await behindTheBack(
      `${sql.replace("ROW", row)}; update audit_chain set key_id = '${NO_KEY}' where organization_id = '${ids.north}' and seq = 2`,
    );
    expect(await found()).toEqual(kinds);
    const { said, exitCode } = await checkOnConsole(deps);
    expect([exitCode, said.join("\n")]).toEqual([1, expect.stringContaining("a key that this installation never had")]);
    expect(said.join("\n")).not.toContain("Nothing was changed");
  },
);

test("nobody who holds the database makes up an old key", async () => {
  await action(3);
  await recordKeys(deps);
  await behindTheBack(`
    insert into audit_keys (key_id, voucher_id, mac) select '${NO_KEY}', voucher_id, mac from audit_keys;
    insert into audit_keys (key_id, voucher_id, mac) values ('${NO_KEY}', '${NO_KEY}', repeat('a', 64));
    update audit set action = 'x' where id = ${rowAt(2)};
    update audit_chain set key_id = '${NO_KEY}' where organization_id = '${ids.north}' and seq = 2`);
  expect(await found()).toEqual(["foreign_key north 2 x1"]);
});

test("rows read while both keys were present are checked without the old one", async () => {
  await replaceKey({ check: true });
  expect(await checkWithAnchor(deps)).toMatchObject({ rows: 10, unreadable: 0, findings: [] });
  expect(await checkOnConsole(deps)).toMatchObject({ sound: true, exitCode: 0 });
  // The vouched rows stay valid after the next replacement, without the first key.
  deps = { ...deps, keys: createKeyRing(THIRD_SECRET, [NEW_SECRET]) };
  await action(1);
  expect(await checkWithAnchor(deps)).toMatchObject({ findings: [] });
  deps = { ...deps, keys: createKeyRing(THIRD_SECRET) };
  expect(await checkWithAnchor(deps)).toMatchObject({ rows: 12, unreadable: 0, findings: [] });
});

test.each([
  ["changed", `update audit set action = 'x' where id = ROW`, ["changed_since north - x3"]],
  ["removed", `delete from audit where id = ROW`, ["removed north 2 x1", "changed_since north - x3"]],
  [
    "removed with its chain entry",
    `delete from audit_chain where audit_id = ROW; delete from audit where id = ROW`,
    ["gap north 3 x1", "changed_since north - x2"],
  ],
])("a row under an old key that was %s after the key had gone is found", async (_what, sql, kinds) => {
  await replaceKey({ check: true });
  const { audit_id } = await one<{ audit_id: string }>(world.admin, `select ${rowAt(2)} as audit_id`);
  await behindTheBack(sql.replaceAll("ROW", `'${audit_id}'`));
  expect((await found()).sort()).toEqual([...kinds].sort());
});

test("a new row that is passed off as one of the old key is not read, and that is reported", async () => {
  await replaceKey({ check: true });
  await behindTheBack(`
    update audit set action = 'x' where id = ${rowAt(5)};
    update audit_chain set key_id = '${createKeyRing(OLD_SECRET).keyId}' where organization_id = '${ids.north}' and seq = 5`);
  expect(await checkWithAnchor(deps)).toMatchObject({ unreadable: 1 });
  expect(await checkOnConsole(deps)).toMatchObject({ sound: false, exitCode: 2 });
});

test("rows whose old key went unread are not called unchanged: exit code 2, and what to do", async () => {
  await replaceKey({ check: false });
  const { said, sound, exitCode } = await checkOnConsole(deps);
  expect({ sound, exitCode }).toEqual({ sound: false, exitCode: 2 });
  expect(said.join("\n")).toContain("NOT CHECKED: 6 rows");
  expect(said.join("\n")).toContain("PORTAL_OTHER_SECRET_KEYS");
  expect(said.join("\n")).not.toContain("Nothing was changed");
  const { rows } = await world.admin.query("select unreadable_rows::int, findings::int from audit_checks");
  expect(rows).toEqual([{ unreadable_rows: 6, findings: 0 }]);
  // Without the stored vouches the check confirms less, and says so.
  deps = { ...deps, keys: createKeyRing(NEW_SECRET, [OLD_SECRET]) };
  expect(await checkOnConsole(deps)).toMatchObject({ exitCode: 0 });
  deps = { ...deps, keys: createKeyRing(NEW_SECRET) };
  await behindTheBack("delete from audit_keys where chain is not null");
  expect(await checkOnConsole(deps)).toMatchObject({ exitCode: 2 });
});

test("a note outside that names another key does not pass for no note", async () => {
  await action(3);
  await renewAnchor(deps);
  await behindTheBack(`delete from audit where id = ${rowAt(3)}`);
  await behindTheBack(`delete from audit_chain where organization_id = '${ids.north}' and seq = 3`);
  const text = await readFile(anchorPath(dataDir), "utf8");
  await writeFile(anchorPath(dataDir), text.replace(/"keyId":"[^"]+"/, `"keyId":"${NO_KEY}"`));
  expect(await found()).toEqual(["anchor installation - x1"]);
  await expect(renewAnchor(deps)).rejects.toThrow("not in the key ring");
});

// Covers: design.8
test("a row that commits late is chained before what began after it", async () => {
  const late = await world.enter(north);
  await late.query(`update end_users set last_name = 'Sen' where id = '${ids.anna}'`);
  await world.as(south, (client) => client.query(`update end_users set last_name = 'Tidig' where id = '${ids.sven}'`));
  await world.as(north, (client) => client.query(`update credentials set enabled = false where id = '${ids.annaCar}'`));
  expect(await chainDueRows(deps)).toBe(0);
  await commit(late);
  await chainAll();
  const { rows } = await world.admin.query(
    `select a.action, s.seq::int from audit_chain s join audit a on a.id = s.audit_id where s.organization_id = '${ids.north}' order by s.seq`,
  );
  expect(rows).toEqual([
    { action: "end_users.update", seq: 1 },
    { action: "credentials.update", seq: 2 },
  ]);
  expect(await found()).toEqual([]);
});

test("many writers and several servers that chain at once give one chain without a hole", async () => {
  const writing = new AbortController();
  const sealers = [1, 2, 3].map(async () => {
    while (!writing.signal.aborted) await chainDueRows(deps);
  });
  await Promise.all(
    Array.from({ length: 8 }, async (_, writer) => {
      for (let i = 0; i < 15; i++)
        await world.as(writer % 2 ? north : south, (client) =>
          client.query("insert into end_users (organization_id, first_name, last_name) values ($1, 'A', 'B')", [
            writer % 2 ? ids.north : ids.south,
          ]),
        );
    }),
  );
  writing.abort();
  await Promise.all(sealers);
  await chainAll();
  expect(await checkWithAnchor(deps)).toMatchObject({ rows: 120, findings: [] });
});

test("a burst of more than one batch is chained and checked whole, and rows of a restored back-up too", async () => {
  await world.admin.query(
    `insert into audit (organization_id, action) select '${ids.north}', 'burst' from generate_series(1, 5200)`,
  );
  // The audit is restored into a younger cluster, which has not reached these transaction numbers.
  await world.admin.query(
    `insert into audit (organization_id, action, tx) values ('${ids.north}', 'restored', '999999999999')`,
  );
  await chainAll();
  const report = await checkWithAnchor(deps);
  expect(report).toMatchObject({ rows: 5201, findings: [] });
  await behindTheBack(`update audit set action = 'x' where id = ${rowAt(5150)}`);
  expect(await found()).toEqual(["changed north 5150 x1"]);
});

async function commit(client: PoolClient): Promise<void> {
  await client.query("commit");
  client.release();
}

test.each(["infinity", "-infinity", "294270-01-01", "4000-01-01 BC"])(
  "a row written past the portal with the time %s stops neither the chains nor their check, and is found",
  async (at) => {
    await action(1);
    await world.admin.query(
      `insert into audit (organization_id, action, at) values ('${ids.north}', 'end_users.update', '${at}')`,
    );
    await action(2);
    expect(await found()).toEqual(["backdated north 2 x1"]);
    await behindTheBack(
      `update audit set at = now() where action = 'end_users.update' and not at between '0001-01-01' and '9999-12-31'`,
    );
    expect(await found()).toEqual(["changed north 2 x1"]);
  },
);

test("microseconds that a numeric holds are written in an entry's text as those of a bigint were", async () => {
  const { rows } = await world.admin.query<{ is_same: boolean }>(
    `select jsonb_build_array(round(extract(epoch from at) * 1000000))::text = jsonb_build_array((extract(epoch from at) * 1000000)::bigint)::text as is_same
     from unnest(array['1969-12-31 23:59:59.999999+00', '1970-01-01 00:00:00+00', '2026-11-28 10:00:00.1+00', '2026-11-28 10:00:00.123456+00']::timestamptz[]) at`,
  );
  expect(rows.map(({ is_same }) => is_same)).toEqual([true, true, true, true]);
});
