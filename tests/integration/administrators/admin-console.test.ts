import { spawn } from "node:child_process";
import { chmod, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { nodeEnvironment } from "#scripts/node-options.mjs";
import { createKeyRing } from "#server/platform/crypto/key-ring.ts";
import { startEmbeddedPostgres } from "#server/platform/database/embedded.ts";
import { migrate } from "#server/platform/database/migrate.ts";
import { startTestPortal, type TestPortal } from "#tests/support/build-portal.ts";
import { signedInClient } from "#tests/support/client.ts";
import { TEST_SECRET_KEY } from "#tests/support/cluster.ts";

const SCRIPT = join(import.meta.dirname, "../../../scripts/admin.ts");
let portal: TestPortal;

beforeAll(async () => {
  portal = await startTestPortal();
});

afterAll(async () => {
  await portal.close();
});

interface Outcome {
  code: number | null;
  out: string;
  err: string;
}

function run(args: string[], env: NodeJS.ProcessEnv = { DATABASE_URL: portal.database.adminUrl }): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [SCRIPT, ...args], {
      env: nodeEnvironment({ PATH: process.env["PATH"], ...env }),
      stdio: ["ignore", "pipe", "pipe"],
    });
    let out = "";
    let err = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (out += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (err += text));
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, out, err }));
  });
}

const PASSWORD = /^ {2}((?:[a-z2-9]{4}-){4}[a-z2-9]{4})$/m;

test("list names everybody with role, organisation and second factors", async () => {
  await portal.admin.query(
    "insert into auth.mfa_factors (user_id, factor_type, status) values ($1, 'totp', 'verified')",
    [portal.accounts.syd.userId],
  );
  const { code, out, err } = await run(["list"]);
  expect([code, err]).toEqual([0, ""]);
  const lines = out.trim().split("\n");
  expect(lines).toHaveLength(3);
  expect(lines[0]).toMatch(
    /^system@test\.example {2}system Test {2}\(system_admin, no second factor, never signed in\)$/,
  );
  expect(out).toContain("org_admin of Sydhamnens Industri, second factors: 1");
});

// Covers: admin.17
test("a locked-out person gets a temporary password, however the address is spelled, and is let in", async () => {
  const { email, password, userId } = portal.accounts.nord;
  const before = await signedInClient(portal.url, { email, password });
  for (let n = 0; n < 20; n++) await signedInClient(portal.url, { email, password: `fel-${n}` }).catch(() => undefined);
  await expect(signedInClient(portal.url, { email, password })).rejects.toThrow(/försök/i);

  const { code, out, err } = await run(["reset", "NORD@Test.example"]);
  expect([code, err]).toEqual([0, ""]);
  const temporary = PASSWORD.exec(out)?.[1] ?? "";
  const client = await signedInClient(portal.url, { email, password: temporary });
  expect((await client.from("organizations").select("id")).status).toBe(403);
  expect((await client.auth.updateUser({ password: "mitt-nya-losen-2027" })).error).toBeNull();
  expect((await client.from("organizations").select("id")).status).toBe(200);
  expect((await before.from("organizations").select("id")).status).toBe(401);
  const { rows } = await portal.admin.query(
    "select actor, organization_id from audit where action = 'administrator_reset_on_console' and subject_id = $1",
    [userId],
  );
  expect(rows).toEqual([{ actor: null, organization_id: portal.accounts.nord.organizationId }]);
});

// Covers: auth.43
test("second factors stay unless it is asked that they go", async () => {
  const { email, userId } = portal.accounts.syd;
  await portal.admin.query("delete from auth.mfa_factors");
  await portal.admin.query(
    "insert into auth.mfa_factors (user_id, factor_type, status) values ($1, 'totp', 'verified')",
    [userId],
  );
  const count = async () =>
    (await portal.admin.query("select from auth.mfa_factors where user_id = $1", [userId])).rowCount;
  expect((await run(["reset", email])).out).toContain("still has its second factor");
  expect(await count()).toBe(1);
  expect((await run(["reset", email, "--remove-mfa"])).out).toContain("Second factors taken away: 1.");
  expect(await count()).toBe(0);
});

