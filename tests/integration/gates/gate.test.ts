import { randomUUID } from "node:crypto";
import type { Pool } from "pg";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { GATE_LATEST_MS } from "#contract/limits.ts";
import { plateKey } from "#contract/plate.ts";
import { systemClock } from "#drivers/clock.ts";
import {
  GATE_FACTS_OF_MANY_SQL,
  GATE_FACTS_SQL,
  logPassages,
  type PassageToLog,
  readGateFacts,
} from "#server/gates/gate.store.ts";
import { batchedGateTables } from "#server/gates/gate-batches.ts";
import { gatePassage } from "#server/gates/gate-passage.ts";
import { ids, one, openWorld, type World } from "#tests/integration/platform/world.ts";
import { openPool } from "#tests/support/pool.ts";

let world: World;
let gate: Pool;
beforeAll(async () => {
  world = await openWorld();
  gate = openPool({ connectionString: world.database.authenticatorUrl, options: "-c role=portal_gate", max: 8 });
});
beforeEach(() => world.reset());
afterAll(async () => {
  await gate.end();
  await world[Symbol.asyncDispose]();
});

const read = (plate = "ABC123") => ({
  id: randomUUID(),
  plateText: plate,
  plate: plateKey(plate),
  gateId: ids.northGate as string,
  granted: true,
  reason: "valid_credential" as const,
  credentialId: ids.annaCar as string,
});

const logPassage = async (pool: Pool, passage: PassageToLog) => (await logPassages(pool, [passage]))[0];

describe("a plate that eight cameras read at once", () => {
  test("opens once, and the other rows name the passage that opened", async () => {
    for (let round = 0; round < 25; round += 1) {
      const plate = `AAA${100 + round}`;
      const logged = await Promise.all(Array.from({ length: 8 }, () => logPassage(gate, read(plate))));
      const opened = logged.filter((row) => row?.opened);
      expect(opened).toHaveLength(1);
      const { rows } = await world.admin.query(
        "select distinct duplicate_of from access_logs where plate_number = $1 and not opened",
        [plate],
      );
      expect(rows).toEqual([{ duplicate_of: opened[0]?.id }]);
    }
  });

  test("opens again after ten seconds, and not before", async () => {
    await logPassage(gate, read());
    await world.admin.query("update gate_passages set opened_at = now() - interval '9 s'");
    expect(await logPassage(gate, read())).toMatchObject({ opened: false });
    await world.admin.query("update gate_passages set opened_at = now() - interval '11 s'");
    expect(await logPassage(gate, read())).toMatchObject({ opened: true });
  });

  test("opens again where the clock was set back since it opened", async () => {
    await logPassage(gate, read());
    await world.admin.query("update gate_passages set opened_at = now() + interval '9 s'");
    expect(await logPassage(gate, read())).toMatchObject({ opened: false });
    await world.admin.query("update gate_passages set opened_at = now() + interval '1 hour'");
    expect(await logPassage(gate, read())).toMatchObject({ opened: true });
    expect(await logPassage(gate, read())).toMatchObject({ opened: false });
  });

  test("is free at another gate and for another plate", async () => {
    expect(await logPassage(gate, read())).toMatchObject({ opened: true });
    expect(await logPassage(gate, { ...read(), gateId: ids.southGate })).toMatchObject({ opened: true });
    expect(await logPassage(gate, read("ABC124"))).toMatchObject({ opened: true });
  });
});

test("a denied read is logged without asking for the opening", async () => {
  await logPassage(gate, { ...read(), granted: false, reason: "expired" as const });
  expect(await one(world.admin, "select access_granted, opened, duplicate_of, plate_key from access_logs")).toEqual({
    access_granted: false,
    opened: false,
    duplicate_of: null,
    plate_key: "ABC123",
  });
  expect((await world.admin.query("select from gate_passages")).rowCount).toBe(0);
});

