import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { axisProxy } from "#contract/functions/axis-proxy.ts";
import { startAxisSimulator } from "#simulators/axis/server.ts";
import { addDoorController, call, doorsOf } from "#tests/integration/doors/door-portal.ts";
import { specified } from "#tests/specified-texts.ts";
import { callFunction } from "#tests/support/client.ts";
import { callsWithoutLog } from "#tests/support/device-calls.ts";
import { stepUpAgain } from "#tests/support/step-up.ts";
import { type AxisFixture, FROM, openAxisFixture, TO } from "./axis-fixture.ts";

let fixture: AxisFixture;

beforeAll(async () => {
  fixture = await openAxisFixture();
});

afterAll(async () => {
  await fixture.close();
});
beforeEach(() => stepUpAgain(fixture.portal.admin));

describe("org admins and axis-proxy", () => {
  test.each([
    ["TEST_SYSTEMLOG", {}],
    ["GET_ACCESS_PROFILES", {}],
    ["LIST_USERS", {}],
    ["LIST_CREDENTIALS", {}],
    ["CREATE_USER", { firstName: "A", lastName: "B" }],
    ["UPDATE_USER", { userToken: "x", firstName: "A", lastName: "B", adopt: true }],
    ["SET_CREDENTIAL", { userToken: "x", pin: "4711", validFrom: FROM, validTo: TO }],
    ["UPDATE_CREDENTIAL", { credentialToken: "x", pin: "4711" }],
    [
      "CREATE_USER_WITH_PIN",
      { firstName: "A", lastName: "B", pin: "4711", validFrom: FROM, validTo: TO, accessPointIds: [] },
    ],
    ["DELETE_USER", { userToken: "x", adopt: true }],
  ])("%s is refused, and the device is not called", async (action, body) => {
    const before = callsWithoutLog(fixture.device);
    const answer = await callFunction(fixture.nord, "axis-proxy", { action, controller_id: fixture.id, ...body });
    expect(answer).toMatchObject({ status: 403, body: { code: "forbidden" } });
    expect(callsWithoutLog(fixture.device)).toEqual(before);
  });
});

