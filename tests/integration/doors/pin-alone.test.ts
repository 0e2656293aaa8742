// A door whose reader asks for a card, where a system admin lets the portal's people in with a PIN alone.
import { afterEach, describe, expect, test } from "vitest";
import type { SyncEngine } from "#server/reconcile/engine/engine.ts";
import { ruleToken } from "#simulators/axis/entry-manager.ts";
import { type AxisSimulator, type AxisSimulatorOptions, startAxisSimulator } from "#simulators/axis/server.ts";
import {
  type Installation,
  makeInstallation,
  type TestController,
  type TestPerson,
} from "#tests/integration/reconcile/installation.ts";
import { startSimulatedDevices } from "#tests/integration/reconcile/simulated-devices.ts";

const PIN = "4839";
const GYM = "Gym";
const DOORS: NonNullable<AxisSimulatorOptions["doors"]> = [
  { name: GYM, authentication: "card-and-pin" },
  { name: "Tvätt", pinHours: "weekdays" },
  { name: "Vind", authentication: "nobody" },
];
/** The night of the coming Sunday, when no rule of weekdays is active. */
const SUNDAY = new Date();
SUNDAY.setUTCHours(2, 0, 0, 0);
SUNDAY.setUTCDate(SUNDAY.getUTCDate() + 7 - SUNDAY.getUTCDay());

let portal: Installation;
let engine: SyncEngine;
let axis: AxisSimulator;
let fixture: TestController;

async function start(options: AxisSimulatorOptions = {}): Promise<void> {
  portal = await makeInstallation();
  axis = await startAxisSimulator({ model: "ENTRY_MANAGER", doors: DOORS, ...options });
  ({ fixture, engine } = await startSimulatedDevices(portal, axis, { name: "Huset" }));
}
afterEach(async () => {
  await portal.close();
  await axis.close();
});

const tokenOf = (name: string) => [...axis.state.doors.values()].find((door) => door.Name === name)?.token ?? "";
const opens = (name = GYM, at?: Date) => axis.wouldOpen(PIN, tokenOf(name), at);
const setPinAlone = async (desired: boolean, ...names: string[]) =>
  portal.admin.query("update access_points set pin_alone = $1 where name = any ($2) and controller_id = $3", [
    desired,
    names,
    fixture.id,
  ]);
const door = async (name = GYM) => {
  const { rows } = await portal.admin.query(
    "select pin_use, pin_rule, pin_alone, pin_alone_on_device from access_points where name = $1",
    [name],
  );
  return rows[0];
};
const rulesOfOurs = () =>
  axis
    .accessProfiles()
    .filter(({ token }) => token.startsWith("wp-"))
    .flatMap((profile) => profile.AuthenticationProfile);

// Covers: device.14
test("their profile carries a rule that stands on the unit while it is desired, and none afterwards", async () => {
  await start();
  await portal.addPerson("Anna", PIN, [
    [fixture, GYM],
    [fixture, "Tvätt"],
  ]);
  await portal.quiet();
  const rule = ruleToken(axis.state, "always");
  expect([opens(), opens("Tvätt", SUNDAY), await door()]).toEqual([
    false,
    false,
    { pin_use: "never", pin_rule: rule, pin_alone: false, pin_alone_on_device: false },
  ]);
  await setPinAlone(true, GYM);
  await portal.quiet();
  expect(await door()).toEqual({ pin_use: "always", pin_rule: rule, pin_alone: true, pin_alone_on_device: true });
  expect([opens(), opens("Tvätt", SUNDAY), rulesOfOurs()]).toEqual([true, false, [rule]]);
  await setPinAlone(true, "Tvätt");
  await portal.quiet();
  expect([opens("Tvätt", SUNDAY), (await door("Tvätt"))?.pin_use]).toEqual([true, "always"]);
  await setPinAlone(false, GYM, "Tvätt");
  await portal.quiet();
  expect(await door()).toEqual({ pin_use: "never", pin_rule: rule, pin_alone: false, pin_alone_on_device: false });
  expect([opens(), opens("Tvätt", SUNDAY), rulesOfOurs()]).toEqual([false, false, []]);
  // The unit's own rules are never written: that would stop every decision for minutes.
  expect(axis.state.stalled).toBe(false);
});

test("a rule that somebody takes out of the profile, or puts in, is found by a comparison", async () => {
  await start();
  await portal.addPerson("Anna", PIN, [[fixture, GYM]]);
  await setPinAlone(true, GYM);
  await portal.quiet();
  const [profile] = axis.accessProfiles().filter(({ AuthenticationProfile: rules }) => rules.length > 0);
  if (!profile) throw new Error("no profile carries a rule");
  for (const rules of [[], [ruleToken(axis.state, "card")]]) {
    axis.state.accessProfiles.set(profile.token, { ...profile, AuthenticationProfile: rules });
    expect(opens()).toBe(false);
    expect((await engine.compareNow(fixture.id)).doors.profilesWritten).toBe(1);
    expect(opens()).toBe(true);
  }
  await setPinAlone(false, GYM);
  await portal.quiet();
  axis.state.accessProfiles.set(profile.token, profile);
  expect([opens(), (await engine.compareNow(fixture.id)).doors.profilesWritten, opens()]).toEqual([true, 1, false]);
});

