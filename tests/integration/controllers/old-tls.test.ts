// One door controller lacks TLS 1.2. The portal connects to it after consent and with its certificate, and to no other such controller.
import type { SupabaseClient } from "@supabase/supabase-js";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { axisProxy } from "#contract/functions/axis-proxy.ts";
import { controllerManager } from "#contract/functions/controller-manager.ts";
import { type AxisSimulator, startAxisSimulator } from "#simulators/axis/server.ts";
import { somebodyWaits } from "#tests/integration/platform/world.ts";
import { startTestPortal, type TestPortal } from "#tests/support/build-portal.ts";
import { callFunction, signedInClient } from "#tests/support/client.ts";

let portal: TestPortal;
let system: SupabaseClient;
let old: AxisSimulator;
beforeAll(async () => {
  portal = await startTestPortal();
  system = await signedInClient(portal.url, portal.accounts.system);
});
afterAll(() => portal.close());
beforeEach(async () => {
  old = await startAxisSimulator({ model: "A1001", https: true, tlsVersion: "TLSv1", doors: 1 });
});
afterEach(() => old.close());

const place = (device = old) => ({ device_ip: "https://127.0.0.1", device_port: device.port });
const account = { username: "portal", password: "S3cret-pass" };
const proxy = (action: string, body: object) => callFunction(system, "axis-proxy", { action, ...body });
const manage = (body: object) => callFunction(system, "controller-manager", body);
const tested = (controller_id: string) => proxy("TEST_CONNECTION", { controller_id });
const stored = async (id: string) =>
  (
    await portal.admin.query(
      "select cert_sha256, allow_old_tls, tls_version, cert_accepted_at is not null as accepted from controllers where id = $1",
      [id],
    )
  ).rows[0];
const audited = async (id: string) =>
  (
    await portal.admin.query("select action from audit where subject_id = $1 and action like 'old_tls%' order by tx", [
      id,
    ])
  ).rows.map(({ action }) => action);

let made = 0;
/** Creates the controller switched off, so that no worker of its own learns anything. */
async function create(more: object = {}, at = place()): Promise<string> {
  made += 1;
  const payload = { name: `Gammal ${made}`, device_type: "axis", enabled: false, ...at, ...account, ...more };
  const answer = await manage({ action: "CREATE", payload });
  return controllerManager.CREATE.reply.parse(answer.body).controller.id;
}
const allowed = () => ({ fingerprint: old.certSha256, allow_old_tls: true });

test("its certificate is shown before anything is sent, and a form may be tried with that one only", async () => {
  expect(await proxy("FIND_CONNECTION", place())).toMatchObject({ body: { code: "device_tls_too_old" } });
  const found = await proxy("FIND_CONNECTION", { ...place(), allow_old_tls: true });
  expect(axisProxy.FIND_CONNECTION.reply.parse(found.body)).toMatchObject({
    scheme: "https",
    certificate: { fingerprint: old.certSha256, tls: "TLSv1" },
  });
  const form = { ...place(), ...account };
  const refused: [object, string][] = [
    [{ fingerprint: old.certSha256 }, "device_tls_too_old"],
    [{ allow_old_tls: true }, "device_tls_too_old"],
    [{ allow_old_tls: true, fingerprint: "0".repeat(64) }, "device_certificate_changed"],
  ];
  for (const [more, code] of refused)
    expect(await proxy("TEST_CONNECTION", { ...form, ...more })).toMatchObject({ status: 502, body: { code } });
  expect(old.requests.total()).toBe(0);
  expect(await proxy("TEST_CONNECTION", { ...form, ...allowed() })).toMatchObject({ status: 200, body: { doors: 1 } });
});

test("a new controller may be saved so, which is audited by name, and another one is not spoken to so", async () => {
  const [first, second] = [await create(allowed()), await create({ fingerprint: old.certSha256 })];
  expect(await tested(first)).toMatchObject({ status: 200 });
  expect(await stored(first)).toEqual({
    cert_sha256: old.certSha256,
    allow_old_tls: true,
    tls_version: "TLSv1",
    accepted: true,
  });
  expect(await audited(first)).toEqual(["old_tls_allowed"]);
  expect(await tested(second)).toMatchObject({ status: 502, body: { code: "device_tls_too_old" } });
  expect(await audited(second)).toEqual([]);
});

test("a saved controller is allowed it and refused it again, each by name", async () => {
  const id = await create();
  expect(await manage({ action: "ALLOW_OLD_TLS", id, fingerprint: "0".repeat(64) })).toMatchObject({
    status: 409,
    body: { code: "device_certificate_changed" },
  });
  expect(await stored(id)).toMatchObject({ cert_sha256: null, allow_old_tls: false });
  expect(await manage({ action: "ALLOW_OLD_TLS", id, fingerprint: old.certSha256 })).toMatchObject({ status: 200 });
  expect(await stored(id)).toMatchObject({ cert_sha256: old.certSha256, allow_old_tls: true, accepted: true });
  expect(await tested(id)).toMatchObject({ status: 200 });
  expect(await manage({ action: "FORBID_OLD_TLS", id })).toMatchObject({ status: 200 });
  expect(await stored(id)).toMatchObject({ cert_sha256: old.certSha256, allow_old_tls: false });
  expect(await tested(id)).toMatchObject({ status: 502, body: { code: "device_tls_too_old" } });
  expect(await audited(id)).toEqual(["old_tls_allowed", "old_tls_forbidden"]);
});

