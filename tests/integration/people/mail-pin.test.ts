// A PIN mailed to its person's own address.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { endUserManager } from "#contract/functions/end-user-manager.ts";
import { PIN_MAILS_PER_DAY, REVEALS_PER_HOUR } from "#contract/limits.ts";
import { mailState } from "#server/platform/mail/mail-outcome.ts";
import { type Mailbox, startMailbox } from "#simulators/mailbox/mailbox.ts";
import { startTestPortal, type TestPortal } from "#tests/support/build-portal.ts";
import { callFunction, signedInClient } from "#tests/support/client.ts";
import { type MainWorld, mainWorld } from "#tests/support/main-world.ts";
import { spelledOut } from "#tests/support/spelled-out.ts";
import { stepUpAgain } from "#tests/support/step-up.ts";

const ADDRESS = "alva@exempel.example";

let mailbox: Mailbox;
let portal: TestPortal;
let world: MainWorld;
let person = "";
let pinId = "";
const sql = (text: string, values: unknown[] = []) => portal.admin.query<Record<string, unknown>>(text, values);
const mailIt = () => callFunction(world.nord, "end-user-manager", { action: "MAIL_PIN", credential_id: pinId });

beforeAll(async () => {
  mailbox = await startMailbox();
  portal = await startTestPortal({ env: { SMTP_URL: `smtp://127.0.0.1:${mailbox.port}` } });
  world = await mainWorld(portal);
  const { rows } = await sql(
    "select c.id, c.end_user_id from credentials c join end_users u on u.id = c.end_user_id where u.first_name = 'Alva' and c.credential_type = 'pin'",
  );
  pinId = String(rows[0]?.["id"]);
  person = String(rows[0]?.["end_user_id"]);
});
afterAll(async () => {
  await portal.close();
  await mailbox.close();
});
beforeEach(async () => {
  await stepUpAgain(portal.admin);
  mailbox.clear();
  await sql("delete from mail_queue");
  await sql("delete from auth.rate_limits");
  await sql("update end_users set email = $2 where id = $1", [person, ADDRESS]);
});

test("it reaches the person with doors and validity, and nothing of it is left in the queue or the audit", async () => {
  const reply = endUserManager.MAIL_PIN.reply.parse((await mailIt()).body);
  expect(reply.mail).toBe("sent");
  const mail = await mailbox.waitFor(ADDRESS);
  expect(mail.subject).toBe("Din kod till Brf Norrgården");
  for (const part of ["4816", "Dörr 1, Dörr 2", "Hej Alva Exempelsson"]) expect(mail.text).toContain(part);
  const queue = await sql(
    "select template, state, jsonb_strip_nulls(to_jsonb(q)) - array['id', 'recipient'] as kept from mail_queue q",
  );
  expect(queue.rows).toMatchObject([{ template: "code_handover", state: "sent" }]);
  // The queue holds the PIN neither in clear nor in the form of an encrypted PIN.
  expect(spelledOut(queue.rows)).not.toMatch(/4816|enc/);
  const { rows } = await sql("select subject_id, before, after from audit where action = 'pin_mailed'");
  expect(rows).toEqual([{ subject_id: pinId, before: null, after: null }]);
});

test("it names no door whose reader takes no code of that length, and says at what time the code ends", async () => {
  const { rows } = await sql(
    "with old as (select id, valid_to from credentials where id = $1) update credentials c set valid_to = '2027-05-02T08:15:00Z' from old where c.id = old.id returning old.valid_to",
    [pinId],
  );
  await sql("update access_points set pin_min = 6, pin_max = 6 where id = $1", [world.doorIds[1]]);
  expect((await mailIt()).status).toBe(200);
  const { text } = await mailbox.waitFor(ADDRESS);
  expect(text).toMatch(/^Dörrar: Dörr 1\r?$/m);
  expect(text).toMatch(/^Gäller: \d{4}-\d{2}-\d{2} – 2027-05-02 10:15\r?$/m);
  await sql("update access_points set pin_min = null, pin_max = null where id = $1", [world.doorIds[1]]);
  await sql("update credentials set valid_to = $2 where id = $1", [pinId, rows[0]?.["valid_to"]]);
});

