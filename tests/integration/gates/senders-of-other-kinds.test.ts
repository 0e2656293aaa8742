// Small units interpret the HTTP standard in their own way. The portal serves requests with a clear meaning and shows the others.
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestPortal, type TestPortal } from "#tests/support/build-portal.ts";
import { basicAuth, type WebhookAccount, webhookAccount, webhookUrl } from "#tests/support/gate-calls.ts";
import { type MainWorld, mainWorld } from "#tests/support/main-world.ts";
import { paced } from "#tests/support/pace.ts";
import { openRaw } from "#tests/support/raw-sockets.ts";

let portal: TestPortal;
let world: MainWorld;
let account: WebhookAccount;

beforeAll(async () => {
  portal = await startTestPortal();
  world = await mainWorld(portal);
  account = await webhookAccount(world.system, world.gateId);
  await world.savePerson({ firstName: "Test", lastName: "Bil", plate: "SND001" });
});
afterAll(() => portal.close());

interface Written {
  path?: (path: string) => string;
  authorization?: string;
  head?: string;
  body?: string;
}

/** Returns the whole answer, interim ones included. */
async function answerTo({ path = (one) => one, authorization, head = "Host: portal\r\n", body = "" }: Written) {
  const { pathname, search } = new URL(webhookUrl(portal.url, world.gateId, "SND001"));
  const login = authorization ?? basicAuth(account);
  const socket = await openRaw(
    portal.url,
    "127.0.0.12",
    `POST ${path(pathname + search)} HTTP/1.1\r\n${head}Authorization: ${login}\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  return Buffer.concat(await socket.toArray()).toString("utf8");
}
const encoded = () => basicAuth(account).slice("Basic ".length);

test.each<[string, () => Written]>([
  ["without a Host line", () => ({ head: "" })],
  ["that expects 100-continue", () => ({ head: "Host: portal\r\nExpect: 100-continue\r\n", body: "{}" })],
  ["that expects something else", () => ({ head: "Host: portal\r\nExpect: 102-processing\r\n", body: "{}" })],
  ["with two blanks in its account", () => ({ authorization: `Basic  ${encoded()}` })],
  ["whose account has no padding", () => ({ authorization: `basic ${encoded().replace(/=+$/, "")}` })],
  ["with an absolute address", () => ({ path: (path) => `http://portal${path}` })],
])("a read %s opens the gate", async (_what, written) => {
  expect(await answerTo(written())).toMatch(/HTTP\/1\.1 200 OK[^]*"granted":true/);
});

test("a call to an address with a slash too many is seen at the gate", async () => {
  await portal.admin.query("update controllers set refused_at = null, refused_cause = null");
  expect(await answerTo({ path: (path) => `/${path}` })).toMatch(/^HTTP\/1\.1 404 /);
  const cause = async () => {
    const { rows } = await portal.admin.query("select refused_cause from controllers where id = $1", [world.gateId]);
    return rows;
  };
  await expect.poll(cause, { timeout: paced(6_000) }).toEqual([{ refused_cause: "address_unknown" }]);
});

test("an address that cannot be read is refused in the portal's words, without what it says, and seen", async () => {
  await answerTo({});
  await portal.admin.query("delete from private.refused_calls");
  const answer = await answerTo({ path: (path) => path.replace("axxon-webhook", "axxon-webhook%ZZ") });
  expect(answer).toMatch(/^HTTP\/1\.1 404 [^]*"reason":"address_unknown"/);
  expect(answer).not.toContain("SND001");
  const causes = async () => (await portal.admin.query("select cause from private.refused_calls")).rows;
  await expect.poll(causes, { timeout: paced(6_000) }).toEqual([{ cause: "bad_http" }]);
});