test("a read that has become too old by the time its row is stored opens nothing, and its row says so", async () => {
  const sent: unknown[] = [];
  const outcomes: string[] = [];
  const answer = await gatePassage(
    {
      pool: gate,
      tables: batchedGateTables({ quick: gate, waiting: gate }),
      clock: { ...systemClock, monotonic: () => GATE_LATEST_MS },
      log: pino({ level: "silent" }),
      senderMay: () => ({ reach: "any_gate", password: "new" }),
      recordUse: () => {},
      openGate: async (...order) => {
        sent.push(order);
        return { outcome: "executed", httpStatus: 200, reason: null };
      },
      isAnothers: async () => false,
      copied: () => {},
      pushed: () => {},
      wake: () => {},
      metrics: { decided: () => {}, opened: (outcome) => outcomes.push(outcome), broken: () => {} },
    },
    { plateText: "ABC123", gateId: ids.northGate as string, user: "", password: "", arrivedAt: 0 },
  );
  await answer?.open?.();
  expect({ sent, outcomes }).toEqual({ sent: [], outcomes: ["too_late"] });
  expect(await one(world.admin, "select access_granted, opened, macro_executed from access_logs")).toEqual({
    access_granted: true,
    opened: true,
    macro_executed: false,
  });
});

describe("passages that are logged in one statement", () => {
  const batch = () => [
    read("AAA111"),
    { ...read("BBB222"), granted: false, reason: "no_match" as const, credentialId: null },
    read("AAA111"),
    { ...read("AAA111"), gateId: ids.southGate as string },
    { ...read("?"), plate: null, gateId: null, granted: false, reason: "gate_not_found" as const, credentialId: null },
  ];
  const rowsOf = async () =>
    (
      await world.admin.query(
        "select id, plate_number, controller_id, access_granted, access_reason, credential_id, opened, duplicate_of from access_logs order by detected_at, array_position($1, id)",
        [[...order]],
      )
    ).rows;
  let order: string[] = [];

  test("leave the rows that they leave one by one, answered in their order", async () => {
    const passages = batch();
    order = passages.map(({ id }) => id);
    const together = await logPassages(gate, passages);
    expect(together.map(({ id }) => id)).toEqual(order);
    expect(together.map(({ opened }) => opened)).toEqual([true, false, false, true, false]);
    const rows = await rowsOf();
    expect(rows[2]).toMatchObject({ opened: false, duplicate_of: order[0] });
    await world.reset();
    for (const passage of passages) await logPassages(gate, [passage]);
    expect(await rowsOf()).toEqual(rows);
    expect(rows).toHaveLength(5);
  });

  test("open once for all who read the plate, in whatever batches and order they come", async () => {
    for (let round = 0; round < 20; round += 1) {
      const plates = [`AAA${100 + round}`, `BBB${100 + round}`];
      const [forth, back] = [plates, plates.toReversed()];
      const all = await Promise.all(
        [forth, back, forth, back].map((some) =>
          logPassages(
            gate,
            some.flatMap((plate) => [read(plate), read(plate)]),
          ),
        ),
      );
      expect(all.flat().filter(({ opened }) => opened)).toHaveLength(2);
    }
  });

  test("are refused whole when one names a credential that is gone", async () => {
    const gone = { ...read("BBB222"), credentialId: randomUUID() };
    await expect(logPassages(gate, [read("AAA111"), gone])).rejects.toMatchObject({ code: "23503" });
    expect((await world.admin.query("select from access_logs")).rowCount).toBe(0);
  });
});

test("the facts of several reads are those of each, in their order", async () => {
  const reads = [
    { webhookUser: "x", gateId: ids.northGate as string, plate: "ABC123" },
    { webhookUser: "y", gateId: null, plate: null },
    { webhookUser: "x", gateId: ids.southGate as string, plate: "ABC123" },
    { webhookUser: "x", gateId: ids.northGate as string, plate: "ZZZ999" },
  ];
  const alone = [];
  for (const one of reads) alone.push(...(await readGateFacts(gate, [one])));
  expect(await readGateFacts(gate, reads)).toEqual(alone);
  expect(alone.map(({ candidates }) => candidates.length)).toEqual([1, 0, 1, 0]);
});

/** Gives Anna's car the gate by a membership that begins tomorrow. */
const COMING = `
  with g as (insert into access_groups (organization_id, name) values ('${ids.north}', 'Sommar') returning id)
  insert into access_group_doors (group_id, organization_id, controller_id) select id, '${ids.north}', '${ids.northGate}' from g;
  insert into access_group_members (group_id, organization_id, end_user_id, valid_from)
  select id, organization_id, '${ids.anna}', now() + interval '1 day' from access_groups`;

const facts = async (plate = "abc-123") =>
  (await readGateFacts(gate, [{ webhookUser: "x", gateId: ids.northGate, plate: plateKey(plate) }]))[0]?.candidates;