test("it says that a code is switched off", async () => {
  await sql("update credentials set enabled = false where id = $1", [pinId]);
  expect((await mailIt()).status).toBe(200);
  await sql("update credentials set enabled = true where id = $1", [pinId]);
  expect((await mailbox.waitFor(ADDRESS)).text).toMatch(/^Gäller: Nej, koden är avstängd\r?$/m);
});

test("an email that was erased while its sending is awaited has failed", async () => {
  expect(await mailState(portal.server.deps, randomUUID())).toBe("failed");
});

test("without an address, or to somebody else's person, nothing is sent", async () => {
  await sql("update end_users set email = null where id = $1", [person]);
  expect(await mailIt()).toMatchObject({ status: 409, body: { error: expect.stringContaining("ingen e-postadress") } });
  const other = await callFunction(world.nord, "end-user-manager", {
    action: "MAIL_PIN",
    credential_id: crypto.randomUUID(),
  });
  expect(other.status).toBe(404);
  expect((await sql("select from mail_queue")).rowCount).toBe(0);
  expect((await sql("select from auth.rate_limits where key like 'reveal:%'")).rowCount).toBe(0);
});

test("one PIN is mailed so often a day, and each mail is one of the account's reveals", async () => {
  for (let n = 0; n < PIN_MAILS_PER_DAY; n++) expect((await mailIt()).status).toBe(200);
  expect(await mailIt()).toMatchObject({ status: 429, body: { error: expect.stringContaining("senaste dygnet") } });
  const reveal = () => callFunction(world.nord, "end-user-manager", { action: "REVEAL_PIN", credential_id: pinId });
  for (let n = PIN_MAILS_PER_DAY; n < REVEALS_PER_HOUR; n++) expect((await reveal()).status).toBe(200);
  expect((await reveal()).status).toBe(429);
});

test("a save keeps an address that it does not name, and an empty one removes it", async () => {
  const payload = {
    organization_id: portal.accounts.nord.organizationId,
    first_name: "Alva",
    last_name: "Exempelsson",
    pin: { validity_period: "12_months", access_point_ids: world.doorIds },
  };
  const save = (more: object) =>
    callFunction(world.nord, "end-user-manager", { action: "UPDATE", id: person, payload: { ...payload, ...more } });
  const email = async () => (await sql("select email from end_users where id = $1", [person])).rows[0]?.["email"];
  expect((await save({})).status).toBe(200);
  expect(await email()).toBe(ADDRESS);
  expect((await save({ email: "ny@exempel.example" })).status).toBe(200);
  expect(await email()).toBe("ny@exempel.example");
  expect((await save({ email: "inte en adress" })).status).toBe(400);
  expect((await save({ email: "" })).status).toBe(200);
  expect(await email()).toBeNull();
});

test("erasing a person with a neighbour's address takes nothing out of the neighbour's queue", async () => {
  await mailIt();
  const waiting = () => sql("select id, state from mail_queue order by id");
  const { rows } = await waiting();
  expect(rows).toHaveLength(1);
  const syd = await signedInClient(portal.url, portal.accounts.syd);
  const organization_id = portal.accounts.syd.organizationId;
  const row = { organization_id, first_name: "Ingen", last_name: "Alls", email: ADDRESS.toUpperCase() };
  const { data } = await syd.from("end_users").insert(row).select("id").single().throwOnError();
  const erased = await callFunction(syd, "person-data", { action: "ERASE", end_user_id: data.id });
  expect(erased.status).toBe(200);
  expect((await waiting()).rows).toEqual(rows);
});

test("the address is in the person's data, and an erasure takes it out of the mail queue", async () => {
  await mailIt();
  const exported = await callFunction(world.nord, "person-data", { action: "EXPORT", end_user_id: person });
  expect(exported.body["person"]).toMatchObject({ person: { email: ADDRESS } });
  // The email goes to the address that the person had when it was queued.
  await sql("update end_users set email = 'ny@exempel.example' where id = $1", [person]);
  expect((await callFunction(world.nord, "person-data", { action: "ERASE", end_user_id: person })).status).toBe(200);
  expect((await sql("select from mail_queue where recipient = $1", [ADDRESS])).rowCount).toBe(0);
});
