// Tests inputs that a camera with AXIS License Plate Verifier refuses, so that a driver's mistake cannot pass unseen.
import { afterEach, beforeEach, expect, test } from "vitest";
import { callDevice, digestHeader } from "../testing/call-device.ts";
import { type LpvSimulator, startLpvSimulator } from "./server.ts";

let camera: LpvSimulator;
beforeEach(async () => {
  camera = await startLpvSimulator();
});
afterEach(() => camera.close());

async function ask(method: "GET" | "POST", uri: string, body?: string): Promise<{ status: number; body: string }> {
  const init = { method, ...(body === undefined ? {} : { body }) };
  const type: Record<string, string> = body === undefined ? {} : { "content-type": "application/xml" };
  const challenge = await callDevice(camera.url + uri, { ...init, headers: type });
  const offered = challenge.headers["www-authenticate"] ?? "";
  const field = (name: string): string => new RegExp(`${name}="([^"]*)"`).exec(offered)?.[1] ?? "";
  const authorization = digestHeader({
    username: "portal",
    password: "S3cret-pass",
    realm: field("realm"),
    nonce: field("nonce"),
    method,
    uri,
    qop: { nc: "00000001", cnonce: "c0ffee" },
  });
  return await callDevice(camera.url + uri, { ...init, headers: { ...type, authorization } });
}

const SETTINGS = "/local/fflprapp/cloud.cgi";
const address = (text: string) => Buffer.from(text).toString("base64");

test("a part of its settings, or one that it does not know: the whole document is what it takes", async () => {
  const { body: whole } = await ask("GET", SETTINGS);
  const wanted = whole.replace(/<url \/>/, `<url>${address("http://portal.example/push")}</url>`);
  expect(wanted).not.toBe(whole);
  const refused = [
    `<cloud_config><url>${address("http://portal.example/push")}</url></cloud_config>`,
    wanted.replace(/ *<latitude>.*<\/latitude>\n/, ""),
    wanted.replace("</cloud_config>", "<tomorrow>1</tomorrow></cloud_config>"),
    wanted.replace("<latitude>", "<height>").replace("</latitude>", "</height>"),
  ];
  for (const body of refused) expect((await ask("POST", SETTINGS, body)).status, body).toBe(400);
  expect((await ask("GET", SETTINGS)).body).toBe(whole);
  expect((await ask("POST", SETTINGS, wanted)).status).toBe(200);
  expect((await ask("GET", SETTINGS)).body).toBe(wanted);
});

test("an address or a password in clear text: both are base64", async () => {
  const { body: whole } = await ask("GET", SETTINGS);
  for (const name of ["url", "password"]) {
    const plain = whole.replace(`<${name} />`, `<${name}>http://portal.example/push</${name}>`);
    expect((await ask("POST", SETTINGS, plain)).status, name).toBe(400);
  }
});

test("a list by another name than `allow`", async () => {
  const add = (list: string) =>
    ask("GET", `/local/fflprapp/api.cgi?api=addplate&plate=MLB84A,12-31-2026,Anna&list=${list}`);
  expect([(await add("allowlist")).status, (await add("block")).status]).toEqual([400, 400]);
  expect(camera.state.app.allowed.size).toBe(0);
  expect((await add("allow")).status).toBe(200);
  expect([...camera.state.app.allowed.keys()]).toEqual(["MLB84A"]);
});
