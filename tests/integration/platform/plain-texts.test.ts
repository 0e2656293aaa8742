// Texts that people write are stored in one form by every call, and found in any form.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { plainText } from "#contract/plain-line.ts";
import { ENCRYPTED_TEXT, encrypted, ids, north, one, openWorld, south, system, type World } from "./world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

/** The name composed; macOS, PDF files and some keyboards give it decomposed, with characters that change the direction of text. */
const NAME = "Åsa Öberg";
const WRITTEN = ["A\u030asa O\u0308berg", "\u202eÅsa Öberg\u202c", "Åsa\u200b Öberg", "\ufeffA\u030asa Öberg\u2066"];

/** Columns that portal roles write and that are no text of people's: an address, an id, a choice, or a value with a rule of its own. */
const NO_TEXT: Readonly<Record<string, string>> = {
  "controller_assignments.axis_credential_token": "a device's token, which only the worker knows",
  "controller_assignments.axis_user_token": "a device's token, which only the worker knows",
  "controller_users.group_token": "a device's token",
  "controller_users.pin": "encrypted",
  "controllers.device_ip": "an address",
  "controllers.device_type": "a choice",
  "controllers.macro_id": "a device's id",
  "controllers.username": "goes to the device as it was written",
  "credentials.axxon_vehicle_id": "a device's id",
  "credentials.credential_type": "a choice",
  "credentials.credential_value": "encrypted, or a plate (plate-keys.test.ts)",
  "credentials.validity_period": "a choice",
  "end_users.email": "an address",
  "end_users.import_digest": "a digest",
  "end_users.phone": "its check allows digits and plain signs only",
  "notice_choices.kind": "a choice",
  "notice_choices.pace": "a choice",
  "organizations.kind": "a choice",
  "weekly_codes.code": "encrypted",
};

const COLUMNS = `select c.relname || '.' || a.attname as name from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and a.atttypid = 'text'::regtype
    and exists (select from unnest(array['org_admin', 'system_admin']) r
      where has_column_privilege(r, c.oid, a.attnum, 'insert') or has_column_privilege(r, c.oid, a.attnum, 'update'))
  order by 1`;
const KEPT = `select c.relname || '.' || a.attname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
  join pg_attribute a on a.attrelid = c.oid and a.attnum = any (t.tgattr) where t.tgname = 'plain_texts' order by 1`;
const names = async (sql: string) => (await world.admin.query<{ name: string }>(sql)).rows.map(({ name }) => name);

test("every text that a portal role may write has the rule, or a reason why it needs none", async () => {
  const [written, kept] = [await names(COLUMNS), await names(KEPT)];
  expect(written.filter((name) => !kept.includes(name) && NO_TEXT[name] === undefined)).toEqual([]);
  expect([...kept, ...Object.keys(NO_TEXT)].filter((name) => !written.includes(name))).toEqual([]);
  expect(kept.filter((name) => NO_TEXT[name] !== undefined)).toEqual([]);
});

test("each of them is stored in one form, from any writer", async () => {
  await world.admin.query(`
    insert into alert_webhooks (name, origin, encrypted_url, signing_secret) values ('Larm', 'https://larm.example', '${ENCRYPTED_TEXT}', '${ENCRYPTED_TEXT}');
    insert into controller_users (controller_id, first_name, last_name, pin, access_point_ids)
    values ('${ids.shared}', 'A', 'B', '${encrypted("864209")}', '{}')`);
  const tried = [];
  for (const name of await names(KEPT)) {
    const [table = "", column = ""] = name.split(".");
    const some = `(select id from ${table} where ${table === "credentials" ? "credential_type = 'license_plate'" : "true"} limit 1)`;
    for (const written of WRITTEN) {
      const { rows } = await world.admin.query<{ text: string }>(
        `update ${table} set ${column} = $1 where id = ${some} returning ${column} as text`,
        [written],
      );
      tried.push([name, rows[0]?.text]);
    }
  }
  expect(tried).toEqual((await names(KEPT)).flatMap((name) => WRITTEN.map(() => [name, NAME])));
  await world.reset();
});

describe.each(WRITTEN)("written %j", (written) => {
  const insert = `insert into end_users (organization_id, first_name, last_name) values ('${ids.north}', $1, $1)`;
  test("a person is stored and found by a table call, and no neighbour sees it", async () => {
    await world.as(north, (client) => client.query(insert, [written]));
    const stored = await world.admin.query(
      "delete from end_users where first_name <> 'Anna' and first_name <> 'Sven' returning first_name, last_name",
    );
    expect(stored.rows).toEqual([{ first_name: NAME, last_name: NAME }]);
  });
  test("it finds what is stored composed", async () => {
    await world.as(north, (client) => client.query(insert, [NAME]));
    const found = (caller: typeof north) =>
      world.as(caller, (client) =>
        one<{ matched: number }>(client, "select (search_end_users($1) ->> 'matched')::int as matched", [written]),
      );
    try {
      for (const caller of [north, system]) expect(await found(caller)).toEqual({ matched: 1 });
      expect(await found(south)).toEqual({ matched: 0 });
    } finally {
      await world.admin.query("delete from end_users where first_name = $1", [NAME]);
    }
  });
});

test("nothing but invisible characters is no name", async () => {
  for (const written of ["\u200b", "\u202e\u202c", "\ufeff \u2060"])
    await expect(
      world.as(north, (client) => client.query("update end_users set first_name = $1", [written])),
    ).rejects.toMatchObject({ code: "23514" });
});

test("SQL and TypeScript make the same of every sign", async () => {
  const texts = Array.from({ length: 0x3000 }, (_, at) => `a${String.fromCodePoint(at + 1)}e`);
  const { rows } = await world.admin.query<{ text: string }>(
    "select private.plain_text(t) as text from unnest($1::text[]) with ordinality as s (t, place) order by place",
    [texts],
  );
  expect(rows.map(({ text }) => text)).toEqual(texts.map(plainText));
});
