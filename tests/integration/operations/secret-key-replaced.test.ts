// Replacing the secret key under load: old ciphertext opens until `reencrypt` re-encrypts it, without a bump or device call.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SupabaseClient } from "@supabase/supabase-js";
import { decodeJwt } from "jose";
import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { z } from "zod";
import { encryptionAad } from "#database/encrypted-columns.ts";
import { type RunningServer, startServer } from "#server/main.ts";
import { ENCRYPTED_PLACES, encryptedRowsAfter } from "#server/operations/encrypted-rows.store.ts";
import { keysInUse, type PlaceDone, reencrypt } from "#server/operations/reencrypt.ts";
import { reencryptOnConsole } from "#server/operations/reencrypt-console.ts";
import { suggestPin } from "#server/people/suggest-pin.ts";
import { loadConfig } from "#server/platform/config.ts";
import { createKeyRing, type KeyRing } from "#server/platform/crypto/key-ring.ts";
import { transaction } from "#server/platform/database/transaction.ts";
import { admitted } from "#server/platform/functions/as-caller.ts";
import { createLog } from "#server/platform/log.ts";
import { freeFormerPins } from "#server/reconcile/replicas/device-sync.store.ts";
import { openAuthority } from "#server/tls/authority.ts";
import { makeMissingCodes } from "#server/weekly-codes/make-weekly-codes.ts";
import { startTestPortal, type TestAccount, type TestPortal } from "#tests/support/build-portal.ts";
import { callFunction, signedInClient } from "#tests/support/client.ts";
import { startTestCluster, TEST_SECRET_KEY } from "#tests/support/cluster.ts";
import { stopReading } from "#tests/support/device-calls.ts";
import { postPlate, type WebhookAccount, webhookAccount } from "#tests/support/gate-calls.ts";
import { type MainWorld, mainWorld } from "#tests/support/main-world.ts";
import { paced } from "#tests/support/pace.ts";
import { stepUpAgain } from "#tests/support/step-up.ts";
import { story } from "#tests/support/story.ts";

const OLD = TEST_SECRET_KEY;
const NEW = "the-key-that-comes-after-the-old-one-in-tests";
const [oldId, newId] = [createKeyRing(OLD).keyId, createKeyRing(NEW).keyId];

const OTHERS_PIN = "640281";
const pinIn = (data: readonly { Name: string; Value: string }[]) => data.find(({ Name }) => Name === "PIN")?.Value;

const owned = new AsyncDisposableStack();
let portal: TestPortal;
let world: MainWorld;
/** The server with the old key current and the new one known: the first step with several servers. */
let first: RunningServer;
/** The server with the new key current and the old one known. */
let second: RunningServer;
let nord: SupabaseClient;
let totpSecret: string;
let replica: WebhookAccount;
let installationCredentials: WebhookAccount;
let folders = 0;

beforeAll(async () => {
  // The test has its own cluster, because the login's password derives from the key, and a cluster's databases share the login.
  const shared = process.env["PORTAL_TEST_CLUSTER"];
  const cluster = await startTestCluster();
  owned.defer(async () => {
    process.env["PORTAL_TEST_CLUSTER"] = shared;
    await cluster.stop();
  });
  portal = await startTestPortal();
  owned.defer(() => portal.close());
  world = await mainWorld(portal);
  await fillOldWorld();
  await settled();
  await portal.server.close();
  first = await start(OLD, [NEW]);
  second = await start(NEW, [OLD]);
  nord = await signedInClient(second.url, portal.accounts.nord);
});

afterAll(() => owned.disposeAsync());