describe("the facts of a plate", () => {
  const good = {
    id: ids.annaCar,
    enabled: true,
    started: true,
    ended: false,
    assigned: true,
    scheduled: false,
    begins: false,
    uses_gate: true,
    alias_of: null,
  };

  test.each<[string, string, object[]]>([
    ["valid", "select", [good]],
    [
      "switched off",
      `update credentials set enabled = false where id = '${ids.annaCar}'`,
      [{ ...good, enabled: false }],
    ],
    [
      "expired",
      `update credentials set valid_from = now() - interval '2 days', valid_to = now() where id = '${ids.annaCar}'`,
      [{ ...good, ended: true }],
    ],
    [
      "not begun",
      `update credentials set valid_from = now() + interval '1 hour' where id = '${ids.annaCar}'`,
      [{ ...good, started: false }],
    ],
    [
      "unassigned",
      `delete from controller_assignments where credential_id = '${ids.annaCar}'`,
      [{ ...good, assigned: false }],
    ],
    [
      "of a membership that begins later",
      `delete from controller_assignments where credential_id = '${ids.annaCar}'; ${COMING}`,
      [{ ...good, assigned: false, begins: true }],
    ],
    [
      "of a membership with hours that never come",
      `delete from controller_assignments where credential_id = '${ids.annaCar}'; ${COMING};
       with s as (insert into schedules (name) values ('Aldrig') returning id) update access_group_doors set schedule_id = s.id from s;
       update access_group_members set valid_from = null`,
      [{ ...good, assigned: false, scheduled: true }],
    ],
    [
      "of a membership with hours that has not begun",
      `delete from controller_assignments where credential_id = '${ids.annaCar}'; ${COMING};
       with s as (insert into schedules (name) values ('Aldrig') returning id) update access_group_doors set schedule_id = s.id from s`,
      [{ ...good, assigned: false, begins: true }],
    ],
    [
      "of a membership that came and went",
      `delete from controller_assignments where credential_id = '${ids.annaCar}'; ${COMING};
       set local session_replication_role = replica;
       update access_group_rights set valid_from = now() - interval '2 days', valid_to = now() - interval '1 day'`,
      [{ ...good, assigned: false }],
    ],
    [
      "of an organisation unlinked from the gate",
      `delete from organization_controllers where controller_id = '${ids.northGate}'`,
      [{ ...good, assigned: false }],
    ],
    [
      "of an organisation that has nothing to do with the gate",
      `delete from organization_controllers where controller_id = '${ids.northGate}';
       delete from controller_assignments where credential_id = '${ids.annaCar}'`,
      [{ ...good, assigned: false, uses_gate: false }],
    ],
    ["deleted", `delete from end_users where id = '${ids.anna}'`, []],
  ])("that is %s are read", async (_what, sql, expected) => {
    await world.admin.query(sql);
    expect(await facts()).toEqual(expected);
  });

  test("are found by the plate's key, whatever else the table holds", async () => {
    await world.admin.query(`insert into credentials (end_user_id, credential_type, credential_value)
      select '${ids.anna}', 'license_plate', 'P' || lpad(n::text, 6, '0') from generate_series(1, 20000) n`);
    await world.admin.query("analyze credentials");
    for (const statement of [
      GATE_FACTS_SQL.replace("$1", "'x'").replace("$2", `'${ids.northGate}'::uuid`).replace("$3", "'ABC123'"),
      GATE_FACTS_OF_MANY_SQL.replace("$1", "'{x,x}'")
        .replace("$2", `'{${ids.northGate},${ids.northGate}}'`)
        .replace("$3", "'{ABC123,ABC124}'"),
    ]) {
      const { rows } = await world.admin.query<{ "QUERY PLAN": string }>(`explain (costs off) ${statement}`);
      const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
      expect(plan).toContain("credentials_plate_key");
      expect(plan).not.toContain("Seq Scan on credentials");
    }
  });
});

test("a credential that is deleted between decision and log refuses the row, so the server decides afresh", async () => {
  await world.admin.query(`delete from end_users where id = '${ids.anna}'`);
  await expect(logPassage(gate, read())).rejects.toMatchObject({ code: "23503" });
  expect((await world.admin.query("select from gate_passages")).rowCount).toBe(0);
});