test("a new address is not allowed the old TLS, unless its certificate is accepted for that too", async () => {
  const id = await create(allowed());
  const move = (device_port: number, more: object = {}) =>
    manage({ action: "UPDATE", id, payload: { ...place(), device_port, password: account.password, ...more } });
  expect(await move(old.port + 1, { fingerprint: old.certSha256 })).toMatchObject({ status: 200 });
  expect(await stored(id)).toMatchObject({ cert_sha256: old.certSha256, allow_old_tls: false });
  expect(await move(old.port, allowed())).toMatchObject({ status: 200 });
  expect(await stored(id)).toMatchObject({ allow_old_tls: true });
  // Without a certificate the database takes the exception back by itself.
  expect(await move(old.port + 1)).toMatchObject({ status: 200 });
  expect(await stored(id)).toMatchObject({ cert_sha256: null, allow_old_tls: false, tls_version: null });
});

test("replaced hardware loses it with its certificate", async () => {
  const id = await create(allowed());
  await tested(id);
  expect(await callFunction(system, "sync-control", { action: "REBUILD", controller_id: id })).toMatchObject({
    status: 200,
  });
  expect(await stored(id)).toMatchObject({ cert_sha256: null, allow_old_tls: false, tls_version: null });
});

test("a device that has learned a newer TLS is seen to speak it", async () => {
  const renewed = await startAxisSimulator({ doors: 1 });
  try {
    const id = await create({ fingerprint: renewed.certSha256, allow_old_tls: true }, place(renewed));
    expect(await tested(id)).toMatchObject({ status: 200 });
    expect(await stored(id)).toMatchObject({ allow_old_tls: true, tls_version: "TLSv1.3" });
  } finally {
    await renewed.close();
  }
});

test("it is not kept for another certificate that is accepted of a device with a newer TLS", async () => {
  const renewed = await startAxisSimulator({ doors: 1 });
  try {
    const id = await create({ fingerprint: "0".repeat(64), allow_old_tls: true }, place(renewed));
    const trusted = { action: "TRUST_CERTIFICATE", id, fingerprint: renewed.certSha256 };
    expect(await manage(trusted)).toMatchObject({ status: 200 });
    expect(await stored(id)).toMatchObject({ cert_sha256: renewed.certSha256, allow_old_tls: false });
  } finally {
    await renewed.close();
  }
  const id = await create({ fingerprint: "0".repeat(64), allow_old_tls: true });
  expect(await manage({ action: "TRUST_CERTIFICATE", id, fingerprint: old.certSha256 })).toMatchObject({ status: 200 });
  expect(await stored(id)).toMatchObject({ cert_sha256: old.certSha256, allow_old_tls: true });
});

test("a certificate that is accepted while somebody moves the controller is not pinned at the new place", async () => {
  const id = await create();
  const mover = await portal.admin.connect();
  try {
    await mover.query("begin");
    await mover.query("update controllers set device_port = device_port + 1 where id = $1", [id]);
    const accepted = manage({ action: "ALLOW_OLD_TLS", id, fingerprint: old.certSha256 });
    // The worker has read the certificate at the former port, and waits for the controller's row.
    await somebodyWaits(portal.admin);
    await mover.query("commit");
    expect(await accepted).toMatchObject({ status: 409, body: { code: "device_certificate_changed" } });
  } finally {
    mover.release();
  }
  expect(await stored(id)).toMatchObject({ cert_sha256: null, allow_old_tls: false });
  expect(await audited(id)).toEqual([]);
});

test("it takes a certificate, and is nothing for a gate", async () => {
  const refused = (field: string) => ({ status: 400, body: { code: "invalid_body", field } });
  const payload = { name: "Ny", device_type: "axis", ...place(), ...account, allow_old_tls: true };
  expect(await manage({ action: "CREATE", payload })).toMatchObject(refused("fingerprint"));
  const gate = { ...payload, device_type: "axxon_lpr", macro_id: "M1", fingerprint: old.certSha256 };
  expect(await manage({ action: "CREATE", payload: gate })).toMatchObject(refused("allow_old_tls"));
  const { allow_old_tls: _, ...plain } = gate;
  const { controller } = controllerManager.CREATE.reply.parse(
    (await manage({ action: "CREATE", payload: plain })).body,
  );
  const asked = { action: "ALLOW_OLD_TLS", id: controller.id, fingerprint: old.certSha256 };
  expect(await manage(asked)).toMatchObject(refused("allow_old_tls"));
  expect(await stored(controller.id)).toMatchObject({ allow_old_tls: false });
});
