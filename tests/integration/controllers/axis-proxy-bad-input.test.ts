import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { axisProxy } from "#contract/functions/axis-proxy.ts";
import { type AxisSimulator, startAxisSimulator } from "#simulators/axis/server.ts";
import { addDoorController, audited, call, counts, doorsOf } from "#tests/integration/doors/door-portal.ts";
import { callFunction } from "#tests/support/client.ts";
import { type AxisFixture, FROM, openAxisFixture, TO } from "./axis-fixture.ts";

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

describe("the group Webbportal", () => {
  test("that does not exist is said clearly, and nothing is saved", async () => {
    const { userToken } = axisProxy.CREATE_USER.reply.parse(
      await fixture.ok("CREATE_USER", { firstName: "Eva", lastName: "Al" }, plainId),
    );
    const answer = await fixture.proxy(
      "SET_CREDENTIAL",
      { userToken, pin: "620417", validFrom: FROM, validTo: TO },
      plainId,
    );
    expect(answer).toMatchObject({ status: 409, body: { field: "groupToken" } });
    expect(answer.body["error"]).toContain("Gruppen Webbportal finns inte på styrenheten");
    expect(plain.credentials()).toEqual([]);
    const { rows } = await fixture.portal.admin.query("select from controller_pins where controller_id = $1", [
      plainId,
    ]);
    expect(rows).toEqual([]);
  });

  test.each([
    [
      "the next comparison",
      () => call(fixture.system, "sync-control", { action: "COMPARE", controller_id: fixture.id }),
    ],
    ["the next look at the groups", () => fixture.ok("GET_ACCESS_PROFILES")],
  ])("that was made anew under another token is followed after %s", async (_when, look) => {
    const { userToken } = axisProxy.CREATE_USER.reply.parse(
      await fixture.ok("CREATE_USER", { firstName: "Fia", lastName: "Al" }),
    );
    await fixture.ok("SET_CREDENTIAL", { userToken, pin: "204816", validFrom: FROM, validTo: TO });
    fixture.device.faults.editByHand((state) => {
      const group = [...state.accessProfiles.values()].find(({ Name }) => Name === "Webbportal");
      if (!group) throw new Error("no group");
      state.accessProfiles.delete(group.token);
      const token = `new-${group.token}`.slice(-60);
      state.accessProfiles.set(token, { ...group, token });
    });
    expect(fixture.opens("204816")).toEqual([false, false]);
    await look();
    await expect.poll(() => fixture.opens("204816")).toEqual([true, true]);
    await fixture.ok("DELETE_USER", { userToken });
  });

  test("a group that the device does not have is refused", async () => {
    const { userToken } = axisProxy.CREATE_USER.reply.parse(
      await fixture.ok("CREATE_USER", { firstName: "Gun", lastName: "Al" }),
    );
    expect(
      await fixture.proxy("SET_CREDENTIAL", {
        userToken,
        pin: "204816",
        validFrom: FROM,
        validTo: TO,
        groupToken: "no-such",
      }),
    ).toMatchObject({ status: 404, body: { error: "Item not found", field: "groupToken" } });
    await fixture.ok("DELETE_USER", { userToken });
  });
});

