// The gate's own statements on the real tables: at most one opening, whoever reads the plate how often at once.
import { randomUUID } from "node:crypto";
import { Pool } from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { plateKey } from "#contract/plate.ts";
import { GATE_FACTS_SQL, logPassage, readGateFacts } from "#server/store/gate.ts";
import { ids, one, openWorld, type World } from "./world.ts";

let world: World;
let gate: Pool;
beforeAll(async () => {
  world = await openWorld();
  gate = new Pool({ connectionString: world.database.authenticatorUrl, options: "-c role=portal_gate", max: 8 });
  gate.on("error", () => undefined);
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

describe("a plate that eight cameras read at once", () => {
  test("opens once, and the other rows name the passage that opened", async () => {
    for (let round = 0; round < 25; round += 1) {
      const plate = `AAA${100 + round}`;
      const logged = await Promise.all(Array.from({ length: 8 }, () => logPassage(gate, read(plate))));
      const opened = logged.filter((row) => row.opened);
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

const facts = async (plate = "abc-123") =>
  (await readGateFacts(gate, { webhookUser: "x", gateId: ids.northGate, plate: plateKey(plate) })).candidates;

describe("the facts of a plate", () => {
  const good = { id: ids.annaCar, enabled: true, started: true, ended: false, assigned: true };

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
      "of an organisation unlinked from the gate",
      `delete from organization_controllers where controller_id = '${ids.northGate}'`,
      [{ ...good, assigned: false }],
    ],
    ["deleted", `delete from end_users where id = '${ids.anna}'`, []],
  ])("that is %s are told", async (_what, sql, expected) => {
    await world.admin.query(sql);
    expect(await facts()).toEqual(expected);
  });

  test("are found by the plate's key, whatever else the table holds", async () => {
    await world.admin.query(`insert into credentials (end_user_id, credential_type, credential_value)
      select '${ids.anna}', 'license_plate', 'P' || lpad(n::text, 6, '0') from generate_series(1, 20000) n`);
    await world.admin.query("analyze credentials");
    const { rows } = await world.admin.query<{ "QUERY PLAN": string }>(
      `explain (costs off) ${GATE_FACTS_SQL.replace("$1", "'x'").replace("$2", `'${ids.northGate}'::uuid`).replace("$3", "'ABC123'")}`,
    );
    const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
    expect(plan).toContain("credentials_plate_key");
    expect(plan).not.toContain("Seq Scan on credentials");
  });
});

test("a credential that is deleted between decision and log refuses the row, so the server decides afresh", async () => {
  await world.admin.query(`delete from end_users where id = '${ids.anna}'`);
  await expect(logPassage(gate, read())).rejects.toMatchObject({ code: "23503" });
  expect((await world.admin.query("select from gate_passages")).rowCount).toBe(0);
});
