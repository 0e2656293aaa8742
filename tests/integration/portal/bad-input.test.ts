import { createServer } from "node:http";
import type { SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { startAxisSimulator } from "#simulators/axis/server.ts";
import { DEFAULT_MACRO_ID } from "#simulators/axxon/server.ts";
import { startTestPortal, type TestPortal } from "#tests/support/build-portal.ts";
import { callFunction, signedInClient } from "#tests/support/client.ts";
import { callsWithoutLog } from "#tests/support/device-calls.ts";
import { basicAuth, webhookAccount } from "#tests/support/gate-calls.ts";

let portal: TestPortal;
let system: SupabaseClient;
let nord: SupabaseClient;

beforeAll(async () => {
  portal = await startTestPortal();
  system = await signedInClient(portal.url, portal.accounts.system);
  nord = await signedInClient(portal.url, portal.accounts.nord);
});

afterAll(async () => {
  await portal.close();
});

const axisFields = () => ({
  device_ip: portal.axis.url,
  device_port: portal.axis.port,
  username: "portal",
  password: "S3cret-pass",
});

describe("a connection test of a form that is not saved", () => {
  const testForm = (fields: object) =>
    callFunction(system, "axis-proxy", { action: "TEST_CONNECTION", ...axisFields(), ...fields });

  // Covers: 7.11
  test("a good device answers with its model", async () => {
    expect(await testForm({})).toMatchObject({
      status: 200,
      body: { success: true, model: "A1601", serial: portal.axis.serial },
    });
  });

  test("a wrong password is named", async () => {
    expect(await testForm({ password: "fel" })).toMatchObject({ status: 502, body: { code: "device_auth_failed" } });
  });

  test("a device that is away is named", async () => {
    const { port } = await listen(() => {}, true);
    expect(await testForm({ device_ip: "127.0.0.1", device_port: port })).toMatchObject({
      status: 504,
      body: { code: "device_unreachable" },
    });
  });

  test("a web server that is no Axis device is named", async () => {
    const other = await listen((_request, response) =>
      response.setHeader("content-type", "text/html").end("<h1>Skrivare</h1>"),
    );
    const answer = await testForm({ device_ip: "127.0.0.1", device_port: other.port });
    expect(answer).toMatchObject({ status: 502, body: { code: "device_nonsense" } });
    other.close();
  });

  // Covers: 8.10, tenant.4
  test.each(["8.8.8.8", "169.254.169.254", "0x7f000001.example", "[::ffff:8.8.8.8]"])(
    "the address %s is refused before anything is sent",
    async (device_ip) => {
      const answer = await testForm({ device_ip, device_port: 80 });
      expect([400, 504]).toContain(answer.status);
      expect(["device_address_forbidden", "device_unreachable", "invalid_body"]).toContain(answer.body["code"]);
      // An unknown name is not only the address's fault; every other refusal names its field.
      if (answer.status === 400) expect(answer.body["field"]).toBe("device_ip");
    },
  );

  test("a blank password cannot borrow a stored one", async () => {
    expect(await testForm({ password: "********" })).toMatchObject({ status: 400, body: { field: "password" } });
  });

  test("an org admin may not reach devices at all", async () => {
    expect(await callFunction(nord, "axis-proxy", { action: "TEST_CONNECTION", ...axisFields() })).toMatchObject({
      status: 403,
      body: { code: "forbidden" },
    });
  });
});

describe("a controller whose hardware or certificate changes", () => {
  test("another certificate stops the call before a password is sent, and says so", async () => {
    const device = await startAxisSimulator({ doors: 1 });
    const { body } = await callFunction(system, "controller-manager", {
      action: "CREATE",
      payload: {
        name: "Bytt certifikat",
        device_type: "axis",
        device_ip: device.url,
        device_port: device.port,
        username: "portal",
        password: "S3cret-pass",
      },
    });
    const { id } = z.object({ id: z.string() }).parse(body["controller"]);
    expect(await callFunction(system, "axis-proxy", { action: "TEST_CONNECTION", controller_id: id })).toMatchObject({
      status: 200,
    });
    device.faults.changeCertificate();
    const calls = callsWithoutLog(device);
    expect(await callFunction(system, "axis-proxy", { action: "TEST_CONNECTION", controller_id: id })).toMatchObject({
      status: 502,
      body: { code: "device_certificate_changed" },
    });
    expect(callsWithoutLog(device)).toEqual(calls);
    await device.close();
  });
});

describe("callers who send nonsense", () => {
  const post = (path: string, body: string, headers: Record<string, string> = {}) =>
    fetch(`${portal.url}${path}`, {
      method: "POST",
      body,
      headers: { "content-type": "application/json", ...headers },
    });
  const bearer = async () => `Bearer ${(await system.auth.getSession()).data.session?.access_token ?? ""}`;

  test("malformed JSON is refused as such", async () => {
    const answer = await post("/functions/v1/end-user-manager", "{", { authorization: await bearer() });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ code: "invalid_body" });
  });

  test("a body of two megabytes is refused", async () => {
    const answer = await post(
      "/functions/v1/end-user-manager",
      JSON.stringify({ filler: "x".repeat(2 * 1024 * 1024) }),
      { authorization: await bearer() },
    );
    expect(answer.status).toBe(413);
  });

  test.each([
    ["no body at all", {}],
    ["an unknown action", { action: "EXPLODE" }],
    ["a list for a name", { action: "CREATE", payload: { organization_id: "x", first_name: ["a"], last_name: 1 } }],
  ])("%s is refused with a Swedish sentence and a code", async (_what, body) => {
    const answer = await callFunction(nord, "end-user-manager", body);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({
      code: expect.stringMatching(/^(invalid_body|unknown_action)$/),
      error: expect.stringContaining("Inget har"),
    });
  });

  test("a function that does not exist answers 404", async () => {
    const answer = await post("/functions/v1/open-everything", "{}", { authorization: await bearer() });
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ code: "unknown_function" });
  });

  test.each([
    ["nobody", ""],
    ["the page's public key", "Bearer portal"],
    [
      "an unsigned token",
      `Bearer ${Buffer.from('{"alg":"none"}').toString("base64url")}.${Buffer.from('{"sub":"x","session_id":"y","role":"authenticated"}').toString("base64url")}.`,
    ],
    ["garbage", "Bearer a.b.c"],
  ])("%s gets 401 everywhere", async (_who, authorization) => {
    const headers: Record<string, string> = authorization === "" ? {} : { authorization, apikey: "portal" };
    expect((await post("/functions/v1/controller-manager", "{}", headers)).status).toBe(401);
    expect((await fetch(`${portal.url}/rest/v1/end_users`, { headers })).status).toBe(401);
    // auth-js knows these statuses: no token 401, malformed 403.
    expect((await fetch(`${portal.url}/auth/v1/user`, { headers })).status).toBe(
      /^$|portal/.test(authorization) ? 401 : 403,
    );
  });
});

