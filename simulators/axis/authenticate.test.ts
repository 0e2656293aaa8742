import { afterEach, describe, expect, test } from "vitest";
import { basicHeader, callDevice, callSignedIn, digestHeader } from "../testing/call-device.ts";
import { type AxisSimulator, type AxisSimulatorOptions, startAxisSimulator } from "./server.ts";

const SERIAL = "ACCC8E123456";
const NONCE = "5X26hdDPBQA=f1d9367d1b0699f406a95bbf79e35f6e08c5d3af";
const REALM = `AXIS_${SERIAL}`;
const LOGIN = { username: "portal", password: "S3cret-pass", realm: REALM, nonce: NONCE };
const LIST = { method: "POST", body: '{"pacsaxis:GetAccessControllerList":{}}' };

let open: AxisSimulator | undefined;
afterEach(async () => open?.close());

async function start(options: AxisSimulatorOptions = {}): Promise<AxisSimulator> {
  open = await startAxisSimulator({ serial: SERIAL, https: false, ...options });
  return open;
}

async function digest(device: AxisSimulator, nc: string, changed: Partial<Parameters<typeof digestHeader>[0]> = {}) {
  const parts = { ...LOGIN, method: "POST", uri: "/vapix/pacs", qop: { nc, cnonce: "0a4f113b" }, ...changed };
  return await callDevice(`${device.url}/vapix/pacs`, { ...LIST, headers: { authorization: digestHeader(parts) } });
}

describe("the worked Digest vectors of the protocol", () => {
  test.each([
    ["POST", "/vapix/pacs", "9515958aa0a5e3d8e194e7be747a4bc5", "26517e64c5f741a6ceba6a3b6c6bb117"],
    [
      "GET",
      "/axis-cgi/param.cgi?action=list&group=root.Brand,root.Properties",
      "e3a603e60133ca784c0b0cb371583ad0",
      "0b3d31d1d24d8ec853f3a7de11154286",
    ],
  ])("%s %s is let in with the printed response, with and without qop", async (method, uri, withQop, without) => {
    const device = await start({ fixedNonce: NONCE });
    const target = device.url + uri;
    const init = method === "POST" ? LIST : { method };
    await callDevice(target, init);
    const common = `username="portal", realm="${REALM}", nonce="${NONCE}", uri="${uri}", algorithm=MD5`;
    const header = `Digest ${common}, qop=auth, nc=00000001, cnonce="0a4f113b", response="${withQop}"`;
    expect((await callDevice(target, { ...init, headers: { authorization: header } })).status).toBe(200);
    device.state.switches.qop = false;
    const older = `Digest ${common}, response="${without}"`;
    expect((await callDevice(target, { ...init, headers: { authorization: older } })).status).toBe(200);
    const forged = older.replace(
      without,
      without.replace(/^./, (sign) => (sign === "0" ? "1" : "0")),
    );
    expect((await callDevice(target, { ...init, headers: { authorization: forged } })).status).toBe(401);
  });
});

