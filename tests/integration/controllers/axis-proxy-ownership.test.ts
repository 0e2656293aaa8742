import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { axisProxy } from "#contract/functions/axis-proxy.ts";
import { type AxisSimulator, startAxisSimulator } from "#simulators/axis/server.ts";
import { addDoorController, call, counts } from "#tests/integration/doors/door-portal.ts";
import { spelledOut } from "#tests/support/spelled-out.ts";
import { type AxisFixture, FROM, GUARD_PIN, openAxisFixture, TO } from "./axis-fixture.ts";

let fixture: AxisFixture;
let plain: AxisSimulator;
let plainId: string;

beforeAll(async () => {
  fixture = await openAxisFixture();
  plain = await startAxisSimulator({ doors: 1, webbportal: "none" });
  plainId = await addDoorController(fixture.system, { name: "Förrådet", device: plain });
});

afterAll(async () => {
  await fixture.close();
  await plain.close();
});

describe("people that the portal does not own", () => {
  const guard = async () => (await fixture.listed()).find(({ name }) => name === "Vakt, Vera");

  test("are listed and labelled, with dots for their PIN", async () => {
    const vera = await guard();
    expect(vera).toMatchObject({
      owned: false,
      sourceKind: null,
      onDevice: true,
      state: null,
      firstName: "Vera",
      lastName: "Vakt",
      pin: "••••",
      validTo: TO,
      enabled: true,
      Attribute: expect.arrayContaining([{ type: "string", Name: "FirstName", Value: "Vera" }]),
    });
    const own = await fixture.made("Hans", "390517");
    const reply = await fixture.ok("LIST_CREDENTIALS");
    const { credentials } = axisProxy.LIST_CREDENTIALS.reply.parse(reply);
    expect(credentials.map(({ owned, sourceKind, state }) => `${owned} ${sourceKind} ${state}`).sort()).toEqual([
      "false null null",
      "true direct synced",
    ]);
    expect(credentials.find(({ token }) => token === own.credentialToken)).toMatchObject({
      UserToken: own.userToken,
      IdData: [{ Name: "PIN", Value: "••••" }],
      ValidFrom: FROM,
    });
    expect(spelledOut([reply, await fixture.ok("LIST_USERS")])).not.toMatch(new RegExp(`${GUARD_PIN}|390517`));
    await fixture.ok("DELETE_USER", { userToken: own.userToken });
  });

  // Covers: device.35, design.5
  test("cannot be changed, renamed or removed by their tokens", async () => {
    const vera = await guard();
    const before = JSON.stringify([fixture.device.users(), fixture.device.credentials()]);
    const { userToken, credentialToken } = vera ?? {};
    for (const [action, body] of [
      ["UPDATE_USER", { userToken, firstName: "X", lastName: "Y" }],
      ["SET_CREDENTIAL", { userToken, pin: "112358", validFrom: FROM, validTo: TO }],
      ["UPDATE_CREDENTIAL", { credentialToken, userToken, pin: "112358" }],
      ["DELETE_USER", { userToken, credentialToken }],
    ] as const) {
      expect(await fixture.proxy(action, body)).toMatchObject({ status: 404, body: { error: "Item not found" } });
    }
    expect(JSON.stringify([fixture.device.users(), fixture.device.credentials()])).toBe(before);
  });

  test("are the portal's after an adoption, with PIN, doors and window kept, and can then be removed", async () => {
    const { userToken, credentialToken } = (await guard()) ?? {};
    const answer = await fixture.ok("UPDATE_CREDENTIAL", {
      credentialToken,
      userToken,
      adopt: true,
      validTo: "2033-01-01T00:00:00Z",
    });
    expect(answer).toMatchObject({ credentialToken, state: "synced" });
    expect(fixture.opens(GUARD_PIN)).toEqual([false, true]);
    expect(await guard()).toMatchObject({ owned: true, sourceKind: "direct", validTo: "2033-01-01T00:00:00Z" });
    expect(
      await fixture.proxy("CREATE_USER_WITH_PIN", {
        firstName: "Ivar",
        lastName: "Al",
        pin: GUARD_PIN,
        validFrom: FROM,
        validTo: TO,
        accessPointIds: [fixture.doors.get("Entré")],
      }),
    ).toMatchObject({ status: 409, body: { code: "pin_in_use" } });
    await fixture.ok("DELETE_USER", { userToken, credentialToken });
    expect([fixture.device.users(), fixture.opens(GUARD_PIN)]).toEqual([[], [false, false]]);
  });

  test("can be adopted only to be removed, in one call", async () => {
    fixture.device.faults.editByHand((state) => {
      state.users.set("t-u", { token: "t-u", Name: "Tekniker", Description: "", Attribute: [] });
    });
    expect(await fixture.proxy("DELETE_USER", { userToken: "t-u" })).toMatchObject({ status: 404 });
    expect(await fixture.ok("DELETE_USER", { userToken: "t-u", adopt: true })).toMatchObject({ state: "synced" });
    expect(fixture.device.users()).toEqual([]);
    expect(await counts(fixture.portal, `controller_users where controller_id = '${fixture.id}'`)).toEqual({
      [`controller_users where controller_id = '${fixture.id}'`]: 0,
    });
  });

  test.each([
    ["a name of direction marks", "\u202e", {}],
    ["a name that grows in its normal form", "\u0958".repeat(100), {}],
    ["an end in the year 9999", "Tom", { ValidTo: "9999-12-31T23:59:59Z" }],
    ["an end before its beginning", "Tom", { ValidFrom: "2026-02-01T00:00:00Z", ValidTo: "2026-01-01T00:00:00Z" }],
  ])("can be removed with %s, which no column of the portal holds", async (_what, FirstName, window) => {
    fixture.device.faults.editByHand(({ users, credentials }) => {
      const [Attribute, Description] = [[{ type: "string", Name: "FirstName", Value: FirstName }], ""];
      users.set("t-u", { token: "t-u", Name: "\u202e", Description, Attribute });
      const key = { token: "t-c", UserToken: "t-u", IdData: [{ Name: "PIN", Value: "640915" }], Description };
      const open = { ValidFrom: "", ValidTo: "", Enabled: true, Status: "Enabled" as const, Attribute: [] };
      credentials.set("t-c", { ...key, ...open, AuthenticationProfile: [], CredentialAccessProfile: [], ...window });
    });
    expect(await fixture.ok("DELETE_USER", { userToken: "t-u", credentialToken: "t-c", adopt: true })).toMatchObject({
      state: "synced",
    });
    expect([fixture.device.users(), fixture.device.credentials()]).toEqual([[], []]);
  });

  test("with an end in the year 9999 are adopted with another end, and the refusal asks for it", async () => {
    fixture.device.faults.editByHand(({ users, credentials }) => {
      users.set("t-u", { token: "t-u", Name: "Tom", Description: "", Attribute: [] });
      const key = { token: "t-c", UserToken: "t-u", IdData: [{ Name: "PIN", Value: "640915" }], Description: "" };
      const window = { ValidFrom: "", ValidTo: "9999-12-31T23:59:59Z", Enabled: true, Status: "Enabled" as const };
      credentials.set("t-c", {
        ...key,
        ...window,
        Attribute: [],
        AuthenticationProfile: [],
        CredentialAccessProfile: [],
      });
    });
    const tokens = { userToken: "t-u", credentialToken: "t-c", adopt: true };
    expect(await fixture.proxy("UPDATE_CREDENTIAL", tokens)).toMatchObject({
      status: 409,
      body: { reason: "device_time_out_of_years", field: "validTo" },
    });
    expect(await fixture.ok("UPDATE_CREDENTIAL", { ...tokens, validTo: TO })).toMatchObject({ state: "synced" });
    expect((await fixture.listed()).find(({ userToken }) => userToken === "t-u")).toMatchObject({
      owned: true,
      validTo: TO,
    });
    await fixture.ok("DELETE_USER", { userToken: "t-u", credentialToken: "t-c" });
  });

  test("an adoption whose change is refused adopts nothing", async () => {
    fixture.device.faults.editByHand((state) => {
      state.users.set("t-u", { token: "t-u", Name: "Tekniker, Tom", Description: "", Attribute: [] });
    });
    expect(
      await fixture.proxy("SET_CREDENTIAL", { userToken: "t-u", adopt: true, pin: "12", validFrom: FROM, validTo: TO }),
    ).toMatchObject({ status: 400, body: { error: "PIN måste vara 4-6 siffror", field: "pin" } });
    expect((await fixture.listed()).find((user) => user.userToken === "t-u")).toMatchObject({ owned: false });
    fixture.device.faults.editByHand((state) => state.users.delete("t-u"));
  });

  test("tokens of another controller's people are not found here, not even to adopt", async () => {
    const { userToken, credentialToken } = await fixture.made("Jim", "471830");
    for (const adopt of [false, true]) {
      expect(await fixture.proxy("DELETE_USER", { userToken, credentialToken, adopt }, plainId)).toMatchObject({
        status: 404,
        body: { error: "Item not found" },
      });
      expect(
        await fixture.proxy("UPDATE_USER", { userToken, firstName: "X", lastName: "Y", adopt }, plainId),
      ).toMatchObject({
        status: 404,
      });
    }
    expect(fixture.opens("471830")).toEqual([true, false]);
    await fixture.ok("DELETE_USER", { userToken });
  });

  test("one person's user token with another's credential token is nobody", async () => {
    const one = await fixture.made("Kim", "471830");
    const other = await fixture.made("Liv", "593028");
    expect(
      await fixture.proxy("DELETE_USER", { userToken: one.userToken, credentialToken: other.credentialToken }),
    ).toMatchObject({ status: 404 });
    expect([fixture.opens("471830"), fixture.opens("593028")]).toEqual([
      [true, false],
      [true, false],
    ]);
    await fixture.ok("DELETE_USER", { userToken: one.userToken });
    await fixture.ok("DELETE_USER", { userToken: other.userToken });
  });
});

