import http from "node:http";
import { afterEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { basicHeader, callDevice } from "../testing/call-device.ts";
import { type AxxonSimulator, type AxxonSimulatorOptions, DEFAULT_MACRO_ID, startAxxonSimulator } from "./server.ts";

const BASIC = basicHeader("portal", "S3cret-pass");
const close: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const one of close.splice(0)) await one();
});

async function start(options: AxxonSimulatorOptions = {}): Promise<AxxonSimulator> {
  const server = await startAxxonSimulator(options);
  close.push(() => server.close());
  return server;
}

const session = z.object({ error_code: z.string().default(""), token_value: z.string().default("") });
const get = async (server: AxxonSimulator, path: string, authorization?: string) =>
  await callDevice(server.url + path, authorization ? { headers: { authorization } } : {});

async function logIn(
  server: AxxonSimulator,
  password = "S3cret-pass",
  user_name = "portal",
): Promise<z.infer<typeof session>> {
  const body = JSON.stringify({ user_name, password });
  const path = "/v1/authentication/authenticate_ex2";
  // One 3 answers only signed-in callers; a login through the bridge may be anonymous.
  const method = "axxonsoft.bl.auth.AuthenticationService.AuthenticateEx2";
  const reply =
    server.profile === "one3"
      ? await callDevice(`${server.url}/grpc`, {
          method: "POST",
          body: JSON.stringify({ method, data: { user_name, password } }),
        })
      : await callDevice(`${server.url}${path}`, { method: "POST", body });
  expect(reply.status).toBe(200);
  return session.parse(JSON.parse(reply.body));
}

const bearer = async (server: AxxonSimulator) => `Bearer ${(await logIn(server)).token_value}`;

describe.each([
  ["next4", 200, "Axxon Next"],
  ["one2", 200, "Axxon One 2"],
  ["one3", 401, "Axxon One 3"],
] as const)("version %s", (profile, basicStatus, version) => {
  test(`answers ${basicStatus} to Basic on guarded calls and 200 to a token`, async () => {
    const server = await start({ profile });
    for (const path of ["/product/version", "/macro/list/", `/macro/execute/${DEFAULT_MACRO_ID}`]) {
      expect((await get(server, path)).status).toBe(401);
      expect((await get(server, path, BASIC)).status).toBe(basicStatus);
    }
    const token = await bearer(server);
    expect((await get(server, "/product/version", token)).body).toContain(version);
    expect((await get(server, "/hosts/")).body).toBe('["SERVER1"]');
    expect((await get(server, "/statistics/webserver")).body).toMatch(/"now":"\d{8}T\d{6}\.\d{6}"/);
  });

  test("opens the gate each time its macro runs", async () => {
    let now = Date.now();
    const server = await start({ profile, openForMs: 5_000, world: () => now });
    const token = await bearer(server);
    expect(server.gateOpen).toBe(false);
    const run = await get(server, `/macro/execute/${DEFAULT_MACRO_ID.toUpperCase()}`, token);
    expect([run.status, run.body, server.gateOpen, server.openings.length]).toEqual([200, "", true, 1]);
    now += 5_000;
    expect(server.gateOpen).toBe(false);
    await get(server, `/macro/execute/${DEFAULT_MACRO_ID}`, token);
    await server.openedTimes(2);
    expect(server.openings).toHaveLength(2);
  });
});

describe("signing in", () => {
  test("a token lives four hours, can be renewed and closed", async () => {
    let now = Date.now();
    const server = await start({ profile: "one3", world: () => now });
    const token = await bearer(server);
    now += 4 * 3_600_000 - 1;
    const renewed = session.parse(JSON.parse((await get(server, "/v1/authentication/renew2", token)).body));
    now += 1;
    expect((await get(server, "/product/version", token)).status).toBe(401);
    const second = `Bearer ${renewed.token_value}`;
    expect((await get(server, "/product/version", second)).status).toBe(200);
    await get(server, "/v1/authentication/close", second);
    expect((await get(server, "/product/version", second)).status).toBe(401);
  });

  // Covers: device.23
  test("the fifth bad login locks the account, even for the right password, for a while", async () => {
    let now = Date.now();
    const server = await start({ world: () => now });
    const codes: (string | undefined)[] = [];
    for (let attempt = 0; attempt < 5; attempt += 1) codes.push((await logIn(server, "wrong")).error_code);
    expect(new Set(codes)).toEqual(new Set(["AUTHENTICATE_CODE_WRONG_CREDENTIALS"]));
    expect((await logIn(server)).error_code).toBe("AUTHENTICATE_CODE_USER_LOCKED");
    expect((await get(server, "/product/version", BASIC)).status).toBe(401);
    now += 15 * 60_000 + 1;
    expect((await logIn(server)).error_code).toBe("AUTHENTICATE_CODE_OK");
  });

  test("an address that tries many names is blocked", async () => {
    const server = await start({ switches: { blockAddressAfter: 3 } });
    for (const name of ["a", "b", "c"]) await logIn(server, "x", name);
    expect((await logIn(server)).error_code).toBe("AUTHENTICATE_CODE_IP_BLOCKED");
    server.authentication.unlock();
    expect((await logIn(server)).error_code).toBe("AUTHENTICATE_CODE_OK");
  });

  test("the login through /grpc works on the version that refuses Basic", async () => {
    const server = await start({ profile: "one3" });
    const body = JSON.stringify({
      method: "axxonsoft.bl.auth.AuthenticationService.AuthenticateEx2",
      data: { user_name: "portal", password: "S3cret-pass" },
    });
    const reply = await callDevice(`${server.url}/grpc`, { method: "POST", body, headers: { authorization: BASIC } });
    expect(JSON.parse(reply.body)).toMatchObject({ error_code: "AUTHENTICATE_CODE_OK", expires_in: 14_400 });
  });
});