describe("the sign-in schemes of a controller", () => {
  test.each([
    ["basic", false, "Basic"],
    ["basic", true, "Basic"],
    ["digest", false, "Digest"],
    ["digest", true, "Digest"],
    ["basic_digest", false, "Digest"],
    ["basic_digest", true, "Digest"],
    ["recommended", false, "Digest"],
    ["recommended", true, "Basic"],
  ] as const)("policy %s, https %s: %s", async (policy, https, scheme) => {
    const device = await start({ policy, https });
    const refused = await callDevice(`${device.url}/vapix/pacs`, LIST);
    expect(refused.status).toBe(401);
    expect(refused.headers["www-authenticate"]).toMatch(new RegExp(`^${scheme} realm="${REALM}"`));
    expect((await callSignedIn(device.url, "/axis-cgi/param.cgi?action=list")).status).toBe(200);
    const other =
      scheme === "Basic"
        ? digestHeader({ ...LOGIN, method: "POST", uri: "/vapix/pacs" })
        : basicHeader("portal", "S3cret-pass");
    const wrongScheme = await callDevice(`${device.url}/vapix/pacs`, { ...LIST, headers: { authorization: other } });
    expect(wrongScheme.status).toBe(401);
  });

  test("several challenges come as several headers or joined in one", async () => {
    const device = await start({ switches: { digestAlgorithms: ["SHA-256", "MD5"], alsoOfferBasic: true } });
    const several = await callDevice(`${device.url}/vapix/pacs`, LIST);
    expect(several.headers["www-authenticate"]?.match(/Basic|Digest/g)).toEqual(["Basic", "Digest", "Digest"]);
    device.state.switches.challengeForm = "one-header";
    const joined = await callDevice(`${device.url}/vapix/pacs`, LIST);
    expect(joined.headers["www-authenticate"]).toMatch(/^Basic .*, Digest .*SHA-256.*, Digest .*MD5/);
  });

  test("a SHA-256 answer is let in where it is offered and refused where it is not", async () => {
    const device = await start({ fixedNonce: NONCE, switches: { digestAlgorithms: ["SHA-256"] } });
    await callDevice(`${device.url}/vapix/pacs`, LIST);
    expect((await digest(device, "00000001", { algorithm: "SHA-256" })).status).toBe(200);
    expect((await digest(device, "00000002", { algorithm: "MD5" })).status).toBe(401);
  });
});

describe("nonces", () => {
  test("a nonce holds an equals sign", async () => {
    const device = await start();
    const refused = await callDevice(`${device.url}/vapix/pacs`, LIST);
    expect(refused.headers["www-authenticate"]).toMatch(/nonce="[A-Za-z0-9+/]{11}=[0-9a-f]{40}"/);
  });

  test("a nonce past its life is answered stale, a wrong password is not", async () => {
    let now = Date.now();
    const device = await start({ fixedNonce: NONCE, world: () => now });
    await callDevice(`${device.url}/vapix/pacs`, LIST);
    expect((await digest(device, "00000001")).status).toBe(200);
    now += 301_000;
    const late = await digest(device, "00000002");
    expect([late.status, late.headers["www-authenticate"]]).toEqual([401, expect.stringContaining("stale=true")]);
    const wrong = await digest(device, "00000003", { password: "other" });
    expect([wrong.status, wrong.headers["www-authenticate"]]).toEqual([401, expect.not.stringContaining("stale")]);
  });

  test("a nonce count that does not rise is refused", async () => {
    const device = await start({ fixedNonce: NONCE });
    await callDevice(`${device.url}/vapix/pacs`, LIST);
    expect((await digest(device, "00000002")).status).toBe(200);
    expect((await digest(device, "00000002")).status).toBe(401);
  });

  test("a header signed for another path is refused", async () => {
    const device = await start({ fixedNonce: NONCE });
    await callDevice(`${device.url}/vapix/pacs`, LIST);
    expect((await digest(device, "00000001", { uri: "/vapix/doorcontrol" })).status).toBe(401);
    expect((await digest(device, "00000001")).status).toBe(200);
  });
});

describe("the rights of an account", () => {
  test("an operator signs in but may not touch access control", async () => {
    const accounts = [{ name: "portal", password: "S3cret-pass", role: "operator" as const }];
    const device = await start({ users: accounts });
    expect((await callSignedIn(device.url, "/axis-cgi/param.cgi?action=list")).status).toBe(200);
    const body = { "pacsaxis:GetAccessControllerList": {} };
    expect((await callSignedIn(device.url, "/vapix/pacs", { body })).status).toBe(403);
  });

  test("firmware for Secure Entry shows its identity and answers 401 for access control", async () => {
    const device = await start({ model: "SECURE_ENTRY" });
    const identity = await callSignedIn(device.url, "/axis-cgi/param.cgi?action=list&group=root.Properties");
    expect(identity.body).toContain(`root.Properties.System.SerialNumber=${SERIAL}`);
    const body = { "pacsaxis:GetAccessControllerList": {} };
    expect((await callSignedIn(device.url, "/vapix/pacs", { body })).status).toBe(401);
  });
});