test("where the unit has no such rule nothing is changed, and one that it loses is said to be gone", async () => {
  await start();
  await portal.addPerson("Anna", PIN, [[fixture, GYM]]);
  const always = ruleToken(axis.state, "always");
  const rule = axis.state.authenticationProfiles.get(always);
  if (!rule) throw new Error("no rule");
  axis.state.authenticationProfiles.delete(always);
  await engine.syncAccessPoints(fixture.id);
  // A rule for weekdays only is not enough.
  expect(await door()).toMatchObject({ pin_use: "never", pin_rule: "" });
  await expect(setPinAlone(true, GYM)).rejects.toMatchObject({
    constraint: "access_points_pin_alone_rule",
    detail: "Huset",
  });
  expect([await door(), rulesOfOurs()]).toMatchObject([{ pin_alone: false }, []]);
  axis.state.authenticationProfiles.set(always, { ...rule, Name: "Kod" });
  await engine.syncAccessPoints(fixture.id);
  await setPinAlone(true, GYM);
  await portal.quiet();
  expect([await door(), opens()]).toEqual([
    { pin_use: "always", pin_rule: "Kod", pin_alone: true, pin_alone_on_device: true },
    true,
  ]);
  axis.state.authenticationProfiles.delete(always);
  await engine.compareNow(fixture.id);
  expect([await door(), rulesOfOurs()]).toEqual([
    { pin_use: "never", pin_rule: "", pin_alone: true, pin_alone_on_device: false },
    [],
  ]);
});

test("a door that lets nobody in is not offered it, and an answer that fails takes no rule away", async () => {
  await start();
  await portal.addPerson("Anna", PIN, [[fixture, GYM]]);
  await expect(setPinAlone(true, "Vind")).rejects.toMatchObject({ constraint: "access_points_pin_alone_use" });
  await setPinAlone(true, GYM);
  await portal.quiet();
  for (const operation of ["pacsaxis:GetAuthenticationProfileList", "axsch:GetScheduleList"]) {
    const fix = axis.faults.add({ kind: "status", status: 500 }, { on: operation });
    expect((await engine.compareNow(fixture.id)).doors.profilesWritten).toBe(0);
    expect([opens(), await door()]).toMatchObject([true, { pin_use: "unknown", pin_alone_on_device: true }]);
    fix();
  }
  await engine.compareNow(fixture.id);
  expect(await door()).toMatchObject({ pin_use: "always" });
});

test("a unit that forgets the profile it was given is said to give what its reader gives", async () => {
  await start();
  await portal.addPerson("Anna", PIN, [[fixture, GYM]]);
  await portal.quiet();
  axis.state.lie = (operation) => (operation === "pacsaxis:SetAccessProfile" ? "forgets" : null);
  await setPinAlone(true, GYM);
  await portal.quiet();
  expect([opens(), await door()]).toMatchObject([
    false,
    { pin_use: "never", pin_alone: true, pin_alone_on_device: false },
  ]);
});

test("a person with more doors than profiles fit gets the rule at the doors that carry it and nowhere else", async () => {
  const doors = Array.from({ length: 25 }, (_, index) => ({
    name: `Dörr ${index + 1}`,
    authentication: "card" as const,
  }));
  await start({ model: "A1001", https: true, doors });
  const names = doors.map(({ name }) => name);
  await portal.addPerson(
    "Anna",
    PIN,
    names.map((name) => [fixture, name]),
  );
  const opened = () => names.filter((name) => opens(name));
  await portal.quiet();
  expect([opened(), axis.credentials()[0]?.CredentialAccessProfile.length]).toEqual([[], 1]);
  await setPinAlone(true, "Dörr 3", "Dörr 4");
  await portal.quiet();
  expect([opened(), axis.credentials()[0]?.CredentialAccessProfile.length]).toEqual([["Dörr 3", "Dörr 4"], 2]);
  await setPinAlone(true, ...names);
  await portal.quiet();
  expect([opened().length, axis.credentials()[0]?.CredentialAccessProfile.length]).toEqual([25, 1]);
  expect((await engine.compareNow(fixture.id)).items).toEqual([]);
  await setPinAlone(false, ...names);
  await portal.quiet();
  expect([opened(), axis.credentials()[0]?.CredentialAccessProfile.length]).toEqual([[], 1]);
});

