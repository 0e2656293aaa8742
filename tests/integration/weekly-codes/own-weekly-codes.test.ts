// Weekly codes for an org admin.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { ownWeeklyCodes } from "#contract/functions/own-weekly-codes.ts";
import { REVEALS_PER_HOUR } from "#contract/limits.ts";
import { callFunction } from "#tests/support/client.ts";
import { spelledOut } from "#tests/support/spelled-out.ts";
import { openWeeklyPortal, type WeeklyPortal } from "./weekly-portal.ts";

let world: WeeklyPortal;
beforeAll(async () => {
  world = await openWeeklyPortal();
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.clearCodes();
  await sql("delete from organization_access_points");
  await sql("delete from organization_controllers");
  await sql("delete from auth.rate_limits");
});

const sql = (text: string, values: unknown[] = []) => world.portal.admin.query(text, values);
const give = (controllerId: string) =>
  sql("insert into organization_controllers (organization_id, controller_id) values ($1, $2)", [
    world.portal.accounts.nord.organizationId,
    controllerId,
  ]);
const ask = (body: object) => callFunction(world.nord, "own-weekly-codes", body);
const list = async () => ownWeeklyCodes.LIST.reply.parse((await ask({ action: "LIST" })).body).codes;
const reveal = (controller_id: string) => ask({ action: "REVEAL", controller_id });
const revealed = async () => {
  const { rows } = await sql(
    "select organization_id, subject_id, after from audit where action = 'weekly_code_revealed' order by at",
  );
  return rows;
};

test("an org admin sees this week's code of the own controller, audited without its digits", async () => {
  await give(world.northId);
  const { codes } = await world.generate([world.northId], 2);
  expect(await list()).toMatchObject([{ controller_id: world.northId, is_own: true, is_written: true }]);
  expect(spelledOut(await list())).not.toContain(codes[0]?.code);
  const before = (await revealed()).length;
  const shown = ownWeeklyCodes.REVEAL.reply.parse((await reveal(world.northId)).body);
  expect(shown.code).toBe(codes[0]?.code);
  const rows = (await revealed()).slice(before);
  expect(rows).toMatchObject([
    { organization_id: world.portal.accounts.nord.organizationId, subject_id: world.northId },
  ]);
  expect(spelledOut(rows)).not.toContain(shown.code);
  // A unit that may have been replaced has not confirmed the code; Synkstatus says the same.
  const turn = (on: boolean) => sql("update controllers set enabled = $2 where id = $1", [world.northId, on]);
  await turn(false);
  expect(await list()).toMatchObject([{ controller_id: world.northId, is_written: false }]);
  await turn(true);
  await expect.poll(list).toMatchObject([{ controller_id: world.northId, is_written: true }]);
});

test("controllers with the same code have the same id of it, and others another", async () => {
  await give(world.northId);
  await give(world.southId);
  await world.generate([world.northId, world.southId], 1);
  const [one, same] = await list();
  expect(same?.id).toBe(one?.id);
  await world.clearCodes();
  await world.generate([world.northId], 1);
  await world.generate([world.southId], 1);
  const [north, south] = await list();
  expect(south?.id).not.toBe(north?.id);
});

test("a controller of others, one without a code and an unknown one are not found, and cost nothing", async () => {
  await give(world.northId);
  await world.generate([world.southId]);
  expect(await list()).toEqual([]);
  for (const id of [world.southId, world.northId, crypto.randomUUID()])
    expect((await reveal(id)).body["code"]).toBe("not_found");
  const { rowCount } = await sql("select from auth.rate_limits where key like 'reveal:%'");
  expect(rowCount).toBe(0);
});

test("a code that opens another's doors too is listed and not shown", async () => {
  await give(world.northId);
  await world.generate([world.northId, world.southId]);
  expect(await list()).toMatchObject([{ controller_id: world.northId, is_own: false }]);
  expect(await reveal(world.northId)).toMatchObject({ status: 403, body: { code: "forbidden" } });

  await give(world.southId);
  expect((await list()).map((code) => code.is_own)).toEqual([true, true]);
  await sql(
    `insert into organization_access_points (organization_id, access_point_id, controller_id)
     select $1, id, controller_id from access_points where controller_id = $2 order by id limit 1`,
    [world.portal.accounts.nord.organizationId, world.northId],
  );
  expect((await list()).map((code) => code.is_own)).toEqual([false, false]);
  expect((await reveal(world.southId)).status).toBe(403);
});

test("it is one of the account's reveals, and a session that is not fresh sees nothing", async () => {
  await give(world.northId);
  await world.generate([world.northId]);
  for (let n = 0; n < REVEALS_PER_HOUR; n++) expect((await reveal(world.northId)).status).toBe(200);
  const before = (await revealed()).length;
  expect((await reveal(world.northId)).status).toBe(429);
  await sql("delete from auth.rate_limits");
  await sql(
    `update auth.sessions set amr = jsonb_build_array(jsonb_build_object('method', 'password',
       'timestamp', floor(extract(epoch from clock_timestamp()))::bigint - 301)) where user_id = $1`,
    [world.portal.accounts.nord.userId],
  );
  expect((await reveal(world.northId)).body["code"]).toBe("reauthentication_needed");
  expect((await revealed()).length).toBe(before);
});