describe("an organisation's person on the same controller", () => {
  test("is listed as such, and is changed where the person belongs, not here", async () => {
    const organization_id = fixture.portal.accounts.nord.organizationId;
    await fixture.system.from("organization_controllers").insert({ organization_id, controller_id: fixture.id });
    await call(fixture.nord, "end-user-manager", {
      action: "CREATE",
      payload: {
        organization_id,
        first_name: "Maja",
        last_name: "Nord",
        pin: { value: "284719", validity_period: "12_months", access_point_ids: [fixture.doors.get("Entré")] },
      },
    });
    const maja = (await fixture.listed()).find(({ name }) => name === "Nord, Maja");
    expect(maja).toMatchObject({ owned: true, sourceKind: "credential", state: "synced" });
    const { userToken, credentialToken } = maja ?? {};
    for (const [action, body] of [
      ["UPDATE_USER", { userToken, firstName: "X", lastName: "Y" }],
      ["UPDATE_CREDENTIAL", { credentialToken, pin: "112358" }],
      ["DELETE_USER", { userToken, credentialToken }],
    ] as const) {
      const answer = await fixture.proxy(action, body);
      expect(answer).toMatchObject({ status: 409, body: { code: "conflict" } });
      expect(answer.body["error"]).toContain("slutanvändare");
    }
    expect(fixture.opens("284719")).toEqual([true, false]);
  });
});