describe("reads at the gate", () => {
  let webhook: string;
  let authorization: string;

  beforeAll(async () => {
    const { body } = await callFunction(system, "controller-manager", {
      action: "CREATE",
      payload: {
        name: "Infart",
        device_type: "axxon_lpr",
        device_ip: portal.axxon.host,
        device_port: portal.axxon.port,
        username: "portal",
        password: "S3cret-pass",
        macro_id: DEFAULT_MACRO_ID,
      },
    });
    const { id } = z.object({ id: z.string() }).parse(body["controller"]);
    authorization = basicAuth(await webhookAccount(system, id));
    webhook = `${portal.url}/functions/v1/axxon-webhook?gateid=${id}`;
  });

  const read = (query: string, headers: Record<string, string> = { authorization }) =>
    fetch(`${webhook}${query}`, { method: "POST", headers });

  test.each([
    "",
    "{plate}",
    "%25plate%25",
    "UNDEFINED",
    "X".repeat(200),
    "MLB%2084A",
    "%00",
    "'; drop table access_logs; --",
  ])("the plate %j is logged as no match and opens nothing", async (plate) => {
    const answer = await read(`&regnr=${plate}`);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ granted: false, reason: "no_match" });
    expect(portal.axxon.openings).toHaveLength(0);
  });

  test("a missing parameter is refused and not logged", async () => {
    const before = await countLogs();
    expect((await read("")).status).toBe(400);
    expect(await countLogs()).toBe(before);
  });

  test.each([
    ["no credentials", {}],
    ["a wrong password", { authorization: basicAuth({ username: "lpr-x", password: "fel" }) }],
    ["a bearer token", { authorization: "Bearer x" }],
  ])("%s gets 401 with a challenge and leaves no passage", async (_who, headers) => {
    const before = await countLogs();
    const answer = await read("&regnr=MLB84A", headers);
    expect(answer.status).toBe(401);
    expect(answer.headers.get("www-authenticate")).toMatch(/^Basic/);
    expect(await countLogs()).toBe(before);
  });

  // Covers: 7.15
  test("an unknown gate is answered 200 and logged without a controller", async () => {
    const answer = await fetch(`${portal.url}/functions/v1/axxon-webhook?regnr=MLB99X&gateid=nonsense`, {
      method: "POST",
      headers: { authorization },
    });
    expect(await answer.json()).toMatchObject({ granted: false, reason: "gate_not_found" });
    const { rows } = await portal.admin.query("select controller_id from access_logs where plate_number = 'MLB99X'");
    expect(rows).toEqual([{ controller_id: null }]);
  });

  async function countLogs(): Promise<number> {
    const { rows } = await portal.admin.query<{ n: number }>("select count(*)::int as n from access_logs");
    return rows[0]?.n ?? Number.NaN;
  }
});

test("when every database connection is killed the process lives and the next request works", async () => {
  const during = Promise.allSettled(Array.from({ length: 20 }, () => nord.from("end_users").select("id").limit(1)));
  await portal.admin.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and usename = 'authenticator'",
  );
  await during;
  await expect.poll(async () => (await nord.from("end_users").select("id").limit(1)).error).toBeNull();
  expect((await callFunction(system, "axis-proxy", { action: "TEST_CONNECTION", ...axisFields() })).status).toBe(200);
});

async function listen(
  handler: Parameters<typeof createServer>[1],
  closed = false,
): Promise<{ port: number; close(): void }> {
  const server = createServer(handler ?? (() => {}));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = z.object({ port: z.int() }).parse(server.address());
  if (closed) await new Promise((resolve) => server.close(resolve));
  return { port, close: () => server.close() };
}
