import { afterEach, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { vapix } from "../testing/call-device.ts";
import { type AxisSimulator, startAxisSimulator } from "./server.ts";

const MAC = "Axis-accc8e123456";
const ENTRANCE = `${MAC}:1790000001.100000000`;
const GARAGE = `${MAC}:1790000002.200000000`;
const ENTRANCE_DOOR = `${MAC}:1789999991.000000000`;
const GARAGE_DOOR = `${MAC}:1789999992.000000000`;
const ENTRANCE_READER = `${MAC}:1789999981.000000000`;
const GARAGE_READER = `${MAC}:1789999982.000000000`;

let device: AxisSimulator;
beforeEach(async () => {
  device = await startAxisSimulator({
    serial: "ACCC8E123456",
    policy: "digest",
    doors: [
      { name: "Entré", exit: "none" },
      { name: "Garage", exit: "none", authentication: "card-or-pin" },
    ],
  });
  device.setClock(new Date("2026-12-01T08:00:00Z"));
});
afterEach(() => device.close());

const pacs = (body: unknown) => vapix(device.url, "/vapix/pacs", body);

function accessPoint(token: string, Name: string, Entity: string, IdPoint: string, AuthenticationProfile: string[]) {
  return {
    token,
    Name,
    Description: "",
    AreaFrom: "",
    AreaTo: "",
    EntityType: "axtdc:Door",
    Entity,
    Enabled: true,
    DoorDeviceUUID: "5581ad80-95b0-11e0-b883-accc8e123456",
    IdPointDevice: [{ IdPoint, DeviceUUID: "" }],
    AuthenticationProfile,
    Attribute: [{ type: "", Name: "Direction", Value: "in" }],
    ActionArgument: [],
    Action: "Access",
  };
}

function doorProfile(token: string, Name: string, AccessPoint: string) {
  return {
    token,
    Name,
    Description: "",
    Enabled: true,
    ValidFrom: "",
    ValidTo: "",
    Schedule: ["standard_always"],
    AuthenticationProfile: [],
    Attribute: [],
    AccessPolicy: [{ AccessPoint, Schedule: ["standard_always"], AuthorizationProfile: [], Attribute: [] }],
  };
}

function user(lastName: string) {
  const text = (Name: string, Value: string) => ({ type: "string", Name, Value });
  return {
    token: "wp-u-7d1e",
    Name: `${lastName}, Anna`,
    Description: "",
    Attribute: [text("FirstName", "Anna"), text("LastName", lastName)],
  };
}

function credential(pin: string, ValidTo: string, profiles: string[]) {
  return {
    token: "wp-c-7d1e",
    UserToken: "wp-u-7d1e",
    Description: "",
    ValidFrom: "2026-11-30T23:00:00Z",
    ValidTo,
    Enabled: true,
    Status: "Enabled",
    IdData: [{ Name: "PIN", Value: pin }],
    Attribute: [],
    AuthenticationProfile: [],
    CredentialAccessProfile: profiles.map((AccessProfile) => ({ AccessProfile, ValidFrom: "", ValidTo: "" })),
  };
}

// Covers: device.23
test("the printed conversation with a controller goes exactly as printed", async () => {
  // Steps 0 and 1: explore, create the door profiles.
  const controllers = await pacs({ "pacsaxis:GetAccessControllerList": {} });
  const name = `${MAC} AccessController`;
  expect(controllers.json).toEqual({
    AccessController: [{ token: name, Name: name, Description: "", AccessPoint: [ENTRANCE, GARAGE] }],
  });
  const points = await pacs({ "pacsaxis:GetAccessPointList": { Limit: 100 } });
  expect(points.json).toEqual({
    AccessPoint: [
      accessPoint(ENTRANCE, "Entré", ENTRANCE_DOOR, ENTRANCE_READER, ["PINOnly"]),
      accessPoint(GARAGE, "Garage", GARAGE_DOOR, GARAGE_READER, ["CardOnly", "PINOnly"]),
    ],
  });
  const doors = await vapix(device.url, "/vapix/doorcontrol", { "tdc:GetDoorInfoList": { Limit: 100 } });
  expect(doors.json).toMatchObject({
    DoorInfo: [
      { token: ENTRANCE_DOOR, Name: "Entré", Capabilities: { Access: true, DoubleLock: false, DoorMonitor: true } },
      { token: GARAGE_DOOR, Name: "Garage", Capabilities: { Access: true, Lock: true, Unlock: true } },
    ],
  });
  const readers = await vapix(device.url, "/vapix/idpoint", { "axtid:GetIdPointList": {} });
  expect(readers.json).toMatchObject({
    IdPoint: [
      { token: ENTRANCE_READER, MinPINSize: 4, MaxPINSize: 6, EndOfPIN: "#", Timeout: "PT10S" },
      { token: GARAGE_READER },
    ],
  });
  const groups = await pacs({ "pacsaxis:GetAccessProfileList": { Limit: 100 } });
  expect(groups.json).toMatchObject({
    AccessProfile: [{ token: `${MAC}:1790000010.000000000`, Name: "Webbportal", Enabled: true, AccessPolicy: [] }],
  });
  const made = await pacs({
    "pacsaxis:SetAccessProfile": {
      AccessProfile: [
        doorProfile("wp-door-a1", "Portal: Entré", ENTRANCE),
        doorProfile("wp-door-b2", "Portal: Garage", GARAGE),
      ],
    },
  });
  expect(made.json).toEqual({ Token: ["wp-door-a1", "wp-door-b2"] });

  // Step 2: Anna, two doors.
  expect((await pacs({ "axudb:SetUser": { User: [user("Svensson")] } })).json).toEqual({ Token: ["wp-u-7d1e"] });
  const first = credential("483920", "2026-12-31T22:59:59Z", ["wp-door-a1", "wp-door-b2"]);
  const set = await pacs({ "pacsaxis:SetCredential": { Credential: [first] } });
  expect(set.json).toEqual({ Token: ["wp-c-7d1e"] });
  const read = await pacs({ "pacsaxis:GetCredential": { Token: ["wp-c-7d1e"] } });
  expect(read.json).toEqual({ Credential: [first] });
  expect(device.wouldOpen("483920", GARAGE_DOOR)).toBe(true);
  expect(device.wouldOpen("483920", GARAGE_DOOR, new Date("2027-01-01T00:00:00Z"))).toBe(false);

  // Step 3: another surname, PIN and end.
  expect((await pacs({ "axudb:SetUser": { User: [user("Berg")] } })).json).toEqual({ Token: ["wp-u-7d1e"] });
  const second = credential("775104", "2027-01-31T22:59:59Z", ["wp-door-a1", "wp-door-b2"]);
  await pacs({ "pacsaxis:SetCredential": { Credential: [second] } });
  expect(device.users().map((one) => one.Name)).toEqual(["Berg, Anna"]);
  expect(device.wouldOpen("483920", ENTRANCE_DOOR)).toBe(false);

  // Step 4: one door less, checked by the device's dry run.
  const third = credential("775104", "2027-01-31T22:59:59Z", ["wp-door-a1"]);
  await pacs({ "pacsaxis:SetCredential": { Credential: [third] } });
  const dryRun = await pacs({
    "pacsaxis:VerifyRequest": {
      Token: name,
      SourceToken: GARAGE_READER,
      TargetToken: GARAGE_DOOR,
      Action: "Access",
      IdData: [{ Name: "PIN", Value: "775104" }],
    },
  });
  expect(dryRun.json).toEqual({ AccessGranted: false, Reason: "Unauthorized" });

  // Step 5: the log of a wrong PIN at the garage and a right one at the entrance.
  device.punch(GARAGE_READER, "000000");
  device.punch(ENTRANCE_READER, "775104");
  const fetched = await vapix(device.url, "/vapix/eventlogger", {
    "axlog:FetchEvents": { Descending: true, Limit: 1, Filters: [{ Key: "topic0", Value: "AccessControl" }] },
  });
  expect(fetched.json).toMatchObject({
    Event: [{ UtcTime: expect.stringMatching(/^2026-12-01T08:00:0\d\.\d{6}Z$/), Tags: [] }],
    More: true,
  });
  const [event] = z
    .array(z.object({ token: z.string(), KeyValues: z.array(z.object({ Key: z.string(), Value: z.string() })) }))
    .parse(fetched.json["Event"]);
  const keyValues = Object.fromEntries((event?.KeyValues ?? []).map(({ Key, Value }) => [Key, Value]));
  expect(event?.token).toMatch(/^Axis-accc8e123456:\d{10}\.\d{9}$/);
  expect(keyValues).toEqual({
    topic0: "AccessControl",
    topic1: "AccessGranted",
    topic2: "Credential",
    AccessPointToken: ENTRANCE,
    CredentialToken: "wp-c-7d1e",
    CredentialHolderName: "wp-u-7d1e",
  });

  // Step 6: delete, and delete again.
  const remove = { "pacsaxis:RemoveCredential": { Token: ["wp-c-7d1e"] } };
  expect(await pacs(remove)).toEqual({ status: 200, json: {} });
  expect(await pacs({ "axudb:RemoveUser": { Token: ["wp-u-7d1e"] } })).toEqual({ status: 200, json: {} });
  expect(await pacs(remove)).toEqual({
    status: 400,
    json: {
      Fault: "env:Sender",
      FaultCode: "ter:InvalidArgVal",
      FaultSubCode: "ter:NotFound",
      FaultReason: "Item not found",
      FaultMsg: "Item not found",
    },
  });
});