async function fillOldWorld(): Promise<void> {
  const { system, controllerId, gateId } = world;
  replica = await webhookAccount(system, gateId);
  installationCredentials = await webhookAccount(system);
  const syd = await signedInClient(portal.url, portal.accounts.syd);
  const enrolled = await syd.auth.mfa.enroll({ factorType: "totp", friendlyName: "Telefonen" });
  if (enrolled.error) throw enrolled.error;
  totpSecret = enrolled.data.totp.secret;
  const code = new TOTP({ secret: Secret.fromBase32(totpSecret) }).generate();
  await syd.auth.mfa.challengeAndVerify({ factorId: enrolled.data.id, code });
  await portal.admin.query("update auth.mfa_factors set last_step = null");
  const weekly = await callFunction(system, "generate-weekly-codes", {
    action: "generate",
    controllerIds: [controllerId],
    weeks: 1,
  });
  expect(weekly.status).toBe(200);
  const { keys } = portal.server.deps;
  const ids = { person: crypto.randomUUID(), webhook: crypto.randomUUID(), message: crypto.randomUUID() };
  await portal.admin.query(
    "insert into controller_users (id, controller_id, first_name, last_name, pin) values ($1, $2, 'Vakt', 'Nattsson', $3)",
    [ids.person, controllerId, keys.encryptPin("530917", encryptionAad("controller_users.pin", ids.person))],
  );
  await portal.admin.query(
    "insert into alert_webhooks (id, name, origin, encrypted_url, signing_secret, enabled) values ($1, 'Jour', 'https://jour.example', $2, $3, false)",
    [
      ids.webhook,
      keys.encryptText("https://jour.example/x", encryptionAad("alert_webhooks.encrypted_url", ids.webhook)),
      keys.encryptText("hemligt", encryptionAad("alert_webhooks.signing_secret", ids.webhook)),
    ],
  );
  await portal.admin.query(
    "insert into mail_queue (id, template, recipient, encrypted_content, expires_at, next_try_at) values ($1, 'recovery', 'a@test.example', $2, now() + interval '1 day', now() + interval '1 day')",
    [ids.message, keys.encryptText("{}", encryptionAad("mail_queue.encrypted_content", ids.message))],
  );
  await portal.admin.query(
    `insert into auth.oidc_flows (state_hash, provider, encrypted_proof, code_challenge, redirect_to, expires_at)
     values (decode($1, 'hex'), 'norden', $2, 'x', 'https://portal.example', now() + interval '1 day')`,
    ["ab".repeat(32), keys.encryptText("{}", encryptionAad("oidc_flows.encrypted_proof", "ab".repeat(32)))],
  );
  await openAuthority({ pool: portal.server.deps.pools.auth, keys, log: portal.server.deps.log }, new Date());
  for (let n = 0; n < 12; n++)
    await world.savePerson({ firstName: "Gammal", lastName: `Nyckel ${n}`, pin: `73${n + 10}5` });
}

async function start(
  secret: string,
  others: string[],
  write: (line: string) => void = () => {},
): Promise<RunningServer> {
  const folder = await mkdtemp(join(tmpdir(), `access-portal-key-${folders++}-`));
  owned.defer(() => rm(folder, { recursive: true, force: true }));
  const env = {
    PORT: "0",
    PUBLIC_URL: portal.url,
    PORTAL_DATA_DIR: folder,
    PORTAL_SECRET_KEY: secret,
    PORTAL_OTHER_SECRET_KEYS: others.join("\n"),
    LOG_LEVEL: "error",
    BACKUP_AT: "off",
  };
  const config = loadConfig(env, { demo: true });
  const log = createLog(config, { write });
  const server = await startServer({ config, adminUrl: portal.database.adminUrl, pageDir: null, log });
  owned.defer(() => server.close());
  return server;
}

async function settled(): Promise<void> {
  await vi.waitFor(
    async () => {
      const { rows } = await portal.admin.query<{ n: number }>(
        "select (select count(*) from device_sync where pending)::int + (select count(*) from controller_sync where desired_gen > applied_gen)::int as n",
      );
      if (rows[0]?.n !== 0) throw new Error(`${rows[0]?.n} replicas wait`);
    },
    { timeout: paced(60_000), interval: 50 },
  );
}

const generations = async () => {
  const replicas = await portal.admin.query(
    "select controller_id, source_id, desired_gen from device_sync order by 1, 2",
  );
  const workers = await portal.admin.query("select controller_id, desired_gen from controller_sync order by 1");
  return [replicas.rows, workers.rows];
};

const poolsOf = ({ deps }: RunningServer) => ({ engine: deps.pools.engine, auth: deps.pools.auth });

/** Encrypts the passwords of all controllers with the old key. Another password would raise their generations. */
async function passwordsUnderOldKey(): Promise<void> {
  const { rows } = await portal.admin.query<{ id: string }>("select id from controllers");
  for (const { id } of rows) {
    const encrypted = createKeyRing(OLD).encryptText(
      "S3cret-pass",
      encryptionAad("controllers.password_encrypted", id),
    );
    await portal.admin.query("update controllers set password_encrypted = $2 where id = $1", [id, encrypted]);
  }
  await settled();
}