describe("a person made in the dialog", () => {
  // Covers: 3.3, 7.13, device.1
  test("gets a PIN in the steps of the specification: person, group, credential", async () => {
    const user = axisProxy.CREATE_USER.reply.parse(
      await fixture.ok("CREATE_USER", { firstName: "Alma", lastName: "Ek" }),
    );
    expect(user.state).toBe("synced");
    expect(fixture.device.users().find(({ token }) => token === user.userToken)?.Name).toBe("Ek, Alma");

    const { profiles } = axisProxy.GET_ACCESS_PROFILES.reply.parse(await fixture.ok("GET_ACCESS_PROFILES"));
    const group = profiles.find(({ Name }) => Name === "Webbportal");
    expect(group).toMatchObject({ isDefault: true, enabled: true });

    const credential = axisProxy.SET_CREDENTIAL.reply.parse(
      await fixture.ok("SET_CREDENTIAL", {
        userToken: user.userToken,
        pin: "483920",
        validFrom: FROM,
        validTo: TO,
        groupToken: group?.token,
      }),
    );
    expect(credential.state).toBe("synced");
    expect(fixture.device.credentials().find(({ token }) => token === credential.credentialToken)).toMatchObject({
      UserToken: user.userToken,
      ValidFrom: FROM,
      ValidTo: TO,
      IdData: [{ Name: "PIN", Value: "483920" }],
      CredentialAccessProfile: [{ AccessProfile: group?.token }],
    });
    expect(fixture.opens("483920")).toEqual([true, true]);

    const renamed = await fixture.ok("UPDATE_USER", { userToken: user.userToken, firstName: "Alma", lastName: "Lind" });
    expect(axisProxy.UPDATE_USER.reply.parse(renamed).state).toBe("synced");
    expect(fixture.device.users().find(({ token }) => token === user.userToken)?.Name).toBe("Lind, Alma");
    expect(fixture.device.users()).toHaveLength(2);

    const gone = await fixture.ok("DELETE_USER", {
      userToken: user.userToken,
      credentialToken: credential.credentialToken,
    });
    expect(gone).toMatchObject({ success: true, state: "synced", pending: [] });
    expect(fixture.opens("483920")).toEqual([false, false]);
    expect(fixture.device.users().map(({ Name }) => Name)).toEqual(["Vakt, Vera"]);
    expect(await fixture.proxy("DELETE_USER", { userToken: user.userToken })).toMatchObject({
      status: 404,
      body: { code: "not_found", error: "Item not found" },
    });
  });

  test("opens the chosen doors and no other, and the changed ones after a change", async () => {
    const { userToken, credentialToken } = await fixture.made("Bo", "736281", ["Entré"]);
    expect(fixture.opens("736281")).toEqual([true, false]);
    const { profiles } = axisProxy.GET_ACCESS_PROFILES.reply.parse(await fixture.ok("GET_ACCESS_PROFILES"));
    // The group would open every door, so it is not written where doors are chosen.
    await fixture.ok("UPDATE_CREDENTIAL", {
      credentialToken,
      userToken,
      accessPointIds: [fixture.doors.get("Garage")],
      groupToken: profiles.find(({ isDefault }) => isDefault)?.token,
    });
    expect(fixture.opens("736281")).toEqual([false, true]);
    await fixture.ok("UPDATE_CREDENTIAL", { credentialToken, pin: "615048", validTo: "2035-01-01T00:00:00Z" });
    expect([fixture.opens("736281"), fixture.opens("615048")]).toEqual([
      [false, false],
      [false, true],
    ]);
    expect(fixture.device.credentials().find(({ token }) => token === credentialToken)?.ValidTo).toBe(
      "2035-01-01T00:00:00Z",
    );
    await fixture.ok("UPDATE_CREDENTIAL", { credentialToken, pin: "••••••", validTo: TO });
    await fixture.ok("UPDATE_CREDENTIAL", { credentialToken, pin: "", validTo: TO });
    expect(fixture.opens("615048")).toEqual([false, true]);
    await fixture.ok("DELETE_USER", { userToken, credentialToken });
  });

  test("loses the PIN on the device when the validity is set in the past, and stays in the list", async () => {
    const { credentialToken, userToken } = await fixture.made("Cia", "518304");
    await fixture.ok("UPDATE_CREDENTIAL", {
      credentialToken,
      validFrom: "2020-01-01T00:00:00Z",
      validTo: "2020-02-01T00:00:00Z",
    });
    expect(fixture.device.state.credentialsWithPin("518304")).toEqual([]);
    expect((await fixture.listed()).find((user) => user.userToken === userToken)).toMatchObject({
      onDevice: false,
      owned: true,
      pin: "••••",
      validTo: "2020-02-01T00:00:00Z",
      state: "synced",
    });
    await fixture.ok("DELETE_USER", { userToken });
  });

  test("is written again after the device was replaced, with the new device's group", async () => {
    const device = await startAxisSimulator({ doors: 1, webbportal: "all-doors" });
    const id = await addDoorController(fixture.system, { name: "Byts ut", device });
    const { userToken } = axisProxy.CREATE_USER.reply.parse(
      await fixture.ok("CREATE_USER", { firstName: "Dag", lastName: "Al" }, id),
    );
    await fixture.ok("SET_CREDENTIAL", { userToken, pin: "620417", validFrom: FROM, validTo: TO }, id);
    expect(device.wouldOpen("620417", device.doorTokens[0] ?? "")).toBe(true);
    device.faults.replaceHardware();
    await call(fixture.system, "sync-control", { action: "REBUILD", controller_id: id });
    await expect.poll(() => device.wouldOpen("620417", device.doorTokens[0] ?? "")).toBe(true);
    await device.close();
  });
});

