// PINs of an import are mailed once to each person, at an address that nobody has changed since. One person's failure affects
// nobody else.
import { randomUUID } from "node:crypto";
import type { SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { endUserManager } from "#contract/functions/end-user-manager.ts";
import { peopleImport } from "#contract/functions/people-import.ts";
import { IMPORT_PIN_MAILS_PER_HOUR, PIN_MAILS_PER_DAY } from "#contract/limits.ts";
import type { PersonRow } from "#contract/people-file.ts";
import { ofPersonFields } from "#contract/person-fields.ts";
import { type Mailbox, startMailbox } from "#simulators/mailbox/mailbox.ts";
import { startAnotherServer, startTestPortal, type TestPortal } from "#tests/support/build-portal.ts";
import { callFunction, signedInClient } from "#tests/support/client.ts";
import { type MainWorld, mainWorld } from "#tests/support/main-world.ts";
import { spelledOut } from "#tests/support/spelled-out.ts";

let mailbox: Mailbox;
let portal: TestPortal;
let world: MainWorld;
let importId = "";
let ids: string[] = [];
let since: unknown;
const PINS = ["482917", "593028", "604139"];
const address = (row: number) => `person${row}@exempel.example`;
const sql = (text: string, values: unknown[] = []) => portal.admin.query<Record<string, unknown>>(text, values);
const body = (more: object = {}) => ({ action: "MAIL_IMPORTED_PINS", import_id: importId, ids, ...more });
const ask = (more: object = {}, client: SupabaseClient = world.nord) =>
  callFunction(client, "end-user-manager", body(more));

async function outcomes(more: object = {}, client?: SupabaseClient): Promise<string[]> {
  const { body: reply } = await ask(more, client);
  const { results } = endUserManager.MAIL_IMPORTED_PINS.reply.parse(reply);
  return results.map((one) => (one.outcome === "refused" ? one.code : one.outcome));
}
const mailed = async () => {
  const { rows } = await sql("select recipient from mail_queue where template = 'code_handover' order by 1");
  return rows.map(({ recipient }) => recipient);
};
const events = async (action: string) =>
  (await sql("select * from audit where action = $1 and at > $2", [action, since])).rows;
/** Numbers of events and of their rows. */
const audited = async () => [(await events("pins_mailed")).length, (await events("pin_mailed")).length];

const person = (row: number): PersonRow => ({
  row,
  first_name: "Ida",
  last_name: `Berg ${row}`,
  ...ofPersonFields((field) => (field === "email" ? address(row) : "")),
  pin: PINS[row - 1] ?? "",
  doors: [],
  plate: "",
  validity: "12_months",
});

async function importPeople({ nord, doorIds }: MainWorld, id: string) {
  const rows = PINS.map((_, at) => person(at + 1));
  const sent = { action: "IMPORT", import_id: id, total: rows.length, access_point_ids: doorIds, rows };
  return peopleImport.IMPORT.reply.parse((await callFunction(nord, "people-import", sent)).body);
}
/** Sets how many seconds ago the sessions were confirmed. */
const confirmed = (secondsAgo: number) =>
  sql(
    `update auth.sessions set amr = jsonb_build_array(jsonb_build_object('method', 'password',
       'timestamp', floor(extract(epoch from clock_timestamp()))::bigint - $1::int))`,
    [secondsAgo],
  );

beforeAll(async () => {
  mailbox = await startMailbox();
  portal = await startTestPortal({ env: { SMTP_URL: `smtp://127.0.0.1:${mailbox.port}` } });
  world = await mainWorld(portal);
});
afterAll(async () => {
  await portal.close();
  await mailbox.close();
});
beforeEach(async () => {
  await confirmed(0);
  mailbox.clear();
  await sql("delete from end_users where import_id is not null");
  await sql("delete from controller_pins; delete from mail_queue; delete from auth.rate_limits");
  since = (await sql("select clock_timestamp() as at")).rows[0]?.["at"];
  importId = randomUUID();
  const { results } = await importPeople(world, importId);
  ids = results.map((one) => ("end_user_id" in one ? one.end_user_id : ""));
});

test("each person gets the mail of a single hand-over, in one audited event with a row for each, and no reply has a PIN", async () => {
  const reply = await ask();
  expect(spelledOut(reply.body)).not.toMatch(/482917|593028|604139/);
  const { results } = endUserManager.MAIL_IMPORTED_PINS.reply.parse(reply.body);
  expect(results).toEqual(ids.map((id) => ({ end_user_id: id, outcome: "sent" })));
  const mail = await mailbox.waitFor(address(2));
  expect(mail.subject).toBe("Din kod till Brf Norrgården");
  for (const part of ["593028", "Dörr 1, Dörr 2", "Hej Ida Berg 2"]) expect(mail.text).toContain(part);
  for (const pin of ["482917", "604139"]) expect(mail.text).not.toContain(pin);
  const [event, ...others] = await events("pins_mailed");
  expect(others).toEqual([]);
  const parts = await events("pin_mailed");
  expect(parts).toHaveLength(3);
  for (const part of parts) expect(part).toMatchObject({ part_of: event?.["id"], actor: portal.accounts.nord.userId });
  expect(spelledOut([event, parts])).not.toMatch(/482917|593028|604139/);
  const { data } = await world.nord.rpc("audit_page", { actions: ["pins_mailed"] });
  expect(data).toMatchObject({ rows: [{ row_count: 3, names: { people_count: 3 } }] });
  // The person's exported data contain it too.
  const exported = await callFunction(world.nord, "person-data", { action: "EXPORT", end_user_id: ids[0] });
  expect(JSON.stringify(exported.body)).toContain('"pin_mailed"');
});

test("a repeat mails and audits nobody twice, and neither do two calls at once at two servers", async () => {
  const other = await startAnotherServer(portal);
  try {
    const there = await signedInClient(other.url, portal.accounts.nord);
    const both = (await Promise.all([outcomes(), outcomes({}, there)])).flat().sort();
    expect(both).toEqual(["repeated", "repeated", "repeated", "sent", "sent", "sent"]);
  } finally {
    await other.close();
  }
  expect(await outcomes()).toEqual(["repeated", "repeated", "repeated"]);
  expect(await mailed()).toEqual([1, 2, 3].map(address));
  expect(await audited()).toEqual([1, 3]);
  expect(await outcomes({ ids: [ids[0], ids[0]] })).toEqual(["repeated"]);
});

test("one person's obstacle stops nobody else, and each is named", async () => {
  await sql("update end_users set email = null where id = $1", [ids[0]]);
  // Somebody who changes an address cannot have the PIN mailed to it.
  await sql("update end_users set email = 'annan@exempel.example' where id = $1", [ids[1]]);
  const stranger = randomUUID();
  const { body: reply } = await ask({ ids: [...ids, stranger] });
  expect(reply).toMatchObject({
    results: [
      { end_user_id: ids[0], outcome: "refused", error: expect.stringContaining("ingen e-postadress") },
      { end_user_id: ids[1], outcome: "refused", error: expect.stringContaining("ändrats sedan importen") },
      { end_user_id: ids[2], outcome: "sent" },
      { end_user_id: stranger, outcome: "refused", code: "not_found" },
    ],
  });
  expect(await mailed()).toEqual([address(3)]);
  expect(await audited()).toEqual([1, 1]);
});

test("a PIN that cannot be opened stops nobody else", async () => {
  // The HMACs stay, so that the person counts as unchanged.
  await sql(
    `update credentials set credential_value = regexp_replace(credential_value, '[^:]+$', reverse(split_part(credential_value, ':', 4)))
     where end_user_id = $1`,
    [ids[0]],
  );
  expect(await outcomes()).toEqual(["internal", "sent", "sent"]);
  expect(await mailed()).toEqual([address(2), address(3)]);
});

test("a person removed meanwhile, another import's person and an import of yesterday get nothing", async () => {
  await sql("delete from end_users where id = $1", [ids[0]]);
  await sql("update end_users set import_id = gen_random_uuid() where id = $1", [ids[1]]);
  await sql("update end_users set created_at = now() - interval '25 hours' where id = $1", [ids[2]]);
  expect(await outcomes()).toEqual(["not_found", "not_found", "not_found"]);
  expect(await mailed()).toEqual([]);
  expect(await audited()).toEqual([0, 0]);
  expect((await sql("select from auth.rate_limits where key like 'import-mails:%'")).rowCount).toBe(0);
});

test("another organisation reaches nobody, and learns nothing of whom it asks for", async () => {
  const syd = await signedInClient(portal.url, portal.accounts.syd);
  const { body: reply } = await ask({}, syd);
  const { body: nobody } = await ask({ import_id: randomUUID() }, syd);
  expect(reply["results"]).toEqual(nobody["results"]);
  expect(await outcomes({}, syd)).toEqual(["not_found", "not_found", "not_found"]);
  expect(await mailed()).toEqual([]);
});

test("an old session confirms itself first, and a dry run of nobody costs nothing", async () => {
  await confirmed(301);
  expect(await ask()).toMatchObject({ status: 403, body: { code: "reauthentication_needed" } });
  await confirmed(0);
  expect(await outcomes({ ids: [randomUUID()] })).toEqual(["not_found"]);
  expect([await mailed(), await audited()]).toEqual([[], [0, 0]]);
  expect((await sql("select from auth.rate_limits where key like '%mail%'")).rowCount).toBe(0);
});

test("without a mail server nothing is sent, and the sentence says what to do", async () => {
  const other = await startTestPortal();
  try {
    const there = await mainWorld(other);
    const { results } = await importPeople(there, importId);
    const reply = await ask({ ids: results.map((one) => ("end_user_id" in one ? one.end_user_id : "")) }, there.nord);
    expect(reply).toMatchObject({ status: 409, body: { error: expect.stringContaining("ingen e-postserver") } });
    expect((await other.admin.query("select from audit where action = 'pins_mailed'")).rowCount).toBe(0);
  } finally {
    await other.close();
  }
});

test("an address that the mail server refused can be tried again, and is not audited anew", async () => {
  expect(await outcomes()).toEqual(["sent", "sent", "sent"]);
  await sql("update mail_queue set state = 'failed' where recipient = $1", [address(2)]);
  expect(await outcomes()).toEqual(["repeated", "sent", "repeated"]);
  expect(await mailed()).toEqual([1, 2, 3].map(address));
  expect((await events("pin_mailed")).length).toBe(3);
});

test("an account's quota stops a whole call, and a PIN's own stops that PIN alone", async () => {
  const [pin] = (await sql("select id from credentials where end_user_id = $1", [ids[0]])).rows;
  for (let n = 0; n < PIN_MAILS_PER_DAY; n++)
    await callFunction(world.nord, "end-user-manager", { action: "MAIL_PIN", credential_id: pin?.["id"] });
  expect(await outcomes()).toEqual(["rate_limited", "sent", "sent"]);
  await sql("delete from mail_queue");
  await sql(
    "update auth.rate_limits set taken = array(select now() + n * interval '1 microsecond' from generate_series(1, $1) n) where key like 'import-mails:%'",
    [IMPORT_PIN_MAILS_PER_HOUR - 1],
  );
  expect(await ask()).toMatchObject({ status: 429, body: { code: "rate_limited" } });
  expect(await mailed()).toEqual([]);
});