async function encryptedTexts(): Promise<string[]> {
  const all: string[] = [];
  for (const place of ENCRYPTED_PLACES) {
    const rows = await encryptedRowsAfter(portal.admin, place, null, 1_000);
    expect(rows.length, place.column).toBeGreaterThan(0);
    all.push(...rows.map(({ text }) => text));
  }
  return all;
}

async function credentialOf(client: SupabaseClient, lastName: string): Promise<string> {
  const { data, error } = await client
    .from("end_users")
    .select("last_name, credentials(id, credential_type)")
    .eq("last_name", lastName)
    .single();
  if (error) throw error;
  const { credentials } = z
    .object({ credentials: z.array(z.object({ id: z.string(), credential_type: z.string() })) })
    .parse(data);
  const id = credentials.find((one) => one.credential_type === "pin")?.id;
  if (id === undefined) throw new Error(`${lastName} has no PIN`);
  return id;
}

async function reveal(client: SupabaseClient, lastName: string): Promise<unknown> {
  await stepUpAgain(portal.admin);
  // The test asks more often than a person may in an hour (people/reveals.test.ts).
  await portal.admin.query("delete from auth.rate_limits where key like 'reveal:%'");
  const credential_id = await credentialOf(client, lastName);
  return (await callFunction(client, "end-user-manager", { action: "REVEAL_PIN", credential_id })).body["pin"];
}

const save = (client: SupabaseClient, lastName: string, pin: string) =>
  callFunction(client, "end-user-manager", {
    action: "CREATE",
    payload: {
      organization_id: portal.accounts.nord.organizationId,
      first_name: "Ny",
      last_name: lastName,
      pin: { value: pin, validity_period: "12_months", access_point_ids: world.doorIds },
    },
  });

async function found(server: RunningServer, account: TestAccount, query: string): Promise<number> {
  const client = await signedInClient(server.url, account);
  const { data, error } = await client.rpc("search_end_users", { query });
  if (error) throw new Error(error.message);
  return z.object({ ids: z.array(z.string()) }).parse(data).ids.length;
}

const plateRead = async (server: RunningServer, account = replica): Promise<number> =>
  (await postPlate(server.url, { gateId: world.gateId, plate: "XXX111", account })).status;

// Covers: auth.19
test("every encrypted column of the catalogue is one that `reencrypt` goes through", async () => {
  // Encrypted columns have a check of their form, or in schema auth a check against bare JSON.
  const { rows } = await portal.admin.query<{ place: string }>(
    `select n.nspname || '.' || c.relname || '.' || a.attname as place
     from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attnum = any (k.conkey) and a.attname <> 'credential_type'
     where k.contype = 'c' and (pg_get_constraintdef(k.oid) like '%is_encrypted_%' or pg_get_constraintdef(k.oid) like '%[{}"]%')
     order by 1`,
  );
  expect(rows.map(({ place }) => place)).toEqual(ENCRYPTED_PLACES.map(({ table, text }) => `${table}.${text}`).sort());
});

// Covers: auth.19
const step = story("the secret key is replaced while two servers go on", paced(600_000));

step(
  "under the new key, what the old one encrypted is shown, signs in, lets a gate's camera in and reaches the device",
  async () => {
    expect(await reveal(nord, "Exempelsson")).toBe("4816");
    expect(await reveal(nord, "Nyckel 3")).toBe("73135");
    expect(await plateRead(second)).toBe(200);
    expect(await plateRead(second, { ...replica, password: "fel" })).toBe(401);
    expect(await plateRead(second, installationCredentials)).toBe(200);
    const syd = await signedInClient(second.url, portal.accounts.syd);
    const [factor] = (await syd.auth.mfa.listFactors()).data?.totp ?? [];
    const code = new TOTP({ secret: Secret.fromBase32(totpSecret) }).generate();
    expect((await syd.auth.mfa.challengeAndVerify({ factorId: factor?.id ?? "", code })).error).toBeNull();
    expect(await save(nord, "Nyckelsson", "918273")).toMatchObject({ status: 200, body: { state: "synced" } });
    expect(portal.axis.doorTokens.map((door) => portal.axis.wouldOpen("918273", door))).toContain(true);
  },
);

