import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { REVEALS_PER_HOUR } from "#contract/limits.ts";
import { type RunningServer, startServer } from "#server/main.ts";
import { loadConfig } from "#server/platform/config.ts";
import { startTestPortal, type TestPortal } from "#tests/support/build-portal.ts";
import { callFunction, signedInClient } from "#tests/support/client.ts";
import { TEST_SECRET_KEY } from "#tests/support/cluster.ts";
import { type MainWorld, mainWorld } from "#tests/support/main-world.ts";

const stack = new AsyncDisposableStack();
let portal: TestPortal;
let world: MainWorld;
let second: RunningServer;
const pins = new Map<string, string>();
beforeAll(async () => {
  portal = await startTestPortal();
  stack.defer(() => portal.close());
  world = await mainWorld(portal);
  const folder = await mkdtemp(join(tmpdir(), "access-portal-reveals-"));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  second = await startServer({
    config: loadConfig(
      { PORT: "0", PORTAL_DATA_DIR: folder, PORTAL_SECRET_KEY: TEST_SECRET_KEY, LOG_LEVEL: "silent", BACKUP_AT: "off" },
      { demo: true },
    ),
    adminUrl: portal.database.adminUrl,
    pageDir: null,
  });
  stack.defer(() => second.close());
  for (let n = 0; n < REVEALS_PER_HOUR + 2; n++) {
    const person = await world.nord
      .from("end_users")
      .insert({ organization_id: portal.accounts.nord.organizationId, first_name: "Kod", last_name: String(n) })
      .select("id")
      .single();
    const pin = String(731_502 + 37 * n);
    const made = await world.nord
      .from("credentials")
      .insert({ end_user_id: person.data?.id, credential_type: "pin", credential_value: pin, validity_period: "1_day" })
      .select("id")
      .single();
    pins.set(z.object({ id: z.string() }).parse(made.data).id, pin);
  }
});
afterAll(() => stack.disposeAsync());
beforeEach(async () => {
  await portal.admin.query("delete from auth.rate_limits");
  await confirmed(0);
});

const confirmed = (secondsAgo: number) =>
  portal.admin.query(
    `update auth.sessions set amr = jsonb_build_array(jsonb_build_object('method', 'password',
       'timestamp', floor(extract(epoch from clock_timestamp()))::bigint - $1::int))`,
    [secondsAgo],
  );
const reveal = (client: SupabaseClient, credential_id: string) =>
  callFunction(client, "end-user-manager", { action: "REVEAL_PIN", credential_id });
const codes = (client: SupabaseClient) => callFunction(client, "generate-weekly-codes", { action: "list" });
const audited = async (action: string) =>
  (await portal.admin.query("select from audit where action = $1", [action])).rowCount ?? Number.NaN;

// Covers: admin.13
test("22 PINs asked of two servers at once: exactly 20 are shown, and those stand in the audit", async () => {
  const other = await signedInClient(second.url, portal.accounts.nord);
  const before = await audited("pin_revealed");
  const answers = await Promise.all([...pins.keys()].map((id, n) => reveal(n % 2 === 0 ? world.nord : other, id)));
  const shown = answers.filter(({ status }) => status === 200).map(({ body }) => body["pin"]);
  const refused = answers.filter(({ status }) => status !== 200);
  expect(shown).toHaveLength(REVEALS_PER_HOUR);
  expect(new Set(shown)).toEqual(new Set([...pins.values()].filter((pin) => shown.includes(pin))));
  expect(refused).toHaveLength(2);
  for (const answer of refused)
    expect(answer).toEqual({
      status: 429,
      body: expect.objectContaining({
        code: "rate_limited",
        error: expect.stringMatching(/^Du har visat koder 20 gånger den senaste timmen.* Inget har visats\./),
      }),
    });
  expect((await audited("pin_revealed")) - before).toBe(REVEALS_PER_HOUR);
});

test("a new session, or another server, brings no new share; another account has its own", async () => {
  for (const id of [...pins.keys()].slice(0, REVEALS_PER_HOUR)) await reveal(world.nord, id);
  const [id = ""] = pins.keys();
  const again = [
    await reveal(await signedInClient(portal.url, portal.accounts.nord), id),
    await reveal(await signedInClient(second.url, portal.accounts.nord), id),
    await reveal(world.system, id),
  ];
  expect(again.map(({ status }) => status)).toEqual([429, 429, 200]);
  await portal.admin.query(
    "update auth.rate_limits set taken = array(select t - interval '61 minutes' from unnest(taken) t) where key like 'reveal:%'",
  );
  expect((await reveal(world.nord, id)).body["pin"]).toBe(pins.get(id));
});

test("a PIN that is not the caller's to see is not found, and costs nothing", async () => {
  const syd = await signedInClient(portal.url, portal.accounts.syd);
  const [id = ""] = pins.keys();
  for (let n = 0; n < REVEALS_PER_HOUR + 2; n++) expect((await reveal(syd, id)).status).toBe(404);
  const { rows } = await portal.admin.query("select key from auth.rate_limits where key = $1", [
    `reveal:${portal.accounts.syd.userId}`,
  ]);
  expect(rows).toEqual([]);
});

test("an old session sees no PIN and no weekly code, makes none, and is charged nothing", async () => {
  await callFunction(world.system, "generate-weekly-codes", {
    action: "generate",
    controllerIds: [world.controllerId],
  });
  const made = async () => (await portal.admin.query("select from weekly_codes")).rowCount;
  const before = [await made(), await audited("pin_revealed"), await audited("weekly_codes_read")];
  await confirmed(301);
  const [id = ""] = pins.keys();
  const answers = [
    ...(await Promise.all([...pins.keys()].map((one) => reveal(world.nord, one)))),
    await reveal(world.system, id),
    await codes(world.system),
    await callFunction(world.system, "generate-weekly-codes", {
      action: "generate",
      controllerIds: [world.controllerId],
    }),
  ];
  for (const { status, body } of answers) expect([status, body["code"]]).toEqual([403, "reauthentication_needed"]);
  expect([await made(), await audited("pin_revealed"), await audited("weekly_codes_read")]).toEqual(before);
  const { rowCount } = await portal.admin.query("select from auth.rate_limits where key like 'reveal:%'");
  expect(rowCount).toBe(0);
});

test("the list of weekly codes is one of the twenty, and new codes are shown once without one", async () => {
  const generated = await callFunction(world.system, "generate-weekly-codes", {
    action: "generate",
    controllerIds: [world.controllerId],
  });
  expect(generated.status).toBe(200);
  const [id = ""] = pins.keys();
  for (let n = 0; n < REVEALS_PER_HOUR - 1; n++) expect((await reveal(world.system, id)).status).toBe(200);
  expect((await codes(world.system)).status).toBe(200);
  const before = await audited("weekly_codes_read");
  expect((await codes(world.system)).status).toBe(429);
  expect(await audited("weekly_codes_read")).toBe(before);
  expect(
    (
      await callFunction(world.system, "generate-weekly-codes", {
        action: "generate",
        controllerIds: [world.controllerId],
      })
    ).status,
  ).toBe(200);
});