test("a second factor can be required of a role, and no longer", async () => {
  const client = await signedInClient(portal.url, portal.accounts.system);
  const status = async () => (await client.from("organizations").select("id")).status;
  expect(await status()).toBe(200);
  expect((await run(["require-mfa", "system_admin", "on"])).out).toBe(
    "system_admin: second factor required\norg_admin: second factor not required\n",
  );
  expect(await status()).toBe(403);
  expect((await run(["require-mfa", "system_admin", "off"])).code).toBe(0);
  expect(await status()).toBe(200);
  expect((await run(["require-mfa"])).out).toContain("system_admin: second factor not required");
  // The page asks for a step-up here; the console has no session.
  await run(["require-mfa", "org_admin", "on"]);
  await portal.admin.query(`update auth.sessions set amr = '[{"method": "password", "timestamp": 1700000000}]'`);
  const refused = await client.from("mfa_requirements").update({ required: false }).eq("role", "org_admin");
  expect([refused.status, refused.error?.code]).toEqual([403, "reauthentication_needed"]);
  expect((await run(["require-mfa", "org_admin", "off"])).out).toContain("org_admin: second factor not required");
});

// Covers: auth.18
test("changing the signing key while the portal runs signs nobody out; a withdrawn key ends its tokens", async () => {
  const env = { DATABASE_URL: portal.database.adminUrl, PORTAL_SECRET_KEY: TEST_SECRET_KEY };
  const { keys } = portal.server.app.auth;
  const client = await signedInClient(portal.url, portal.accounts.system);
  const published = async () => {
    const reply = await fetch(`${portal.url}/auth/v1/.well-known/jwks.json`);
    const jwks = z.object({ keys: z.array(z.object({ kid: z.string() })) }).parse(await reply.json());
    return jwks.keys.map(({ kid }) => kid);
  };
  const [before] = await published();
  const rotated = await run(["rotate-keys"], env);
  expect([rotated.code, rotated.err]).toEqual([0, ""]);
  const kid = /^New signing key: (\S+)$/m.exec(rotated.out)?.[1];
  await keys.reload();
  expect(await published()).toEqual([kid, before]);
  expect((await client.from("organizations").select("id")).status).toBe(200);

  const withdrawn = await run(["rotate-keys", "--withdraw"], env);
  expect(withdrawn.out).toContain("The old keys end within 15 seconds");
  await keys.reload();
  expect(await published()).toHaveLength(1);
  expect((await client.from("organizations").select("id")).status).toBe(401);
  expect((await client.auth.refreshSession()).error).toBeNull();
  expect((await client.from("organizations").select("id")).status).toBe(200);
  const { rows } = await portal.admin.query(
    "select after -> 'withdraw' as withdraw from audit where action = 'auth.keys_rotate'",
  );
  expect(rows.map(({ withdraw }) => withdraw)).toEqual([false, true]);

  const foreign = await run(["rotate-keys"], {
    ...env,
    PORTAL_SECRET_KEY: "another secret of at least thirty-two characters",
  });
  expect(foreign.code).toBe(1);
  expect(foreign.err).toContain("This is not the secret key of the portal on that database");
  expect(await published()).toHaveLength(1);
});