step("a server that still has the old key goes on when the login has got the password of the new one", async () => {
  const { user, auth, engine, gate } = first.deps.pools;
  for (const pool of [user, auth, engine, gate]) {
    // The pool is at its maximum: all but the existing connections are new and sign in.
    const clients = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
    for (const client of clients) client.release();
  }
  const client = await signedInClient(first.url, portal.accounts.nord);
  expect((await client.from("end_users").select("id")).error).toBeNull();
  expect(await reveal(client, "Nyckelsson")).toBe("918273");
  expect(await plateRead(first)).toBe(200);
});

step("a PIN is taken once, whichever key it was taken under and whichever server asks", async () => {
  const old = await signedInClient(first.url, portal.accounts.nord);
  expect(await save(nord, "Annan", "4816")).toMatchObject({ status: 409, body: { code: "pin_in_use" } });
  expect(await save(old, "Annan", "918273")).toMatchObject({ status: 409, body: { code: "pin_in_use" } });
  expect(await save(nord, "Annan", "530917")).toMatchObject({ status: 409, body: { code: "pin_in_use" } });
  // Proposals are compared under the old key too, under which every candidate is taken.
  const [taken = ""] = createKeyRing(OLD).pinHmacs("4816");
  const everybodys: KeyRing = { ...second.deps.keys, pinHmacs: (pin) => [...second.deps.keys.pinHmacs(pin), taken] };
  const { engine } = second.deps.pools;
  const token = (await nord.auth.getSession()).data.session?.access_token ?? "";
  const claims = z.object({ sub: z.string(), session_id: z.string() }).parse(decodeJwt(token));
  const propose = (keys: KeyRing) =>
    admitted(second.deps.pools.user, { claims, role: "any" }, (asCaller) =>
      suggestPin({ ...second.deps, keys }, { claims, asCaller }, world.doorIds),
    );
  await expect(propose(everybodys)).rejects.toMatchObject({ code: "pin_in_use" });
  expect((await propose(second.deps.keys)).pin).toMatch(/^\d{4,6}$/);
  const codes = (keys: KeyRing) =>
    transaction(engine, (client) =>
      makeMissingCodes({ client, engine, keys, now: new Date() }, { controllerIds: [world.controllerId], weeks: 1 }),
    );
  await expect(codes(everybodys)).rejects.toMatchObject({ code: "pin_in_use" });
});

step("a search for digits finds those who were saved before and after, at either server", async () => {
  for (const server of [first, second]) {
    expect(await found(server, portal.accounts.nord, "4816")).toBe(1);
    expect(await found(server, portal.accounts.system, "918273")).toBe(1);
    expect(await found(server, portal.accounts.nord, "73")).toBeGreaterThanOrEqual(13);
  }
});

step("a `reencrypt` that is broken off has kept what it did, and is run again", async () => {
  const { keys } = second.deps;
  let left = 5;
  const failing: KeyRing = {
    ...keys,
    reencryptPin: (encrypted, aad) => {
      if (left-- === 0) throw new Error("broken off");
      return keys.reencryptPin(encrypted, aad);
    },
  };
  await expect(reencrypt({ ...poolsOf(second), keys: failing, batch: 2 })).rejects.toThrow("broken off");
  const between = await keysInUse(poolsOf(second));
  expect(between.get(oldId)).toBeGreaterThan(10);
  expect(between.get(newId)).toBeGreaterThanOrEqual(4);
  expect((await portal.admin.query("select from audit where action = 'secrets_reencrypted'")).rowCount).toBe(0);
});

step("a row that somebody changes meanwhile is not overwritten", async () => {
  const id = world.controllerId;
  const { keys } = second.deps;
  const theirs = keys.encryptText("S3cret-pass", encryptionAad("controllers.password_encrypted", id));
  const client = await portal.admin.connect();
  const done = new Map<string, PlaceDone>();
  // The operator's change begins before the server reads, and commits while the server waits for the row.
  await client.query("begin");
  await client.query("update controllers set password_encrypted = $2 where id = $1", [id, theirs]);
  const running = reencrypt({
    ...poolsOf(second),
    keys: { ...keys, reencryptPin: () => null },
    onProgress: (place) => done.set(place.column, { ...place }),
  });
  await vi.waitFor(
    async () => {
      const { rowCount } = await portal.admin.query(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%for no key update%'",
      );
      if (rowCount === 0) throw new Error("nobody waits for the row");
    },
    { timeout: paced(60_000), interval: 20 },
  );
  await client.query("commit");
  client.release();
  await running;
  const after = await portal.admin.query<{ text: string }>(
    "select password_encrypted as text from controllers where id = $1",
    [id],
  );
  expect(after.rows[0]?.text).toBe(theirs);
  expect(done.get("controllers.password_encrypted")).toMatchObject({ changedMeanwhile: 1 });
  await settled();
});

