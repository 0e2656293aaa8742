import { describe, expect, test } from "vitest";
import { readDoors } from "./doors.ts";
import { ALL_HOURS, CREDENTIAL, deviceThatAnswers } from "./scripted-device.ts";
import { tokenList, wireCredential } from "./wire.ts";

const READ = {
  token: "c1",
  userToken: "u1",
  pin: "1234",
  validFrom: "2026-11-30T23:00:00Z",
  validTo: null,
  enabled: true,
  profileTokens: ["p1"],
};

const named = (first: string, last: string) => [
  { Name: first, Value: "Anna" },
  { Name: last, Value: "Berg" },
];

const listed = async (...credentials: unknown[]) =>
  await deviceThatAnswers({ "pacsaxis:GetCredentialList": { Credential: credentials } }).listCredentials();

describe("lenient reading", () => {
  test.each([
    ["as documented", { Credential: [CREDENTIAL] }],
    ["under the name that the vendor's table has", { CredentialInfo: [CREDENTIAL] }],
    ["with a null end of list", { Credential: [CREDENTIAL], NextStartReference: null }],
    ["with an empty end of list", { Credential: [CREDENTIAL], NextStartReference: "" }],
    ["with a byte order mark", `\uFEFF${JSON.stringify({ Credential: [CREDENTIAL] })}`],
    ["with nulls for empty texts", { Credential: [{ ...CREDENTIAL, ValidTo: null, Description: null }] }],
    ["with flags as text", { Credential: [{ ...CREDENTIAL, Enabled: "true" }] }],
    ["with a PIN as a number", { Credential: [{ ...CREDENTIAL, IdData: [{ Name: "PIN", Value: 1234 }] }] }],
    ["with fields that we do not know", { Credential: [{ ...CREDENTIAL, Colour: { deep: [1] } }], More: 1 }],
  ])("a credential list %s", async (_how, answer) => {
    expect(await deviceThatAnswers({ "pacsaxis:GetCredentialList": answer }).listCredentials()).toEqual([READ]);
  });

  test.each([{}, { Credential: [] }, { Credential: null }, { Credential: "" }])(
    "%o is an empty list",
    async (answer) => {
      expect(await deviceThatAnswers({ "pacsaxis:GetCredentialList": answer }).listCredentials()).toEqual([]);
    },
  );

  test.each([
    ["a", ["a"]],
    [
      ["a", "b"],
      ["a", "b"],
    ],
    [[], []],
    ["", []],
    [null, []],
    [undefined, []],
    [[""], []],
  ])("a token list %o is %o", (value, tokens) => {
    expect(tokenList.parse(value)).toEqual(tokens);
  });

  // Covers: 7.16
  test.each([
    ["2026-12-01T00:00:00+01:00", "2026-11-30T23:00:00Z"],
    ["2026-11-30T23:00:00.000Z", "2026-11-30T23:00:00Z"],
    ["2026-11-30T23:00:00", "2026-11-30T23:00:00Z"],
    ["2026-12-01", "2026-12-01T00:00:00Z"],
  ])("the time %s is %s", async (ValidFrom, validFrom) => {
    expect(await listed({ ...CREDENTIAL, ValidFrom })).toEqual([{ ...READ, validFrom }]);
  });

  test.each([
    [{ Enabled: false }, false],
    [{ Status: "Disabled" }, false],
    [{ Status: "LockedOut" }, false],
    [{ Enabled: undefined, Status: undefined }, true],
  ])("a credential with %o is enabled: %s", async (changes, enabled) => {
    expect((await listed({ ...CREDENTIAL, ...changes }))[0]?.enabled).toBe(enabled);
  });

  test("a profile with dates of its own on the credential never equals the plain one", async () => {
    const entry = { AccessProfile: "p1", ValidFrom: "", ValidTo: "2027-01-01T00:00:00Z" };
    const [credential] = await listed({ ...CREDENTIAL, CredentialAccessProfile: [entry] });
    expect(credential?.profileTokens).toEqual(["p1 [/2027-01-01T00:00:00Z]"]);
  });

  test("a name comes from attributes in either spelling, else from the display name", async () => {
    const users = await deviceThatAnswers({
      "axudb:GetUserList": {
        User: [
          { token: "1", Name: "x", Attribute: named("FirstName", "LastName") },
          { token: "2", Name: "x", Attribute: named("First name", "Last name") },
          { token: "3", Name: "Berg, Anna" },
          { token: "4", Name: "Anna\u0000 \uD800" },
        ],
      },
    }).listUsers();
    expect(users.map((user) => [user.firstName, user.lastName])).toEqual([
      ["Anna", "Berg"],
      ["Anna", "Berg"],
      ["Anna", "Berg"],
      ["", "Anna  \uFFFD"],
    ]);
  });
});