describe("devices that misbehave", () => {
  test("one that lies about what it kept is not believed", async () => {
    const { userToken, credentialToken } = await fixture.made("Rut", "817254");
    const stop = fixture.device.faults.add({ kind: "garbage" }, { on: "pacsaxis:GetCredential" });
    const answer = await fixture.ok("UPDATE_CREDENTIAL", { credentialToken, pin: "930517" });
    expect(answer).toMatchObject({ state: "pending", pending: [{ operation: "grant", error: "nonsense_reply" }] });
    expect((await fixture.listed()).find((user) => user.userToken === userToken)).toMatchObject({ state: "pending" });
    stop();
    await call(fixture.system, "sync-control", { action: "SYNC_NOW", controller_id: fixture.id });
    await expect.poll(() => fixture.opens("930517")).toEqual([true, false]);
    await fixture.ok("DELETE_USER", { userToken });
  });

  // Covers: 8.8, device.1
  test("one that refuses a change answers with the specification's words, and the change is kept", async () => {
    const device = await startAxisSimulator({ doors: 1, switches: { maxCredentials: 0 } });
    const id = await addDoorController(fixture.system, { name: "Full", device });
    const [door] = (await doorsOf(fixture.system, id)).values();
    const person = { firstName: "A", lastName: "B", validFrom: FROM, validTo: TO, accessPointIds: [door] };
    const { userToken, state } = axisProxy.CREATE_USER_WITH_PIN.reply.parse(
      await fixture.ok("CREATE_USER_WITH_PIN", { ...person, pin: "817254" }, id),
    );
    expect(state).toBe("pending");
    const answer = await fixture.proxy("UPDATE_USER", { userToken, firstName: "Ny", lastName: "B" }, id);
    expect(answer).toMatchObject({ status: 502, body: { code: "device_fault" } });
    expect(answer.body["error"]).toMatch(specified("server", "Failed to update user on AXIS device{message}"));
    const { rows } = await fixture.portal.admin.query(
      "select first_name from controller_users where controller_id = $1",
      [id],
    );
    expect(rows).toEqual([{ first_name: "Ny" }]);
    await device.close();
  });

  test("a controller that is away gets the change when it is back, and a delete waits for the read-back", async () => {
    const { userToken, credentialToken } = await fixture.made("Siv", "660471");
    await fixture.device.faults.offline();
    const deleted = await fixture.ok("DELETE_USER", { userToken, credentialToken });
    expect(deleted).toMatchObject({ state: "pending", pending: [{ operation: "removal", controller_name: "Huset" }] });
    expect(await fixture.proxy("LIST_USERS")).toMatchObject({ status: 504, body: { code: "device_unreachable" } });
    await fixture.device.faults.online();
    expect(fixture.opens("660471")).toEqual([true, false]);
    await call(fixture.system, "sync-control", { action: "SYNC_NOW", controller_id: fixture.id });
    await expect.poll(async () => (await fixture.proxy("DELETE_USER", { userToken })).status).toBe(404);
    expect(fixture.opens("660471")).toEqual([false, false]);
  });

  // Covers: 7.13, device.1
  test("the system log is tried at both addresses, and the answer says what each answered", async () => {
    const { testResults } = axisProxy.TEST_SYSTEMLOG.reply.parse(await fixture.ok("TEST_SYSTEMLOG"));
    expect(testResults).toMatchObject([{ ok: true, status: 200 }]);
    const old = await startAxisSimulator({ doors: 1, switches: { systemLogAt: "admin" } });
    const reply = await callFunction(fixture.system, "axis-proxy", {
      action: "TEST_SYSTEMLOG",
      device_ip: old.url,
      device_port: old.port,
      username: "portal",
      password: "S3cret-pass",
    });
    expect(axisProxy.TEST_SYSTEMLOG.reply.parse(reply.body).testResults.map(({ status }) => status)).toEqual([
      404, 200,
    ]);
    await old.close();
  });
});