describe("calls that One 3 refuses", () => {
  const RECOGNIZER = "axxonsoft.bl.realtimerecognizer.RealtimeRecognizerService";
  const item = (data_string: string) => ({ id: data_string, type: "DT_Plate", data_string });

  test("an anonymous login by REST, which older versions answer", async () => {
    const logins = await Promise.all(
      (["one2", "one3"] as const).map(async (profile) => {
        const server = await start({ profile });
        const body = JSON.stringify({ user_name: "portal", password: "S3cret-pass" });
        return await callDevice(`${server.url}/v1/authentication/authenticate_ex2`, { method: "POST", body });
      }),
    );
    expect(logins.map(({ status }) => status)).toEqual([200, 401]);
  });

  test("several items at once, or a stream of changes without its end; its items come as a stream", async () => {
    const server = await start({ profile: "one3" });
    const authorization = await bearer(server);
    const grpc = async (method: string, data: unknown) =>
      await callDevice(`${server.url}/grpc`, {
        method: "POST",
        headers: { authorization },
        body: JSON.stringify({ method: `${RECOGNIZER}.${method}`, data }),
      });
    for (const refused of [
      { added_items: [item("MLB84A")] },
      { status: "EPS_LAST", added_items: [item("MLB84A")], added_item: item("MLB84A") },
      { status: "EPS_SEQUENTIAL", added_item: item("MLB84A") },
      { added_item: item("MLB84A") },
    ])
      expect((await grpc("ChangeItems", refused)).status, JSON.stringify(refused)).toBeGreaterThanOrEqual(400);
    expect(server.state.items.size).toBe(0);
    expect((await grpc("ChangeItems", { status: "EPS_LAST", added_item: item("MLB84A") })).status).toBe(200);
    const items = await grpc("GetItems", {});
    expect(items.headers["content-type"]).toBe("text/event-stream");
    expect(items.body).toMatch(/^data: \{"status":"EPS_LAST","item":\{.*"data_string":"MLB84A"\}\}\n\n$/);
  });
});

describe("macros", () => {
  test.each([
    ["an unknown id", "00000000-0000-4000-8000-000000000000", 404],
    ["no GUID at all", "17", 400],
  ])("%s: %s", async (_, id, status) => {
    const server = await start();
    expect((await get(server, `/macro/execute/${id}`)).status).toBe(401);
    expect((await get(server, `/macro/execute/${id}`, BASIC)).status).toBe(status);
    expect(server.openings).toHaveLength(0);
  });

  test("an account without rights gets 403 and the gate stays shut", async () => {
    const server = await start({ users: [{ name: "portal", password: "S3cret-pass", macroRights: false }] });
    expect((await get(server, `/macro/execute/${DEFAULT_MACRO_ID}`, BASIC)).status).toBe(403);
    expect(server.openings).toHaveLength(0);
  });

  test("the gateway and /grpc list and launch the same macros; version 4 has no gateway", async () => {
    const server = await start();
    const post = (path: string, body: unknown) =>
      callDevice(server.url + path, { method: "POST", body: JSON.stringify(body), headers: { authorization: BASIC } });
    const listed = JSON.parse((await get(server, "/v1/logic_service/macros", BASIC)).body) as unknown;
    expect(listed).toMatchObject({ items: [{ guid: DEFAULT_MACRO_ID, name: "Öppna grind" }] });
    await post("/v1/logic_service/macros:launch", { macro_id: DEFAULT_MACRO_ID });
    const data = { macro_id: DEFAULT_MACRO_ID };
    await post("/grpc", { method: "axxonsoft.bl.logic.LogicService.LaunchMacro", data });
    expect(server.openings).toHaveLength(2);
    expect((await post("/grpc", { method: "axxonsoft.bl.logic.LogicService.Unknown", data: {} })).status).toBe(500);
    const older = await start({ profile: "next4" });
    expect((await get(older, "/v1/logic_service/macros", BASIC)).status).toBe(404);
  });

  test("a new plate on a list gets an id that the server chose", async () => {
    const server = await start();
    const grpc = async (method: string, data: unknown) => {
      const body = JSON.stringify({
        method: `axxonsoft.bl.realtimerecognizer.RealtimeRecognizerService.${method}`,
        data,
      });
      return await callDevice(`${server.url}/grpc`, { method: "POST", body, headers: { authorization: BASIC } });
    };
    const added = await grpc("ChangeItems", { added_items: [{ id: "mine", type: "DT_Plate", data_string: "MLB84A" }] });
    expect(added.body).toBe("{}");
    const items = JSON.parse((await grpc("GetItems", {})).body) as unknown;
    expect(items).toEqual({
      items: [{ id: expect.not.stringMatching("mine"), type: "DT_Plate", data_string: "MLB84A" }],
    });
  });
});