describe("refusing what cannot be trusted", () => {
  test.each([
    ["without a token", { ...CREDENTIAL, token: undefined }],
    ["with an empty token", { ...CREDENTIAL, token: "" }],
    ["with a line break in its token", { ...CREDENTIAL, token: "a\nb" }],
    ["that is a number", 7],
  ])("one credential %s spoils the list, since a hole would show a PIN as gone", async (_how, broken) => {
    await expect(listed({ ...CREDENTIAL, token: "c0" }, broken)).rejects.toMatchObject({ code: "nonsense_reply" });
  });

  test.each<[string, object, object]>([
    ["a date that is none", { ValidTo: "soon" }, { validTo: "?" }],
    ["a list where a date belongs", { ValidTo: ["2027"] }, { validTo: "?" }],
    ["an object for its user", { UserToken: {} }, { userToken: null }],
    ["empty texts for lists", { IdData: "", CredentialAccessProfile: "" }, { pin: null, profileTokens: [] }],
    ["a profile alone", { CredentialAccessProfile: { AccessProfile: "p1" } }, {}],
    ["a profile without a token", { CredentialAccessProfile: [{ AccessProfile: "" }] }, { profileTokens: ["?"] }],
    ["a number for a profile", { CredentialAccessProfile: [7] }, { profileTokens: ["?"] }],
    ["data without a name", { IdData: [{ Value: "1234" }, 7] }, { pin: null }],
    ["an object for its PIN", { IdData: [{ Name: "PIN", Value: { Digits: 4 } }] }, { pin: null }],
    ["a number for its switch", { Enabled: 0 }, { enabled: false }],
    ["a word for its switch", { Enabled: "FALSE" }, { enabled: false }],
  ])(
    "a credential with %s is read beside the others, and equals nothing that the portal writes",
    async (_how, odd, read) => {
      expect(await listed({ ...CREDENTIAL, token: "c0" }, { ...CREDENTIAL, ...odd })).toEqual([
        { ...READ, token: "c0" },
        { ...READ, ...read },
      ]);
    },
  );

  test("a page reference that cannot be read is no end of the list", async () => {
    const device = deviceThatAnswers({ "axudb:GetUserList": { User: [{ token: "1" }], NextStartReference: {} } });
    await expect(device.listUsers()).rejects.toMatchObject({ code: "nonsense_reply" });
  });

  test("objects that nobody asked for are left out", async () => {
    const device = deviceThatAnswers({
      "pacsaxis:GetCredential": { Credential: [CREDENTIAL, { ...CREDENTIAL, token: "another" }] },
    });
    expect(await device.getCredentials(["c1"])).toEqual([READ]);
  });

  test("a write that answers another token has not been done", async () => {
    const device = deviceThatAnswers({ "axudb:SetUser": { Token: ["somebody"] } });
    const user = { token: "u1", firstName: "A", lastName: "B" };
    await expect(device.putUser(user)).rejects.toMatchObject({ code: "nonsense_reply" });
  });

  test("a page reference that the device forgot begins the list anew, and keeps nothing of the first try", async () => {
    const forgotten = {
      Fault: "env:Sender",
      FaultCode: "ter:InvalidArgVal",
      FaultSubCode: "ter:InvalidStartReference",
    };
    const pages = [
      { User: [{ token: "removed meanwhile" }], NextStartReference: "a" },
      forgotten,
      { User: [{ token: "1" }], NextStartReference: "b" },
      { User: [{ token: "2" }] },
    ];
    const device = deviceThatAnswers({ "axudb:GetUserList": () => pages.shift() });
    expect((await device.listUsers()).map((user) => user.token)).toEqual(["1", "2"]);
    const always = deviceThatAnswers({ "axudb:GetUserList": forgotten });
    await expect(always.listUsers()).rejects.toMatchObject({ code: "device_fault" });
    expect(always.asked).toHaveLength(4);
  });

  // Covers: device.5
  test("a list that repeats its pages ends", async () => {
    const device = deviceThatAnswers({ "axudb:GetUserList": { User: [], NextStartReference: "again" } });
    await expect(device.listUsers()).rejects.toMatchObject({ code: "nonsense_reply" });
    expect(device.asked).toHaveLength(2);
  });
});

