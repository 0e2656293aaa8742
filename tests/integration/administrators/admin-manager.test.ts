import { randomUUID } from "node:crypto";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startTestPortal, type TestPortal } from "#tests/support/build-portal.ts";
import { callFunction, type FunctionAnswer, signedInClient } from "#tests/support/client.ts";
import { stepUpAgain } from "#tests/support/step-up.ts";

let portal: TestPortal;
let system: SupabaseClient;
let nord: SupabaseClient;
let nordId: string;

beforeAll(async () => {
  portal = await startTestPortal();
  system = await signedInClient(portal.url, portal.accounts.system);
  nord = await signedInClient(portal.url, portal.accounts.nord);
  nordId = portal.accounts.nord.organizationId ?? "";
});

afterAll(async () => {
  await portal.close();
});
beforeEach(() => stepUpAgain(portal.admin));

const call = (body: object, client = system): Promise<FunctionAnswer> => callFunction(client, "admin-manager", body);

let serial = 0;
const newEmail = () => `anna.${(serial += 1)}@nord.example`;
const orgAdmin = (fields: object = {}) => ({
  action: "create_org_admin",
  email: newEmail(),
  first_name: "Anna",
  last_name: "Berg",
  organization_id: nordId,
  ...fields,
});
const systemAdmin = (fields: object = {}) => ({
  action: "create_system_admin",
  email: newEmail(),
  first_name: "Sven",
  last_name: "Ek",
  ...fields,
});

async function made(body: object): Promise<{ id: string; password: string }> {
  const { status, body: reply } = await call(body);
  expect(status).toBe(200);
  const user = reply["user"];
  const id = typeof user === "object" && user !== null && "id" in user ? user.id : reply["admin_id"];
  return { id: String(id), password: String(reply["temp_password"]) };
}

async function settled(email: string, temporary: string): Promise<SupabaseClient> {
  const client = await signedInClient(portal.url, { email, password: temporary });
  const { error } = await client.auth.updateUser({ password: `egen-hemlighet-${email}` });
  if (error) throw error;
  return client;
}

async function audited(subject: string): Promise<{ action: string; actor: string | null }[]> {
  const { rows } = await portal.admin.query<{ action: string; actor: string | null }>(
    `select action, actor from audit where subject_id = $1 or after @> jsonb_build_array(jsonb_build_object('user_id', $1::text))
       or before @> jsonb_build_array(jsonb_build_object('user_id', $1::text)) order by at, action`,
    [subject],
  );
  return rows;
}

// Covers: 4.2, admin.1
test("a new org admin gets a temporary password once, and must change it before anything else answers", async () => {
  const body = orgAdmin();
  const { id, password } = await made(body);
  expect(password.length).toBeGreaterThanOrEqual(12);
  const client = await signedInClient(portal.url, { email: body.email, password });
  const before = await client.from("organizations").select("id");
  expect(before.status).toBe(403);
  const { error } = await client.auth.updateUser({ password: "en-egen-hemlighet-2026" });
  expect(error).toBeNull();
  const after = await client.from("organizations").select("id");
  expect(after.data).toEqual([{ id: nordId }]);
  const { data } = await system
    .from("user_roles")
    .select("role, profiles(first_name, last_name, email)")
    .eq("user_id", id);
  expect(data).toEqual([{ role: "org_admin", profiles: { first_name: "Anna", last_name: "Berg", email: body.email } }]);
});

// Covers: 7.8, admin.1
test("a new system admin is answered as the user, and one may be given a password that is temporary too", async () => {
  const body = systemAdmin({ password: "valt-av-en-annan-7" });
  const answer = await call(body);
  expect(answer).toMatchObject({
    status: 200,
    body: { success: true, user: { email: body.email }, temp_password: "valt-av-en-annan-7" },
  });
  const client = await signedInClient(portal.url, { email: body.email, password: "valt-av-en-annan-7" });
  expect((await client.from("organizations").select("id")).status).toBe(403);
});