describe("a vehicle at the camera", () => {
  interface Received {
    method: string;
    url: string;
    authorization: string | undefined;
  }

  async function portal(status = 200, challenge = false): Promise<{ url: string; received: Received[] }> {
    const received: Received[] = [];
    const server = http.createServer((request, response) => {
      const { method = "", url = "", headers } = request;
      received.push({ method, url, authorization: headers.authorization });
      const refuse = challenge && !headers.authorization;
      response.writeHead(refuse ? 401 : status, refuse ? { "www-authenticate": 'Basic realm="axxon"' } : {});
      response.end('{"granted":true}');
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
    close.push(() => new Promise((resolve) => server.close(() => resolve())));
    const address = server.address();
    const port = typeof address === "object" && address ? address.port : 0;
    return { url: `http://127.0.0.1:${port}/functions/v1/axxon-webhook?regnr={plate}&gateid=g1`, received };
  }

  const login = { username: "lpr", password: "hemligt" };
  const authorization = basicHeader("lpr", "hemligt");

  test("one read is one request with Basic at once, and the answer changes nothing", async () => {
    const { url, received } = await portal();
    const server = await start({ webhook: { url, ...login } });
    const sent = await server.drive("MLB 84A");
    expect(received).toEqual([
      { method: "POST", url: "/functions/v1/axxon-webhook?regnr=MLB%2084A&gateid=g1", authorization },
    ]);
    expect(sent).toMatchObject({ plate: "MLB 84A", status: 200, answer: '{"granted":true}', error: null });
    expect(server.gateOpen).toBe(false);
    expect(server.log).toHaveLength(1);
  });

  test("a failing portal is not asked again", async () => {
    const { url, received } = await portal(503);
    const server = await start({ webhook: { url, ...login } });
    expect(await server.drive("MLB84A")).toMatchObject({ status: 503 });
    expect(received).toHaveLength(1);
    server.setWebhook({ url, ...login, auth: "after-challenge" });
    await server.drive("MLB84A");
    expect(received).toHaveLength(2);
    server.setWebhook({ url: "http://127.0.0.1:1/x", ...login });
    expect(await server.drive("MLB84A")).toMatchObject({
      status: null,
      error: expect.stringContaining("ECONNREFUSED"),
    });
    expect(server.log).toHaveLength(3);
  });

  test("with Basic after a challenge the first request carries no login", async () => {
    const { url, received } = await portal(200, true);
    const server = await start({ webhook: { url, ...login, auth: "after-challenge" } });
    expect((await server.drive("MLB84A")).status).toBe(200);
    expect(received.map((one) => one.authorization)).toEqual([undefined, authorization]);
  });

  test.each([
    ["encoded", "ÅSA 1", "regnr=%C3%85SA%201"],
    ["raw", "MLB84A", "regnr=MLB84A"],
    ["unresolved", "MLB84A", "regnr={plate}"],
  ] as const)("placeholder %s: %s arrives as %s", async (placeholder, plate, expected) => {
    const { url, received } = await portal();
    const server = await start({ webhook: { url, ...login, placeholder } });
    await server.drive(plate);
    expect(received[0]?.url).toContain(expected);
  });

  test("repeated reads, two engines and an unread plate each send their own request", async () => {
    const { url, received } = await portal();
    const server = await start({ webhook: { url, ...login } });
    await server.drive("MLB84A", { repeats: 2, repeatAfterMs: 5 });
    expect(received).toHaveLength(3);
    await server.drive(null);
    expect(received.at(-1)?.url).toContain("regnr=&gateid=g1");
    await server.drive("MLB84A", { variant: "cyrillic" });
    expect(decodeURIComponent(received.at(-1)?.url ?? "")).toContain("МLВ84А");
    expect(server.state.reads).toHaveLength(5);
  });

  test("without a webhook nothing is sent, and the log says so", async () => {
    const server = await start();
    expect(await server.drive("MLB84A")).toMatchObject({ status: null, error: "no webhook is set" });
  });
});