step(
  "`reencrypt` brings everything under the new key while requests go on: no bump, no call to a device, one audit row",
  async () => {
    await passwordsUnderOldKey();
    await stopReading(portal.admin);
    const before = await generations();
    const calls = portal.axis.requests.total();
    const audited = await portal.admin.query<{ n: number }>("select count(*)::int as n from audit");
    let working = true;
    const failures: unknown[] = [];
    const traffic = (async () => {
      for (let n = 0; working; n++) {
        const [shown, passage, hits] = await Promise.all([
          reveal(nord, `Nyckel ${n % 12}`),
          plateRead(second),
          found(first, portal.accounts.nord, "4816"),
        ]);
        if (shown !== `73${(n % 12) + 10}5` || passage !== 200 || hits !== 1) failures.push([shown, passage, hits]);
      }
    })();
    const report = await reencrypt({ ...poolsOf(second), keys: second.deps.keys, batch: 3 });
    working = false;
    await traffic;
    expect(failures).toEqual([]);
    expect(await generations()).toEqual(before);
    expect(portal.axis.requests.total()).toBe(calls);
    expect([...report.remaining.keys()]).toEqual([newId]);
    const actions = await portal.admin.query<{ action: string }>("select action from audit order by at, id offset $1", [
      audited.rows[0]?.n,
    ]);
    expect(new Set(actions.rows.map(({ action }) => action))).toEqual(
      new Set(["pin_revealed", "secrets_reencrypted", "auth.sign_in"]),
    );
    expect(report.places.find(({ column }) => column === "credentials.credential_value")?.reencrypted).toBeGreaterThan(
      0,
    );
    for (const text of await encryptedTexts()) expect(text.split(":")[1]).toBe(newId);
  },
);

step("afterwards either key's PINs are still taken and found; a second run has nothing to do", async () => {
  expect(await save(nord, "Annan", "4816")).toMatchObject({ status: 409, body: { code: "pin_in_use" } });
  for (const server of [first, second]) expect(await found(server, portal.accounts.nord, "4816")).toBe(1);
  const { said, sound } = await reencryptOnConsole({ ...poolsOf(second), keys: second.deps.keys });
  expect(sound).toBe(true);
  expect(said.join("\n")).toContain(`Nothing is encrypted with ${oldId} any more`);
  expect(said.join("\n")).not.toMatch(/[1-9]\d* re-encrypted/);
});

step("a worker that read a source before `reencrypt` frees nothing that the source has by now", async () => {
  const sourceId = await credentialOf(nord, "Exempelsson");
  const reserved = async () => {
    const { rows } = await portal.admin.query<{ hmac: string }>(
      "select pin_hmac as hmac from controller_pins where source_id = $1 order by 1",
      [sourceId],
    );
    return rows.map(({ hmac }) => hmac);
  };
  const both = second.deps.keys.pinHmacs("4816").sort();
  expect(await reserved()).toEqual(both);
  const former = "0".repeat(64);
  await portal.admin.query("insert into controller_pins (controller_id, pin_hmac, source_id) values ($1, $2, $3)", [
    world.controllerId,
    former,
    sourceId,
  ]);
  const asItWas = { sourceId, hmacs: createKeyRing(OLD).pinHmacs("4816") };
  await transaction(second.deps.pools.engine, (client) => freeFormerPins(client, world.controllerId, [asItWas]));
  expect(await reserved()).toEqual(both);
});

