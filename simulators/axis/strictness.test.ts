// Tests that the simulator is as strict as a unit: where it is kinder, a driver's mistake passes unseen.
import { afterEach, expect, test } from "vitest";
import { z } from "zod";
import { DeviceCall } from "../network/device-call.ts";
import { basicHeader, vapix } from "../testing/call-device.ts";
import { AxisAuthentication } from "./authenticate.ts";
import { ruleToken } from "./entry-manager.ts";
import { type AxisSimulator, type AxisSimulatorOptions, startAxisSimulator } from "./server.ts";

const ANNA = { firstName: "Anna", lastName: "Berg", pin: "4839" };

let open: AxisSimulator | undefined;
afterEach(async () => open?.close());

async function start(options: AxisSimulatorOptions = {}): Promise<AxisSimulator> {
  open = await startAxisSimulator({ https: false, policy: "basic", seed: { people: [ANNA] }, ...options });
  return open;
}

const pacs = async (device: AxisSimulator, body: object) => await vapix(device.url, "/vapix/pacs", body);

async function dryRun(device: AxisSimulator, Action?: string) {
  const [Token] = device.state.accessControllers.keys();
  const [TargetToken = ""] = device.doorTokens;
  const reader = [...device.state.accessPoints.values()].find(({ Entity }) => Entity === TargetToken);
  return await pacs(device, {
    "pacsaxis:VerifyRequest": {
      Token,
      SourceToken: reader?.IdPointDevice[0]?.IdPoint,
      TargetToken,
      ...(Action === undefined ? {} : { Action }),
      IdData: [{ Name: "PIN", Value: ANNA.pin }],
    },
  });
}

test("a dry run is granted for the access point's own action alone", async () => {
  const device = await start({ model: "ENTRY_MANAGER" });
  expect((await dryRun(device, "AccessDoor")).json).toMatchObject({ AccessGranted: true });
  for (const other of ["Access", undefined])
    expect((await dryRun(device, other)).json).toMatchObject({ AccessGranted: false });
});

test("an access point without an authentication profile lets nobody in", async () => {
  const device = await start();
  const [door = ""] = device.doorTokens;
  expect(device.wouldOpen(ANNA.pin, door)).toBe(true);
  for (const point of device.state.accessPoints.values()) point.AuthenticationProfile = [];
  expect(device.wouldOpen(ANNA.pin, door)).toBe(false);
});

test("a reader takes no PIN that is too long for it", async () => {
  const device = await start();
  const [door = ""] = device.doorTokens;
  for (const reader of device.state.idPoints.values()) reader.MinPINSize = 6;
  expect(device.explain(ANNA.pin, door)).toMatchObject({ granted: false, reason: "InvalidPINSize" });
});

test("wrong passwords in a row delay every answer, right ones too, until one was right or a minute is over", async () => {
  let now = Date.now();
  const { state } = await start({ switches: { bruteForceDelay: { after: 3, delayMs: 700 } }, world: () => now });
  const authentication = new AxisAuthentication(state, "basic");
  const call = (password: string | null, remoteAddress = "192.0.2.7") => {
    const headers = password === null ? {} : { authorization: basicHeader("portal", password) };
    return new DeviceCall({
      method: "GET",
      target: "/axis-cgi/param.cgi",
      headers,
      body: Buffer.alloc(0),
      secure: false,
      remoteAddress,
    });
  };
  const tryOut = (password: string | null) => authentication.check(call(password), { adminOnly: false })?.status ?? 200;
  const delay = (remoteAddress?: string) => authentication.delayMs(call("S3cret-pass", remoteAddress));
  // A call without a password does not count as an attempt.
  expect([null, "wrong", "wrong", null].map(tryOut)).toEqual([401, 401, 401, 401]);
  expect(delay()).toBe(0);
  tryOut("wrong");
  expect([delay(), delay("192.0.2.8")]).toEqual([700, 0]);
  expect([tryOut("S3cret-pass"), delay()]).toEqual([200, 0]);
  for (let attempt = 0; attempt < 3; attempt += 1) tryOut("wrong");
  expect(delay()).toBe(700);
  now += 61_000;
  expect(delay()).toBe(0);
});

test("a change of authentication profiles stops every decision for minutes", async () => {
  let now = Date.now();
  const device = await start({ world: () => now });
  const [door = ""] = device.doorTokens;
  const profile = { token: "ours", Name: "PIN", Description: "", Schedule: ["standard_always"], IdFactor: [] };
  await pacs(device, { "pacsaxis:SetAuthenticationProfile": { AuthenticationProfile: [profile] } });
  expect(device.punch(door, ANNA.pin)).toMatchObject({ granted: false, reason: "Busy" });
  expect(await dryRun(device)).toMatchObject({ status: 400, json: { Fault: "env:Receiver" } });
  now += 121_000;
  expect(device.punch(door, ANNA.pin).granted).toBe(true);
  await pacs(device, { "pacsaxis:RemoveAuthenticationProfile": { Token: ["ours"] } });
  expect(device.wouldOpen(ANNA.pin, door)).toBe(false);
});