test("replies with a temporary password are kept by nobody on the way", async () => {
  const { data } = await system.auth.getSession();
  const response = await fetch(`${portal.url}/functions/v1/admin-manager`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${data.session?.access_token}` },
    body: JSON.stringify(orgAdmin()),
  });
  expect(response.status).toBe(200);
  expect(response.headers.get("cache-control")).toBe("no-store");
});

test("creating an administrator is audited in the creator's name, without the password", async () => {
  const { id, password } = await made(orgAdmin());
  const actor = portal.accounts.system.userId;
  expect(await audited(id)).toEqual([
    { action: "profiles.insert", actor },
    { action: "user_roles.insert", actor },
  ]);
  const { rows } = await portal.admin.query("select 1 from audit a where a::text like '%' || $1 || '%'", [password]);
  expect(rows).toEqual([]);
});

test.each([
  ["a taken address", { email: "NORD@test.example" }, 409, { error: "User already registered", field: "email" }],
  ["something that is no address", { email: "anna" }, 400, { error: "Ogiltig e-postadress", field: "email" }],
  ["a short password", { password: "abc12" }, 400, { code: "weak_password", field: "password" }],
  ["a guessable password", { password: "password" }, 400, { error: "Lösenordet är för svagt", field: "password" }],
  ["no first name", { first_name: "  " }, 400, { code: "invalid_body", field: "first_name" }],
  ["a line break in a name", { last_name: "Berg\nX-Header: 1" }, 400, { code: "invalid_body", field: "last_name" }],
  ["a name that is too long", { last_name: "x".repeat(101) }, 400, { code: "invalid_body" }],
  ["an organisation that is gone", { organization_id: randomUUID() }, 404, { code: "not_found" }],
  ["another role of its own making", { action: "create_owner" }, 400, { code: "unknown_action" }],
])("%s is refused by name and nothing is kept", async (_what, fields, status, body) => {
  const count = async () =>
    (
      await portal.admin.query(
        "select (select count(*) from auth.users) as accounts, (select count(*) from profiles) as people",
      )
    ).rows;
  const before = await count();
  expect(await call(orgAdmin(fields))).toMatchObject({ status, body });
  expect(await count()).toEqual(before);
});

// Covers: 6.3
test("an org admin and an anonymous caller get nothing of it, whatever the action", async () => {
  const id = portal.accounts.nord.userId;
  const bodies = [
    orgAdmin(),
    systemAdmin(),
    { action: "update_email", admin_id: id, email: "x@y.example" },
    { action: "update_password", admin_id: id, password: "ett-nytt-losen-33" },
    { action: "delete", admin_id: portal.accounts.syd.userId },
    { action: "reset_password_and_get_temp", admin_id: id },
    { action: "invite", admin_id: id },
    { action: "remove_factors", admin_id: id },
  ];
  for (const body of bodies) {
    expect(await call(body, nord)).toMatchObject({ status: 403, body: { code: "forbidden" } });
    expect(await call(body, createClient(portal.url, "portal"))).toMatchObject({ status: 401 });
  }
  const mail = { admin_email: "syd@test.example", admin_name: "Syd", temp_password: "x", organization_name: "Y" };
  expect(await callFunction(nord, "send-welcome-email", mail)).toMatchObject({ status: 403 });
});

test("an org admin's own table calls cannot hand out a role", async () => {
  const { id } = await made(orgAdmin());
  for (const client of [nord, system]) {
    const promotion = await client.from("user_roles").update({ role: "system_admin" }).eq("user_id", id);
    expect(promotion.status).toBe(403);
  }
});

// Covers: 7.8, admin.2
test("a changed address is the new sign-in, in the list too, and the old one is nobody's", async () => {
  const body = orgAdmin();
  const { id, password } = await made(body);
  expect(await call({ action: "update_email", admin_id: id, email: ` Ny.${body.email} ` })).toMatchObject({
    status: 200,
  });
  const client = await signedInClient(portal.url, { email: `ny.${body.email}`, password });
  expect((await client.auth.getUser()).data.user?.email).toBe(`Ny.${body.email}`);
  await expect(signedInClient(portal.url, { email: body.email, password })).rejects.toThrow("Fel e-postadress");
  const { data } = await system.from("profiles").select("email").eq("id", id);
  expect(data).toEqual([{ email: `Ny.${body.email}` }]);
  expect(await call({ action: "update_email", admin_id: id, email: "nord@test.example" })).toMatchObject({
    status: 409,
    body: { error: "User already registered" },
  });
});

// Covers: admin.2
test("a new password from a system admin ends the person's sessions and must be changed", async () => {
  const body = orgAdmin();
  const { id, password } = await made(body);
  const client = await settled(body.email, password);
  expect((await client.from("organizations").select("id")).status).toBe(200);
  expect(await call({ action: "update_password", admin_id: id, password: "satt-av-en-annan-5" })).toMatchObject({
    status: 200,
  });
  expect((await client.from("organizations").select("id")).status).toBe(401);
  const again = await signedInClient(portal.url, { email: body.email, password: "satt-av-en-annan-5" });
  expect((await again.from("organizations").select("id")).status).toBe(403);
  expect(await audited(id)).toContainEqual({
    action: "administrator_password_set",
    actor: portal.accounts.system.userId,
  });
});

test("one's own password keeps this session and no other", async () => {
  const body = systemAdmin();
  const { id, password } = await made(body);
  const here = await settled(body.email, password);
  const there = await signedInClient(portal.url, { email: body.email, password: `egen-hemlighet-${body.email}` });
  expect(await call({ action: "update_password", admin_id: id, password: "min-nya-hemlighet-4" }, here)).toMatchObject({
    status: 200,
  });
  expect((await here.from("organizations").select("id")).status).toBe(200);
  expect((await there.from("organizations").select("id")).status).toBe(401);
});

test("one's own password needs a sign-in that is not old: an unlocked computer is not enough", async () => {
  const body = systemAdmin();
  const { id, password } = await made(body);
  const client = await settled(body.email, password);
  await portal.admin.query(
    `update auth.sessions set amr = '[{"method": "password", "timestamp": 1700000000}]' where user_id = $1`,
    [id],
  );
  expect(await call({ action: "update_password", admin_id: id, password: "kapat-konto-4711" }, client)).toMatchObject({
    status: 403,
    body: { code: "reauthentication_needed" },
  });
  await signedInClient(portal.url, { email: body.email, password: `egen-hemlighet-${body.email}` });
});

// Covers: admin.16
test("an unlocked computer makes no administrator, takes none over and moves nobody's own address", async () => {
  const victim = await made(systemAdmin());
  const { id: orgAdminId } = await made(orgAdmin());
  const body = systemAdmin();
  const own = await made(body);
  const client = await settled(body.email, own.password);
  const stale = async (action: object) => {
    await portal.admin.query(
      `update auth.sessions set amr = '[{"method": "password", "timestamp": 1700000000}]' where user_id = $1`,
      [own.id],
    );
    return call(action, client);
  };
  const accounts = async () =>
    (await portal.admin.query("select id, email, password_hash from auth.users order by id")).rows;
  const before = await accounts();
  // An attacker could also use an org admin's account: its password gives a new session, which may show codes that the old session may not.
  const ofAnyone = [victim.id, orgAdminId].flatMap((admin_id) => [
    { action: "update_email", admin_id, email: "tjuv@example.se" },
    { action: "update_password", admin_id, password: "kapat-konto-4711" },
    { action: "reset_password_and_get_temp", admin_id },
    { action: "invite", admin_id },
    { action: "remove_factors", admin_id },
  ]);
  for (const action of [
    systemAdmin(),
    orgAdmin(),
    { action: "update_email", admin_id: own.id, email: "tjuv@example.se" },
    ...ofAnyone,
    { action: "delete", admin_id: victim.id },
  ]) {
    expect(await stale(action)).toMatchObject({ status: 403, body: { code: "reauthentication_needed" } });
  }
  expect(await accounts()).toEqual(before);
  // Deleting an administrator gives nobody access, so it needs no step-up.
  expect(await stale({ action: "delete", admin_id: orgAdminId })).toMatchObject({ status: 200 });
});

// Covers: 4.3, admin.2
test("new login details replace the password and end every session", async () => {
  const body = orgAdmin();
  const { id, password } = await made(body);
  const client = await settled(body.email, password);
  const answer = await call({ action: "reset_password_and_get_temp", admin_id: id });
  const temporary = String(answer.body["temp_password"]);
  expect(temporary).not.toBe(password);
  expect((await client.from("organizations").select("id")).status).toBe(401);
  await expect(
    signedInClient(portal.url, { email: body.email, password: `egen-hemlighet-${body.email}` }),
  ).rejects.toThrow("Fel e-postadress");
  await settled(body.email, temporary);
  expect(await audited(id)).toContainEqual({
    action: "administrator_password_reset",
    actor: portal.accounts.system.userId,
  });
});

// Covers: auth.40
test("a temporary password opens nothing after its day", async () => {
  const body = orgAdmin();
  const { id, password } = await made(body);
  await portal.admin.query("update auth.users set password_changed_at = now() - interval '25 hours' where id = $1", [
    id,
  ]);
  await expect(signedInClient(portal.url, { email: body.email, password })).rejects.toThrow("har gått ut");
});

// Covers: auth.26
test("a deleted administrator is out at once, and the audit says who did it", async () => {
  const body = orgAdmin();
  const { id, password } = await made(body);
  const client = await settled(body.email, password);
  expect(await call({ action: "delete", admin_id: id })).toEqual({ status: 200, body: { success: true } });
  expect((await client.from("organizations").select("id")).status).toBe(401);
  await expect(signedInClient(portal.url, { email: body.email, password })).rejects.toThrow();
  const actor = portal.accounts.system.userId;
  const { rows } = await portal.admin.query(
    "select action, actor, organization_id from audit where action in ('profiles.delete', 'user_roles.delete') and before::text like '%' || $1 || '%' order by action",
    [id],
  );
  expect(rows).toEqual([
    { action: "profiles.delete", actor, organization_id: null },
    { action: "user_roles.delete", actor, organization_id: nordId },
  ]);
  expect(await call({ action: "delete", admin_id: id })).toMatchObject({ status: 404, body: { code: "not_found" } });
});

// Covers: 5.2
test("nobody deletes themself", async () => {
  const { userId } = portal.accounts.system;
  for (const admin_id of [userId, userId.toUpperCase()])
    expect(await call({ action: "delete", admin_id })).toMatchObject({
      status: 409,
      body: { error: "Du kan inte ta bort dig själv", code: "cannot_delete_self" },
    });
});

// Covers: silent.8, admin.15
test("two system admins who delete each other at once leave exactly one, fifty times", async () => {
  let survivor = (await made(systemAdmin())).id;
  // Removes all other system admins, so that these two are the last.
  await portal.admin.query(
    "update user_roles set role = 'org_admin', organization_id = $2 where role = 'system_admin' and user_id <> $1",
    [survivor, nordId],
  );
  try {
    for (let round = 0; round < 50; round++) {
      const rival = await portal.server.deps.pools.engine.query<{ id: string }>(
        "select auth.create_user($1, null, false, '{}') as id",
        [newEmail()],
      );
      const rivalId = rival.rows[0]?.id ?? "";
      await portal.admin.query("insert into profiles values ($1, 'R', 'Ival', $2)", [rivalId, newEmail()]);
      await portal.admin.query("insert into user_roles (user_id, role) values ($1, 'system_admin')", [rivalId]);
      const [first, second] = [await sessionOf(survivor), await sessionOf(rivalId)];
      const answers = await Promise.all([
        post(first, { action: "delete", admin_id: rivalId }),
        post(second, { action: "delete", admin_id: survivor }),
      ]);
      const { rows } = await portal.admin.query<{ user_id: string }>(
        "select user_id from user_roles where role = 'system_admin'",
      );
      expect(rows).toHaveLength(1);
      expect(answers.filter((status) => status === 200)).toHaveLength(1);
      expect(answers.filter((status) => status === 403 || status === 401)).toHaveLength(1);
      survivor = rows[0]?.user_id ?? "";
    }
  } finally {
    await portal.admin.query("update user_roles set role = 'system_admin', organization_id = null where user_id = $1", [
      portal.accounts.system.userId,
    ]);
    // A changed role ends the sessions.
    system = await signedInClient(portal.url, portal.accounts.system);
  }
});

test("the last system admin cannot go even where nothing but the database is asked", async () => {
  const engine = portal.server.deps.pools.engine;
  const client = await engine.connect();
  try {
    await client.query("begin");
    await client.query("delete from user_roles where role = 'system_admin' and user_id <> $1", [
      portal.accounts.system.userId,
    ]);
    await expect(client.query("select auth.delete_user($1)", [portal.accounts.system.userId])).rejects.toMatchObject({
      code: "23001",
      constraint: "user_roles_last_system_admin",
    });
  } finally {
    await client.query("rollback");
    client.release();
  }
});

test("an invitation is a link to this portal that works once and leads to a password of one's own", async () => {
  const body = orgAdmin();
  const { id } = await made(body);
  const answer = await call({ action: "invite", admin_id: id });
  expect(answer).toMatchObject({ status: 200, body: { success: true, mail: "mail_not_configured" } });
  expect(await audited(id)).toContainEqual({ action: "administrator_invited", actor: portal.accounts.system.userId });
  const link = new URL(String(answer.body["invitation_link"]));
  expect(link.origin + link.pathname).toBe(`${portal.url}/auth`);
  const token_hash = link.searchParams.get("invitation") ?? "";
  expect(token_hash.length).toBeGreaterThanOrEqual(43);
  const client = createClient(portal.url, "portal", { auth: { persistSession: false } });
  expect((await client.auth.verifyOtp({ type: "invite", token_hash })).error).toBeNull();
  expect((await client.auth.updateUser({ password: "min-forsta-hemlighet-8" })).error).toBeNull();
  expect((await client.from("organizations").select("id")).data).toEqual([{ id: nordId }]);
  const rival = createClient(portal.url, "portal", { auth: { persistSession: false } });
  expect((await rival.auth.verifyOtp({ type: "invite", token_hash })).error?.code).toBe("otp_expired");
});

// Covers: admin.8
test("an invited person chooses a password behind the link, which then opens nothing more", async () => {
  const body = orgAdmin();
  const { id, password: temporary } = await made(body);
  const invited = await call({ action: "invite", admin_id: id });
  const token = new URL(String(invited.body["invitation_link"])).searchParams.get("invitation") ?? "";
  const accept = (fields: object) => anonymously("accept-invitation", { token, ...fields });
  const look = await fetch(`${portal.url}/functions/v1/accept-invitation?token=${token}`);
  expect([look.headers.get("cache-control"), await look.json()]).toEqual([
    "no-store",
    { success: true, email: body.email },
  ]);
  expect(await accept({ password: "abc12" })).toMatchObject({
    status: 400,
    body: { code: "weak_password", field: "password" },
  });
  expect(await accept({ password: "password" })).toMatchObject({
    status: 400,
    body: { error: "Lösenordet är för svagt" },
  });
  const [first, second] = await Promise.all([
    accept({ password: "min-forsta-hemlighet-8" }),
    accept({ password: "en-annans-hemlighet-8" }),
  ]);
  expect([first.status, second.status].sort((a, b) => a - b)).toEqual([200, 403]);
  const password = first.status === 200 ? "min-forsta-hemlighet-8" : "en-annans-hemlighet-8";
  const client = await signedInClient(portal.url, { email: body.email, password });
  expect((await client.from("organizations").select("id")).data).toEqual([{ id: nordId }]);
  await expect(signedInClient(portal.url, { email: body.email, password: temporary })).rejects.toThrow();
  expect(await accept({ password: "kapad-av-en-tjuv-9" })).toMatchObject({ status: 403, body: { code: "forbidden" } });
  expect(await audited(id)).toContainEqual({ action: "auth.password_change", actor: id });
});

// Covers: auth.38
test("an outsider who uses up the account's attempts does not keep an invited person out", async () => {
  const body = orgAdmin();
  const { id } = await made(body);
  const invited = await call({ action: "invite", admin_id: id });
  const token = new URL(String(invited.body["invitation_link"])).searchParams.get("invitation") ?? "";
  await portal.admin.query("update auth.sessions set ip = '192.0.2.77'");
  const { limiter } = portal.server.app.auth;
  for (let i = 0; i < 7; i += 1) await limiter.take({ account: id, address: `198.51.100.${i}`, known: false });
  const password = "min-forsta-hemlighet-8";
  await expect(signedInClient(portal.url, { email: body.email, password })).rejects.toMatchObject({ status: 429 });
  expect((await anonymously("accept-invitation", { token, password })).status).toBe(200);
  const client = await signedInClient(portal.url, { email: body.email, password });
  expect((await client.from("organizations").select("id")).data).toEqual([{ id: nordId }]);
});

test("an invitation that is made up, too old, or of a removed person opens nothing", async () => {
  const { id } = await made(orgAdmin());
  const invited = await call({ action: "invite", admin_id: id });
  const token = new URL(String(invited.body["invitation_link"])).searchParams.get("invitation") ?? "";
  const password = "min-forsta-hemlighet-8";
  for (const wrong of [`${token}x`, token.slice(1), "x".repeat(43)]) {
    expect((await anonymously("accept-invitation", { token: wrong, password })).status).toBe(403);
  }
  await portal.admin.query("update auth.one_time_tokens set expires_at = now() where user_id = $1", [id]);
  expect((await anonymously("accept-invitation", { token, password })).status).toBe(403);
  await call({ action: "invite", admin_id: id });
  await call({ action: "delete", admin_id: id });
  expect((await anonymously("accept-invitation", { token, password })).status).toBe(403);
  expect((await anonymously("accept-invitation", { token: "", password })).status).toBe(400);
});

// Covers: auth.43
test("a system admin who stepped up lately removes the lost second factors, and an email says so", async () => {
  const body = orgAdmin();
  const { id, password } = await made(body);
  const client = await settled(body.email, password);
  const status = async (on: SupabaseClient) => (await on.from("organizations").select("id")).status;
  const remove = (admin_id = id) => call({ action: "remove_factors", admin_id });
  const actor = portal.accounts.system.userId;
  const confirmed = (secondsAgo: number) =>
    portal.admin.query(
      "update auth.sessions set amr = jsonb_build_array(jsonb_build_object('method', 'password', 'timestamp', floor(extract(epoch from now()))::bigint - $2::int)) where user_id = $1",
      [actor, secondsAgo],
    );
  await confirmed(0);
  expect(await remove()).toMatchObject({ status: 409, body: { code: "conflict" } });
  expect(await status(client)).toBe(200);
  await portal.admin.query(
    "insert into auth.mfa_factors (user_id, factor_type, status) values ($1, 'totp', 'verified')",
    [id],
  );
  await portal.admin.query("insert into auth.mfa_recovery_sets (user_id, friendly_name) values ($1, 'Koder')", [id]);
  expect(await status(client)).toBe(403);

  await confirmed(301);
  expect(await remove()).toMatchObject({ status: 403, body: { code: "reauthentication_needed" } });
  await confirmed(0);
  expect(await remove(actor)).toMatchObject({ status: 409, body: { code: "conflict" } });
  expect(await remove()).toEqual({ status: 200, body: { success: true, removed: 1 } });

  expect((await client.auth.getUser()).error).not.toBeNull();
  const again = await signedInClient(portal.url, { email: body.email, password: `egen-hemlighet-${body.email}` });
  expect(await status(again)).toBe(200);
  expect((await again.auth.getUser()).data.user?.factors ?? []).toEqual([]);
  expect(await audited(id)).toContainEqual({ action: "administrator_factors_removed", actor });
  const { rows } = await portal.admin.query("select template from mail_queue where recipient = $1", [body.email]);
  expect(rows).toContainEqual({ template: "mfa_changed" });
});

test("a second invitation puts the first one out of use", async () => {
  const { id } = await made(orgAdmin());
  const first = await call({ action: "invite", admin_id: id });
  await call({ action: "invite", admin_id: id });
  const token_hash = new URL(String(first.body["invitation_link"])).searchParams.get("invitation") ?? "";
  const client = createClient(portal.url, "portal", { auth: { persistSession: false } });
  expect((await client.auth.verifyOtp({ type: "invite", token_hash })).error?.code).toBe("otp_expired");
});

test("a temporary password stands nowhere in the database", async () => {
  const { password } = await made(orgAdmin());
  const { rows } = await portal.admin.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c where c.relkind in ('r', 'p')
       and c.relnamespace in ('public'::regnamespace, 'auth'::regnamespace, 'private'::regnamespace)`,
  );
  expect(rows.length).toBeGreaterThan(20);
  for (const { name } of rows) {
    const found = await portal.admin.query(`select 1 from ${name} t where t::text like '%' || $1 || '%'`, [password]);
    expect([name, found.rowCount]).toEqual([name, 0]);
  }
});

/** Makes a bearer token as a sign-in would, for an account without password. */
async function sessionOf(userId: string): Promise<string> {
  const { sessions, tokens } = portal.server.app.auth;
  const session = await sessions.start({
    userId,
    verifiedHash: null,
    method: "invite",
    userAgent: null,
    address: "127.0.0.1",
  });
  if (session === null) throw new Error("no session");
  const signed = await tokens.sign({ sub: userId, session_id: session.id, aal: session.aal, amr: session.amr });
  return signed.token;
}

async function anonymously(name: string, body: object): Promise<FunctionAnswer> {
  return callFunction(createClient(portal.url, "portal"), name, body);
}

async function post(token: string, body: object): Promise<number> {
  const response = await fetch(`${portal.url}/functions/v1/admin-manager`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
  await response.text();
  return response.status;
}