step(
  "a PIN that a comparison finds on a device is reserved under every key, and one that is ours is reported once",
  async () => {
    portal.axis.faults.editByHand((state) => {
      const [ours] = [...state.credentials.values()].filter(({ IdData }) => pinIn(IdData) === "4816");
      if (ours === undefined) throw new Error("the device has no such PIN");
      const outsider = (token: string, pin: string) => {
        const IdData = ours.IdData.map((data) => (data.Name === "PIN" ? { ...data, Value: pin } : data));
        state.credentials.set(token, { ...ours, token, UserToken: "", IdData });
      };
      outsider("outsider-1", OTHERS_PIN);
      outsider("outsider-2", "4816");
    });
    const system = await signedInClient(second.url, portal.accounts.system);
    const compared = await callFunction(system, "sync-control", {
      action: "COMPARE",
      controller_id: world.controllerId,
    });
    const { items } = z.object({ items: z.array(z.looseObject({ kind: z.string() })) }).parse(compared.body);
    expect(items.filter(({ kind }) => kind === "pin_shared")).toHaveLength(1);
    const { rows } = await portal.admin.query<{ hmac: string }>(
      "select pin_hmac as hmac from controller_pins where source_id is null",
    );
    expect(rows.map(({ hmac }) => hmac).sort()).toEqual(createKeyRing(NEW, [OLD]).pinHmacs(OTHERS_PIN).sort());
    expect(await save(nord, "Annan", OTHERS_PIN)).toMatchObject({ status: 409, body: { code: "pin_in_use" } });
    portal.axis.faults.editByHand((state) => {
      for (const token of ["outsider-1", "outsider-2"]) state.credentials.delete(token);
    });
    await callFunction(system, "sync-control", { action: "COMPARE", controller_id: world.controllerId });
    await settled();
  },
);

step(
  "the old key is taken away: `reencrypt` drops its HMACs and reservations, and a ring of the new key alone opens every row",
  async () => {
    await first.close();
    await second.close();
    const alone = await start(NEW, []);
    await stopReading(portal.admin);
    const before = await generations();
    const calls = portal.axis.requests.total();
    const report = await reencrypt({ ...poolsOf(alone), keys: alone.deps.keys });
    expect(report.places.reduce((sum, { unreadable }) => sum + unreadable, 0)).toBe(0);
    expect(await generations()).toEqual(before);
    expect(portal.axis.requests.total()).toBe(calls);
    const ring = createKeyRing(NEW);
    for (const place of ENCRYPTED_PLACES)
      for (const { id, text } of await encryptedRowsAfter(portal.admin, place, null, 1_000)) {
        const aad = encryptionAad(place.column, id);
        const plain = place.kind === "pin" ? ring.openPin(text, aad) : ring.openText(text, aad);
        if (place.kind === "pin") expect(text.split(":")[2]).toBe(ring.pinHmacs(plain).join(","));
      }
    const { rows } = await portal.admin.query<{ hmac: string }>("select pin_hmac as hmac from controller_pins");
    expect(rows.map(({ hmac }) => hmac)).toContain(ring.pinHmacs("4816")[0]);
    const olds = new Set(createKeyRing(OLD).pinHmacs("4816").concat(createKeyRing(OLD).pinHmacs("918273")));
    expect(rows.filter(({ hmac }) => olds.has(hmac))).toEqual([]);
    const client = await signedInClient(alone.url, portal.accounts.nord);
    expect(await save(client, "Annan", "4816")).toMatchObject({ status: 409, body: { code: "pin_in_use" } });
    expect(await found(alone, portal.accounts.nord, "4816")).toBe(1);
    expect(await reveal(client, "Exempelsson")).toBe("4816");
    expect(await plateRead(alone)).toBe(200);
  },
);

step("a key that is missing is named at the start and by `reencrypt`, and nothing is changed", async () => {
  const lines: string[] = [];
  const before = await encryptedTexts();
  const outsider = await start("a-third-key-that-opens-nothing-in-this-portal", [], (line) => lines.push(line));
  await vi.waitFor(() => expect(lines.join("\n")).toContain(`Nyckeln ${newId} saknas`), { timeout: paced(60_000) });
  const { keys } = outsider.deps;
  const { said, sound } = await reencryptOnConsole({ ...poolsOf(outsider), keys });
  expect(sound).toBe(false);
  expect(said.join("\n")).toContain(
    `No key here opens what ${newId} encrypted. Name that key in PORTAL_OTHER_SECRET_KEYS`,
  );
  expect(() => keys.openPin(before[0] ?? "", "")).toThrow(`no key ${newId}`);
  const after = await encryptedTexts();
  expect(before.filter((text) => !after.includes(text))).toEqual([]);
});