describe("the event log", () => {
  const ADMIN = "5f0c1a52-7a51-4f6e-9d35-0a4c1c6c5b11";
  let anna: TestPerson;
  let seen = 0;
  /** Returns the rows logged since the last clearing. */
  const logged = async () =>
    (
      await portal.admin.query(
        `select actor, action, subject_name as door, before -> 0 ->> 'controller' as unit, before -> 0 as before, after -> 0 as after
         from audit where action like 'access_points.%' order by tx, id offset $1`,
        [seen],
      )
    ).rows.map(({ before, after, ...event }) => ({
      ...event,
      before: before?.pin_alone ?? before?.pin_alone_on_device,
      after: after?.pin_alone ?? after?.pin_alone_on_device,
    }));
  const forget = async () => {
    seen += (await logged()).length;
  };
  const chosen = (name: string, after: boolean, actor: string | null = null) => ({
    actor,
    action: "access_points.pin_alone",
    door: name,
    unit: "Huset",
    before: !after,
    after,
  });
  const read = (name: string, after: boolean) => ({
    ...chosen(name, after),
    action: "access_points.pin_alone_read",
  });
  async function asAdmin(text: string, values: unknown[]): Promise<void> {
    const client = await portal.admin.connect();
    try {
      await client.query("begin");
      await client.query("select set_config('app.sub', $1, true)", [ADMIN]);
      await client.query(text, values);
      await client.query("commit");
    } finally {
      client.release(true);
    }
  }
  async function startChosen(...names: string[]): Promise<void> {
    seen = 0;
    await start();
    anna = await portal.addPerson("Anna", PIN, [[fixture, GYM]]);
    await setPinAlone(true, ...names);
    await portal.quiet();
    expect(await logged()).toEqual(
      expect.arrayContaining(names.flatMap((name) => [chosen(name, true), read(name, true)])),
    );
    await forget();
  }

  test("has one event a door with who chose, and another when the unit was read back", async () => {
    await startChosen(GYM, "Tvätt");
    await asAdmin("update access_points set pin_alone = false where name = any ($1)", [[GYM, "Tvätt"]]);
    await portal.quiet();
    const events = await logged();
    expect(events).toHaveLength(4);
    // The person's choice is listed first, even if the worker reads the unit back at once.
    expect(events.slice(0, 2)).toEqual(
      expect.arrayContaining([chosen(GYM, false, ADMIN), chosen("Tvätt", false, ADMIN)]),
    );
    expect(events.slice(2)).toEqual(expect.arrayContaining([read(GYM, false), read("Tvätt", false)]));
  });

  test("has no news of a rebuilt door or a moved controller, since the choice goes with it", async () => {
    await startChosen(GYM);
    axis.faults.reconfigureDoors();
    await engine.compareNow(fixture.id);
    await portal.quiet();
    expect([opens(), await door(), await logged()]).toMatchObject([true, { pin_alone: true }, []]);
    const other = await startAxisSimulator({ model: "ENTRY_MANAGER", doors: DOORS });
    await portal.admin.query("update controllers set device_port = $2, serial = null where id = $1", [
      fixture.id,
      other.port,
    ]);
    await engine.rebuild(fixture.id);
    await portal.quiet();
    const token = [...other.state.doors.values()].find(({ Name }) => Name === GYM)?.token ?? "";
    expect([other.wouldOpen(PIN, token), await door(), await logged()]).toMatchObject([true, { pin_alone: true }, []]);
    await other.close();
  });

  test("says that a door is missing where it was built anew by another name, and when it is back", async () => {
    await startChosen(GYM);
    axis.faults.reconfigureDoors();
    const built = [...axis.state.doors.values()].find(({ Name }) => Name === GYM);
    if (!built) throw new Error("no door");
    axis.state.doors.set(built.token, { ...built, Name: "Styrka" });
    await engine.syncAccessPoints(fixture.id);
    expect([await logged(), await door("Styrka")]).toMatchObject([[read(GYM, false)], { pin_alone: false }]);
    await portal.admin.query("delete from access_points where name = 'Styrka'");
    axis.state.doors.set(built.token, built);
    await engine.syncAccessPoints(fixture.id);
    expect(await logged()).toEqual([read(GYM, false), read(GYM, true)]);
  });

  test("has the end of the choice when the door is removed, and when its controller is", async () => {
    await startChosen(GYM, "Tvätt");
    await portal.deletePerson(anna);
    await portal.quiet();
    await asAdmin("delete from access_points where name = $1", [GYM]);
    expect(await logged()).toEqual(
      expect.arrayContaining([
        chosen(GYM, false, ADMIN),
        expect.objectContaining({ action: "access_points.delete", door: GYM }),
      ]),
    );
    await forget();
    await asAdmin("delete from controllers where id = $1", [fixture.id]);
    expect(await logged()).toContainEqual(chosen("Tvätt", false, ADMIN));
  });
});