describe("read-modify-write", () => {
  // Covers: device.6
  test("foreign fields on a credential are kept as they came", async () => {
    const card = { Name: "CardNr", Value: 10213, Extra: true };
    const attribute = { Name: "ExtendedAccessTime" };
    const existing = {
      ...CREDENTIAL,
      Description: "vaktmästare",
      IdData: [card, ...CREDENTIAL.IdData],
      Attribute: [attribute],
    };
    const device = deviceThatAnswers({
      "pacsaxis:GetCredential": { Credential: [existing] },
      "pacsaxis:SetCredential": { Token: "c1" },
    });
    await device.putCredential({ ...READ, pin: "775104", validTo: "2027-01-31T22:59:59.000Z" });
    expect(device.asked.at(-1)?.args).toEqual({
      Credential: [
        {
          ...existing,
          ValidTo: "2027-01-31T22:59:59Z",
          IdData: [card, { Name: "PIN", Value: "775104" }],
        },
      ],
    });
  });

  test("foreign fields on a user are kept, and the older spelling of names in step", async () => {
    const attributes = [
      { Name: "First name", Value: "X" },
      { type: "int", Name: "Badge", Value: 7 },
    ];
    const device = deviceThatAnswers({
      "axudb:GetUser": { User: [{ token: "u1", Name: "X", Description: "d", Attribute: attributes, Photo: "p" }] },
      "axudb:SetUser": { Token: ["u1"] },
    });
    await device.putUser({ token: "u1", firstName: "Åsa", lastName: "Öst" });
    expect(device.asked.at(-1)?.args).toEqual({
      User: [
        {
          token: "u1",
          Name: "Öst, Åsa",
          Description: "d",
          Photo: "p",
          Attribute: [
            { Name: "First name", Value: "Åsa" },
            { type: "int", Name: "Badge", Value: 7 },
            { type: "string", Name: "FirstName", Value: "Åsa" },
            { type: "string", Name: "LastName", Value: "Öst" },
          ],
        },
      ],
    });
  });

  test.each([
    ["a moment after the look-up sends the write alone, and the next write reads again", 0, 2],
    ["long after the look-up reads again", 6_000, 3],
  ])("a write %s", async (_when, laterMs, calls) => {
    let now = 1_000;
    const clock = { now: () => new Date(0), monotonic: () => now, wait: async () => {} };
    const note = { ...CREDENTIAL, Description: "vaktmästare" };
    const device = deviceThatAnswers(
      { "pacsaxis:GetCredential": { Credential: [note] }, "pacsaxis:SetCredential": { Token: "c1" } },
      clock,
    );
    await device.getCredentials(["c1", "c2"]);
    now += laterMs;
    await device.putCredential({ ...READ, pin: "775104" });
    expect(device.asked).toHaveLength(calls);
    expect(device.asked.at(-1)?.args).toMatchObject({ Credential: [{ Description: "vaktmästare" }] });
    await device.putCredential({ ...READ, pin: "775104" });
    expect(device.asked.slice(calls).map(({ operation }) => operation)).toEqual([
      "pacsaxis:GetCredential",
      "pacsaxis:SetCredential",
    ]);
  });

  // Covers: device.11
  test("a long name is cut at 64 without half a character, and the full names stay in the attributes", async () => {
    const device = deviceThatAnswers({ "axudb:SetUser": { Token: ["u1"] } });
    const lastName = `${"Ö".repeat(63)}😀`;
    await device.putUser({ token: "u1", firstName: "Anna", lastName });
    expect(device.asked.at(-1)?.args).toMatchObject({
      User: [{ Name: "Ö".repeat(63), Attribute: [{ Value: "Anna" }, { Value: lastName }] }],
    });
  });
});