test("`reencrypt` says what each key still encrypts, and ends with 1 when a key is missing", async () => {
  const other = "another secret of at least thirty-two characters";
  const env = { DATABASE_URL: portal.database.adminUrl, PORTAL_SECRET_KEY: TEST_SECRET_KEY };
  const known = createKeyRing(TEST_SECRET_KEY).keyId;
  const done = await run(["reencrypt"], { ...env, PORTAL_OTHER_SECRET_KEYS: other });
  // On a slow machine stderr shows progress.
  expect(done.code).toBe(0);
  expect(done.out).toMatch(/^signing_keys\.encrypted_private_key: \d+ read, 0 re-encrypted$/m);
  expect(done.out).toContain(`Encrypted texts by key: ${known} (current): `);
  expect(done.out).toContain(`Nothing is encrypted with ${createKeyRing(other).keyId} any more`);
  const foreign = await run(["reencrypt"], { ...env, PORTAL_SECRET_KEY: other });
  expect(foreign.code).toBe(1);
  expect(foreign.out).toContain(`No key here opens what ${known} encrypted.`);
});

test.each([
  [["reset", "nobody@test.example"], "No administrator has the address nobody@test.example"],
  [["reset"], "Whose?"],
  [["require-mfa", "owner", "on"], 'There is no role "owner"'],
  [["require-mfa", "org_admin", "maybe"], "Say on or off"],
  [["remove"], 'There is no command "remove"'],
  [["list", "--all"], "Unknown option '--all'"],
])("%j is refused with a sentence and no stack", async (args, sentence) => {
  const { code, out, err } = await run(args);
  expect([code, out]).toEqual([1, ""]);
  expect(err).toContain(sentence);
  expect(err).not.toMatch(/^\s+at /m);
});

test("a folder without a portal is left alone", async () => {
  const folder = await mkdtemp(join(tmpdir(), "access-portal-console-"));
  try {
    const { code, err } = await run(["list"], { PORTAL_DATA_DIR: join(folder, "data") });
    expect(code).toBe(1);
    expect(err).toContain(`There is no portal in ${join(folder, "data")}`);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test("the data folder's own database is used, while the portal runs and while it is stopped", async () => {
  const folder = await mkdtemp(join(tmpdir(), "access-portal-console-"));
  await chmod(folder, 0o711);
  const dataDir = join(folder, "data");
  await mkdir(dataDir, { mode: 0o711 });
  const postgres = await startEmbeddedPostgres({ dataDir: join(dataDir, "postgres"), database: "portal" });
  try {
    const authenticatorPassword = createKeyRing("a secret of at least 32 characters").derive("database/authenticator");
    await migrate({ adminUrl: postgres.adminUrl, authenticatorPassword });
    const running = await run(["list"], { PORTAL_DATA_DIR: dataDir });
    expect(running).toEqual({ code: 0, out: "There are no administrators yet.\n", err: "" });
  } finally {
    await postgres.stop();
  }
  try {
    const stopped = await run(["list"], { PORTAL_DATA_DIR: dataDir });
    expect(stopped).toEqual({ code: 0, out: "There are no administrators yet.\n", err: "" });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

// Covers: tenant.7
test("audit check says that nothing was changed, and ends with 1 once something was", async () => {
  const env = { DATABASE_URL: portal.database.adminUrl, PORTAL_SECRET_KEY: TEST_SECRET_KEY };
  // Transactions of other test files in the cluster delay the chain.
  const unchained = () => portal.admin.query("select from audit_unchained");
  await expect.poll(async () => (await unchained()).rowCount).toBe(0);
  const clean = await run(["audit", "check"], env);
  expect([clean.code, clean.err]).toEqual([0, ""]);
  expect(clean.out).toMatch(/^\d+ chained rows, the newest of \S+\. Nothing was changed\.$/m);
  await portal.admin.query(
    "begin; set local session_replication_role = replica; update audit set actor = null where action = 'auth.password_change'; commit",
  );
  const changed = await run(["audit", "check"], env);
  expect(changed.code).toBe(1);
  expect(changed.out).toMatch(/no\. \d+, row \S+: was changed after it was chained\n/);
  const client = await signedInClient(portal.url, portal.accounts.system);
  const { data } = await client.rpc("audit_status").single();
  expect(data).toMatchObject({ findings: expect.any(Number) });
  expect(z.object({ findings: z.number() }).parse(data).findings).toBeGreaterThan(0);
});