describe("bad input", () => {
  test.each([
    ["a character among digits", "48a1", "invalid_body", "PIN måste vara 4-6 siffror"],
    ["too short", "481", "invalid_body", "PIN måste vara 4-6 siffror"],
    ["a run", "123456", "trivial_pin", "för lätt att gissa"],
  ])("a PIN of %s is refused and nothing is half saved", async (_what, pin, code, text) => {
    const before = await counts(fixture.portal, "controller_users", "device_sync", "controller_pins");
    const answer = await fixture.proxy("CREATE_USER_WITH_PIN", {
      firstName: "A",
      lastName: "B",
      pin,
      validFrom: FROM,
      validTo: TO,
      accessPointIds: [fixture.doors.get("Entré")],
    });
    expect(answer).toMatchObject({ status: 400, body: { code, field: "pin" } });
    expect(answer.body["error"]).toContain(text);
    expect(await counts(fixture.portal, "controller_users", "device_sync", "controller_pins")).toEqual(before);
  });

  // Covers: device.36
  test("a PIN that somebody has at the controller is refused by name, audited, and nothing is half saved", async () => {
    const { userToken } = await fixture.made("Nils", "817254");
    const before = await counts(fixture.portal, "controller_users", "device_sync", "controller_pins");
    const reported = await audited(fixture.portal, "pin_collision_reported");
    const answer = await fixture.proxy("CREATE_USER_WITH_PIN", {
      firstName: "Olof",
      lastName: "B",
      pin: "817254",
      validFrom: FROM,
      validTo: TO,
      accessPointIds: [fixture.doors.get("Garage")],
    });
    expect(answer).toMatchObject({ status: 409, body: { code: "pin_in_use", field: "pin" } });
    expect(answer.body["error"]).toContain("PIN-koden används redan vid Huset. Inget har sparats.");
    expect(await counts(fixture.portal, "controller_users", "device_sync", "controller_pins")).toEqual(before);
    expect(await audited(fixture.portal, "pin_collision_reported")).toBe(reported + 1);
    expect(fixture.opens("817254")).toEqual([true, false]);
    await fixture.ok("DELETE_USER", { userToken });
  });

  test("an end before the beginning is refused in the form's words", async () => {
    const answer = await fixture.proxy("CREATE_USER_WITH_PIN", {
      firstName: "A",
      lastName: "B",
      pin: "817254",
      validFrom: TO,
      validTo: FROM,
      accessPointIds: [fixture.doors.get("Entré")],
    });
    expect(answer).toMatchObject({
      status: 400,
      body: { error: "Giltig till-datum måste vara efter giltig från-datum", field: "validTo" },
    });
    const { credentialToken, userToken } = await fixture.made("Per", "817254");
    expect(
      await fixture.proxy("UPDATE_CREDENTIAL", { credentialToken, validTo: "2025-12-31T00:00:00Z" }),
    ).toMatchObject({
      status: 400,
      body: { field: "validTo" },
    });
    await fixture.ok("DELETE_USER", { userToken });
  });

  test("doors of another controller, switched-off doors and no doors are no access points", async () => {
    const [other] = (await doorsOf(fixture.system, plainId)).values();
    for (const accessPointIds of [[], [other], [fixture.doors.get("Entré"), other]]) {
      expect(
        await fixture.proxy("CREATE_USER_WITH_PIN", {
          firstName: "A",
          lastName: "B",
          pin: "817254",
          validFrom: FROM,
          validTo: TO,
          accessPointIds,
        }),
      ).toMatchObject({ status: 404, body: { error: "No access points found", field: "accessPointIds" } });
    }
  });

  test("a PIN longer than the door's reader takes is refused", async () => {
    const device = await startAxisSimulator({ doors: [{ name: "Kort", pinMin: 4, pinMax: 4 }] });
    const id = await addDoorController(fixture.system, { name: "Korta koder", device });
    const [door] = (await doorsOf(fixture.system, id)).values();
    const body = { firstName: "A", lastName: "B", validFrom: FROM, validTo: TO, accessPointIds: [door] };
    expect(await fixture.proxy("CREATE_USER_WITH_PIN", { ...body, pin: "817254" }, id)).toMatchObject({
      status: 400,
      body: { code: "pin_length", field: "pin" },
    });
    expect(await fixture.ok("CREATE_USER_WITH_PIN", { ...body, pin: "8172" }, id)).toMatchObject({ state: "synced" });
    await device.close();
  });

  // Covers: 8.7
  test("a controller that does not exist, an unsaved form and a gate are distinguished", async () => {
    expect(await fixture.proxy("LIST_USERS", {}, "00000000-0000-4000-8000-00000000dead")).toMatchObject({
      status: 404,
      body: { code: "controller_not_found", error: "Controller not found" },
    });
    expect(
      await callFunction(fixture.system, "axis-proxy", {
        action: "LIST_USERS",
        device_ip: fixture.device.url,
        device_port: fixture.device.port,
        username: "portal",
        password: "S3cret-pass",
      }),
    ).toMatchObject({ status: 400, body: { field: "controller_id" } });
  });
});
