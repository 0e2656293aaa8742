import { afterEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { callSignedIn, vapix } from "../testing/call-device.ts";
import { type AxisSimulator, type AxisSimulatorOptions, startAxisSimulator } from "./server.ts";

let open: AxisSimulator | undefined;
afterEach(async () => open?.close());

async function start(options: AxisSimulatorOptions = {}): Promise<AxisSimulator> {
  open = await startAxisSimulator({ https: false, policy: "basic", ...options });
  return open;
}

const credential = (more: object) => ({
  Enabled: true,
  Status: "Enabled",
  IdData: [{ Name: "PIN", Value: "4839" }],
  ...more,
});
const setCredential = (device: AxisSimulator, ...Credential: object[]) =>
  vapix(device.url, "/vapix/pacs", { "pacsaxis:SetCredential": { Credential } });

describe("writing objects", () => {
  test("an object without a token gets one in the device's own form, each its own", async () => {
    const device = await start();
    const { json } = await setCredential(device, credential({}), credential({ token: "" }));
    const tokens = z.array(z.string()).parse(json["Token"]);
    expect(tokens).toHaveLength(2);
    expect(new Set(tokens).size).toBe(2);
    for (const token of tokens)
      expect(token).toMatch(new RegExp(`^Axis-${device.serial.toLowerCase()}:\\d+\\.\\d{9}$`));
  });

  test("a known token is replaced in full: what the caller leaves out is gone", async () => {
    const device = await start();
    await setCredential(device, credential({ token: "c", UserToken: "u", ValidTo: "2027-01-01T00:00:00Z" }));
    await setCredential(device, credential({ token: "c" }));
    expect(device.credentials()).toEqual([expect.objectContaining({ token: "c", UserToken: "", ValidTo: "" })]);
  });

  test.each([
    ["no Status", { Status: undefined }, "ter:InvalidArgs", null, "occurrence violation in element Credential"],
    ["no Enabled", { Enabled: undefined }, "ter:InvalidArgs", null, "occurrence violation in element Credential"],
    ["an unknown field", { Colour: "red" }, "ter:InvalidArgs", null, "Unhandled field"],
    ["a time without zone", { ValidTo: "2027-01-01T00:00:00" }, "ter:InvalidArgs", null, "invalid value"],
    [
      "the PIN twice",
      {
        IdData: [
          { Name: "PIN", Value: "1" },
          { Name: "PIN", Value: "2" },
        ],
      },
      "ter:InvalidArgs",
      null,
      "more than once",
    ],
    [
      "a card number in use",
      { IdData: [{ Name: "CardNr", Value: "10213" }] },
      "ter:InvalidArgVal",
      "ter:InvalidCredentialFault",
      "CardNr",
    ],
  ])("a credential with %s is refused and nothing of the call is kept", async (_, bad, code, subCode, text) => {
    const device = await start();
    await setCredential(device, credential({ token: "card", IdData: [{ Name: "CardNr", Value: "10213" }] }));
    const reply = await setCredential(device, credential({ token: "before" }), credential({ token: "bad", ...bad }));
    expect(reply).toMatchObject({
      status: 400,
      json: { Fault: "env:Sender", FaultCode: code, FaultSubCode: subCode, FaultMsg: expect.stringContaining(text) },
    });
    expect(device.credentials().map((one) => one.token)).toEqual(["card"]);
  });

  test("two people may have the same PIN: the device does not mind", async () => {
    const device = await start();
    await setCredential(device, credential({ token: "a" }), credential({ token: "b" }));
    expect(device.credentials()).toHaveLength(2);
  });

  test("removing a person leaves the PIN, and one unknown token keeps all others", async () => {
    const device = await start({ seed: { people: [{ firstName: "Anna", lastName: "Berg", pin: "4839" }] } });
    const [user] = device.users();
    const remove = (...Token: (string | undefined)[]) =>
      vapix(device.url, "/vapix/pacs", { "axudb:RemoveUser": { Token } });
    expect((await remove(user?.token, "nobody")).status).toBe(400);
    expect(device.users()).toHaveLength(1);
    expect((await remove(user?.token)).status).toBe(200);
    expect(device.users()).toHaveLength(0);
    expect(device.wouldOpen("4839", device.doorTokens[0] ?? "")).toBe(true);
  });
});

describe("lists", () => {
  const page = (device: AxisSimulator, args: object) => vapix(device.url, "/vapix/pacs", { "axudb:GetUserList": args });

  test("come in pages of at most a hundred, with references that work once", async () => {
    const device = await start({ seed: { crowd: 250 } });
    const seen: string[] = [];
    const references: string[] = [];
    for (let args: object | null = { Limit: 5000 }; args; ) {
      const { json } = await page(device, args);
      const users = z.array(z.object({ token: z.string() })).parse(json["User"]);
      expect(users.length).toBeLessThanOrEqual(100);
      seen.push(...users.map((user) => user.token));
      const next = z.string().optional().parse(json["NextStartReference"]);
      if (next) references.push(next);
      args = next ? { StartReference: next } : null;
    }
    expect(new Set(seen).size).toBe(250);
    expect(references).toHaveLength(2);
    const again = await page(device, { StartReference: references[0] });
    expect(again).toMatchObject({ status: 400, json: { FaultSubCode: "ter:InvalidStartReference" } });
  });

  test("a reference of one list does not serve another", async () => {
    const device = await start({ seed: { crowd: 150 } });
    const { json } = await page(device, {});
    const StartReference = json["NextStartReference"];
    const other = await vapix(device.url, "/vapix/pacs", { "pacsaxis:GetCredentialList": { StartReference } });
    expect(other).toMatchObject({ status: 400, json: { FaultSubCode: "ter:InvalidStartReference" } });
  });

  test("asking for objects by token leaves unknown ones out without a fault", async () => {
    const device = await start({ seed: { users: [{ token: "u1", Name: "Berg, Anna" }] } });
    const reply = await vapix(device.url, "/vapix/pacs", { "axudb:GetUser": { Token: ["u1", "gone"] } });
    expect(reply).toMatchObject({ status: 200, json: { User: [{ token: "u1", Name: "Berg, Anna", Attribute: [] }] } });
  });
});

describe("somebody at the door", () => {
  test("a granted PIN opens the lock, which falls shut behind the person", async () => {
    const device = await start({ seed: { people: [{ firstName: "Anna", lastName: "Berg", pin: "4839" }] } });
    device.setClock(new Date("2026-12-01T08:00:00Z"));
    const [door = ""] = device.doorTokens;
    const read = () => vapix(device.url, "/vapix/doorcontrol", { "tdc:GetDoorState": { Token: door } });
    const state = async () => (await read()).json["DoorState"];
    expect(device.punch(door, "4839")).toMatchObject({ granted: true, reason: "Granted" });
    expect(await state()).toMatchObject({ DoorMode: "Accessed" });
    device.setClock(new Date("2026-12-01T08:00:02Z"));
    expect(await state()).toMatchObject({ DoorMode: "Accessed", DoorPhysicalState: "Open" });
    device.setClock(new Date("2026-12-01T08:00:20Z"));
    expect(await state()).toMatchObject({ DoorMode: "Locked", DoorPhysicalState: "Closed" });
    const topics = device.state.events.all().map((event) => event.topic);
    expect(topics).toContain("AccessControl/AccessGranted/Credential");
    expect(topics).toContain("AccessControl/AccessTaken/Credential");
  });

  test("a door that nobody walks through is logged as not taken", async () => {
    const people = [{ firstName: "Anna", lastName: "Berg", pin: "4839" }];
    const device = await start({ seed: { people }, switches: { personWalksThrough: false } });
    device.punch(device.doorTokens[0] ?? "", "4839");
    device.state.clock.offsetMs += 8_000;
    device.state.advance();
    const topics = device.state.events.all().map((event) => event.topic);
    expect(topics).toContain("AccessControl/AccessNotTaken/Credential");
    expect(topics).not.toContain("AccessControl/AccessTaken/Credential");
  });

  test("a PIN sent over the network is decided as at the keypad", async () => {
    const device = await start({ seed: { people: [{ firstName: "Anna", lastName: "Berg", pin: "4839" }] } });
    const [reader] = device.state.idPoints.keys();
    const indicate = (Value: string) =>
      vapix(device.url, "/vapix/idpoint", {
        "axtid:IndicateRemoteActivities": {
          Token: reader,
          Description: "",
          Activities: [{ Type: "PIN", Params: [{ Name: "PIN", Value }] }],
        },
      });
    expect((await indicate("0000")).json).toEqual({});
    expect(device.state.events.newest(1)[0]?.topic).toBe("AccessControl/Denied/CredentialNotFound/PIN");
    await indicate("4839");
    expect(device.state.doorState(device.doorTokens[0] ?? "").openings).toBe(1);
  });

  test("a door that is locked down stays shut until released", async () => {
    const device = await start({ seed: { people: [{ firstName: "Anna", lastName: "Berg", pin: "4839" }] } });
    const [Token = ""] = device.doorTokens;
    const command = (name: string) => vapix(device.url, "/vapix/doorcontrol", { [`tdc:${name}`]: { Token } });
    await command("LockDownDoor");
    expect(await command("UnlockDoor")).toMatchObject({ status: 400, json: { FaultSubCode: "ter:Failure" } });
    device.punch(Token, "4839");
    expect(device.state.doorState(Token)).toMatchObject({ mode: "LockedDown", openings: 0 });
    await command("LockDownReleaseDoor");
    device.punch(Token, "4839");
    expect(device.state.doorState(Token)).toMatchObject({ mode: "Accessed", openings: 1 });
  });
});

describe("differences between models", () => {
  test("an A1001 has no API list, names a wrong body 503 and takes few fields in FetchEvents3", async () => {
    const device = await start({ model: "A1001" });
    const discovery = { apiVersion: "1.0", method: "getApiList" };
    expect((await callSignedIn(device.url, "/axis-cgi/apidiscovery.cgi", { body: discovery })).status).toBe(404);
    expect((await callSignedIn(device.url, "/axis-cgi/basicdeviceinfo.cgi", { body: discovery })).status).toBe(404);
    expect((await callSignedIn(device.url, "/vapix/doorcontrol", { body: discovery })).status).toBe(503);
    const body = { "axlog:FetchEvents3": { Limit: 5, FilterSets: [] } };
    expect((await vapix(device.url, "/vapix/eventlogger", body)).json["FaultMsg"]).toContain("Unhandled field");
    expect((await vapix(device.url, "/vapix/eventlogger", { FetchEvents3: { Limit: 5 } })).status).toBe(200);
    expect((await vapix(device.url, "/vapix/aconn", { "aconn:GetPeerList": {} })).json).toMatchObject({ Peer: [] });
  });

  test("an A1601 answers the newer identity call and has no peers", async () => {
    const device = await start({ serial: "ACCC8E123456" });
    const ask = { apiVersion: "1.0", context: "x", method: "getAllProperties" };
    const reply = await callSignedIn(device.url, "/axis-cgi/basicdeviceinfo.cgi", { body: ask });
    const data = { propertyList: { ProdNbr: "A1601", SerialNumber: "ACCC8E123456", Brand: "AXIS" } };
    expect(JSON.parse(reply.body)).toMatchObject({ context: "x", data });
    expect((await callSignedIn(device.url, "/vapix/aconn", { body: { "aconn:GetPeerList": {} } })).status).toBe(404);
  });

  test("the system log is found at both addresses, or only where the switch says", async () => {
    const device = await start();
    expect((await callSignedIn(device.url, "/axis-cgi/systemlog.cgi")).body).toContain("pacsd");
    expect((await callSignedIn(device.url, "/axis-cgi/admin/systemlog.cgi")).status).toBe(200);
    device.state.switches.systemLogAt = "admin";
    expect((await callSignedIn(device.url, "/axis-cgi/systemlog.cgi")).status).toBe(404);
  });
});

test("a saved device comes back with everything on it", async () => {
  const before = await start({ seed: { crowd: 3 } });
  before.punch(before.doorTokens[0] ?? "", "100001");
  const saved = JSON.parse(JSON.stringify(before.state.dump()));
  await before.close();
  const after = await start({ restore: saved });
  expect(after.state.dump()).toEqual(before.state.dump());
  expect(after.wouldOpen("100002", after.doorTokens[1] ?? "")).toBe(true);
});