test("an access profile names only the unit's own authentication rules, which go before the reader's", async () => {
  const device = await start({
    model: "ENTRY_MANAGER",
    doors: [{ name: "Entré", authentication: "card-and-pin" }],
  });
  const [door = ""] = device.doorTokens;
  const { AccessProfile: link } = device.credentials()[0]?.CredentialAccessProfile[0] ?? {};
  const profile = device.accessProfiles().find(({ token }) => token === link);
  const carry = (...AuthenticationProfile: string[]) =>
    pacs(device, { "pacsaxis:SetAccessProfile": { AccessProfile: [{ ...profile, AuthenticationProfile }] } });
  expect(device.wouldOpen(ANNA.pin, door)).toBe(false);
  expect(await carry("PINOnly")).toMatchObject({
    status: 400,
    json: { FaultSubCode: "ter:InvalidAccessProfileFault" },
  });
  expect((await carry(ruleToken(device.state, "always"))).status).toBe(200);
  expect(device.wouldOpen(ANNA.pin, door)).toBe(true);
  expect((await carry()).status).toBe(200);
  expect(device.wouldOpen(ANNA.pin, door)).toBe(false);
});

test("an operation that the firmware does not know is a fault", async () => {
  const device = await start({ switches: { missingOperations: ["pacsaxis:GetCredentialList"] } });
  expect(await pacs(device, { "pacsaxis:GetCredentialList": {} })).toMatchObject({
    status: 400,
    json: { FaultSubCode: "ter:NotSupported" },
  });
});

test("a field of tomorrow is in every object, and taken back", async () => {
  const device = await start({ switches: { unknownField: "Tomorrow" } });
  const { json } = await pacs(device, { "pacsaxis:GetCredentialList": {} });
  const [credential] = z.array(z.looseObject({ Tomorrow: z.unknown(), IdData: z.unknown() })).parse(json["Credential"]);
  expect(credential?.IdData).toEqual([{ Name: "PIN", Value: ANNA.pin, Tomorrow: { Value: 1 } }]);
  expect((await pacs(device, { "pacsaxis:SetCredential": { Credential: [credential] } })).status).toBe(200);
});

test("alarms outlive the log until they are removed, two hundred at once, and an ignored row is not logged", async () => {
  const device = await start({ switches: { eventRing: 5 } });
  const log = async (body: object) => await vapix(device.url, "/vapix/eventlogger", body);
  const of = (Value: string) => ({ Filter: [{ KeyValues: [{ Key: "topic1", Value }] }] });
  await log({ "axloc:SetAlarmFilter": of("Tampering") });
  await log({ "axloc:SetIgnoreFilter": of("Request") });
  device.state.log("IdPoint/Request/PIN", { PIN: ANNA.pin });
  expect(JSON.stringify(device.state.events.all())).not.toContain(ANNA.pin);
  device.state.log("IdPoint/Tampering", { State: "1" });
  for (let row = 0; row < 2_000; row += 1) device.state.log("Door/State/DoorMode", { State: "Locked" });
  const alarms = async () => {
    const { json } = await log({ "axlog:FetchAlarms": {} });
    return z.array(z.object({ token: z.string() })).parse(json["Alarm"]);
  };
  const [alarm, ...others] = await alarms();
  expect(others).toEqual([]);
  const Token = Array.from({ length: 201 }, () => alarm?.token);
  expect((await log({ "axloc:RemoveLoggedAlarm": { Token } })).status).toBe(400);
  expect((await log({ "axloc:RemoveLoggedAlarm": { Token: Token.slice(1) } })).status).toBe(200);
  expect(await alarms()).toEqual([]);
});

test("a profile that a credential names, and a schedule that a profile names, are not removed", async () => {
  const device = await start();
  const [profile = ""] = [...device.state.credentials.values()].flatMap(({ CredentialAccessProfile }) =>
    CredentialAccessProfile.map(({ AccessProfile }) => AccessProfile),
  );
  const named = device.state.accessProfiles.get(profile)?.AccessPolicy[0]?.Schedule ?? [];
  expect(named.length).toBeGreaterThan(0);
  const refused = { Fault: "env:Sender", FaultSubCode: "ter:ReferenceInUse" };
  expect((await pacs(device, { "pacsaxis:RemoveAccessProfile": { Token: [profile] } })).json).toMatchObject(refused);
  const schedule = await vapix(device.url, "/vapix/schedule", { "axsch:RemoveSchedule": { Token: named } });
  expect(schedule.json).toMatchObject(refused);
  expect([device.state.accessProfiles.has(profile), device.state.schedules.has(named[0] ?? "")]).toEqual([true, true]);
});