describe("profiles are only plain when they open at every hour and nothing else", () => {
  const ALWAYS = ["standard_always"];
  const plain = {
    token: "p",
    Name: "P",
    Enabled: true,
    ValidFrom: "",
    ValidTo: "",
    Schedule: ALWAYS,
    AuthenticationProfile: [],
    AccessPolicy: [{ AccessPoint: "in", Schedule: ALWAYS }],
  };
  const read = async (changes: Record<string, unknown>) => {
    const answers = {
      "pacsaxis:GetAccessProfileList": { AccessProfile: [{ ...plain, ...changes }] },
      "axsch:GetSchedule": { Schedule: [ALL_HOURS] },
      "axsch:GetScheduleList": { Schedule: [ALL_HOURS] },
    };
    const [profile] = await deviceThatAnswers(answers).listProfiles();
    return [profile?.accessPointTokens, profile?.always, profile?.enabled];
  };
  test.each([
    ["a plain one", {}, [["in"], true, true]],
    ["without a schedule, which means never", { Schedule: [] }, [["in"], false, true]],
    ["with an end", { ValidTo: "2027-01-01T00:00:00Z" }, [["in"], false, true]],
    ["disabled", { Enabled: false }, [["in"], true, false]],
    ["that demands a card", { AuthenticationProfile: ["CardOnly"] }, [["in"], false, true]],
    ["that demands just a PIN", { AuthenticationProfile: ["PINOnly"] }, [["in"], true, true]],
    [
      "with another direction in office hours",
      { AccessPolicy: [...plain.AccessPolicy, { AccessPoint: "out", Schedule: ["standard_office_hours"] }] },
      [["in"], false, true],
    ],
    ["on a schedule that the unit has no longer", { Schedule: ["wp-always"] }, [["in"], false, true]],
  ])("%s", async (_how, changes, expected) => {
    expect(await read(changes)).toEqual(expected);
  });
});

test("an unknown shape is named with what was wrong as its cause", async () => {
  const error = await listed({ ...CREDENTIAL, token: 7 }).catch((one: unknown) => one);
  expect(error).toMatchObject({ code: "nonsense_reply", cause: expect.any(Error) });
  expect(wireCredential.safeParse(CREDENTIAL).success).toBe(true);
});

const point = (door: string) => ({ token: `a ${door}`, Entity: door, EntityType: "tdc:Door" });

test("doors of a neighbour in the network are left out", async () => {
  const doors = ["Axis-accc8e123456:1.0", "Axis-accc8e999999:1.0", "shows nothing", "named", "Axis-accc8e999999:2.0"];
  const { client } = deviceThatAnswers({
    "pacsaxis:GetAccessPointList": { AccessPoint: [...doors.map(point), { ...point("lift"), EntityType: "ax:Lift" }] },
    "tdc:GetDoorInfoList": {
      DoorInfo: [
        { token: doors[2], Name: "Grannens", Capabilities: {} },
        { token: doors[3], Name: "Entré", Capabilities: { Access: true } },
        { token: doors[4], Name: "Ours by its capabilities", Capabilities: { Access: true } },
      ],
    },
  });
  const tokens = (await readDoors(client, "ACCC8E123456", new Date(0))).map((door) => door.doorToken);
  expect(tokens).toEqual([doors[0], doors[3], doors[4]]);
});
