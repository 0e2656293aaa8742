import { expect, test } from "vitest";
import type { AssignedController, AssignedDoor } from "#web/lib/controllers/assigned-controllers.ts";
import { formatNumber } from "#web/lib/dates.ts";
import {
  doorGroups,
  fourDigitControllers,
  gateGroups,
  notOffered,
  onlyChoice,
  writtenControllers,
} from "./offered-doors.ts";

const door = (id: string, fields: Partial<AssignedDoor> = {}): AssignedDoor => ({
  id,
  name: `Door ${id}`,
  door_name: null,
  description: null,
  enabled: true,
  ...fields,
});

const controller = (id: string, fields: Partial<AssignedController> = {}): AssignedController => ({
  id,
  name: `Port ${id}`,
  device_type: "axis",
  device_ip: "192.0.2.1",
  device_port: 443,
  enabled: true,
  access_points: [],
  organization_controllers: [{ organization_access_points: [] }],
  ...fields,
});

const UNKNOWN = new Map<string, boolean>();

// Covers: 5.8
test("without linked doors all enabled doors are offered, by the name people use", () => {
  const doors = [door("2", { door_name: "Entré" }), door("1"), door("3", { enabled: false })];
  const [group] = doorGroups([controller("a", { access_points: doors })], [], UNKNOWN);
  expect(group?.items.map((item) => item.name)).toEqual(["Door 1", "Entré"]);
});

test("with linked doors only those are offered", () => {
  const linked = controller("a", {
    access_points: [door("1"), door("2")],
    organization_controllers: [{ organization_access_points: [{ access_point_id: "2" }] }],
  });
  expect(doorGroups([linked], [], UNKNOWN)[0]?.items.map((item) => item.id)).toEqual(["2"]);
});

test("a paused controller is shown only to somebody who has a door there, and says so", () => {
  const paused = controller("a", { enabled: false, access_points: [door("1")] });
  expect(doorGroups([paused], [], UNKNOWN)).toEqual([]);
  expect(doorGroups([paused], ["1"], UNKNOWN)[0]?.note).toBe("Pausad");
});

test("a controller that is known not to answer is flagged, an unknown one is not", () => {
  const both = ["a", "b"].map((id) => controller(id, { access_points: [door(id)] }));
  expect(doorGroups(both, [], new Map([["a", false]])).map((group) => group.online)).toEqual([false, undefined]);
});

test("gates are LPR controllers in one list without doors", () => {
  const gate = controller("g", { device_type: "axxon_lpr", name: "Infart Norr" });
  expect(gateGroups([controller("a"), gate], [])[0]?.items).toEqual([
    { id: "g", name: "Infart Norr", description: undefined },
  ]);
  expect(gateGroups([controller("a")], [])).toEqual([]);
});

test("a chosen door that was switched off meanwhile is listed apart, so that it can stay untouched", () => {
  const groups = doorGroups(
    [controller("a", { access_points: [door("1"), door("2", { enabled: false })] })],
    [],
    UNKNOWN,
  );
  expect(notOffered(groups, ["1", "2"])).toEqual(["2"]);
});

test("a save writes to the controllers of the chosen doors and to those that had the PIN before, each once", () => {
  const groups = doorGroups(
    ["a", "b"].map((id) => controller(id, { access_points: [door(id)] })),
    [],
    UNKNOWN,
  );
  expect(writtenControllers(groups, ["a"], ["b", "b"])).toBe(2);
  expect(writtenControllers(groups, ["a"], ["a"])).toBe(1);
  expect(writtenControllers(groups, [], [])).toBe(0);
});

test("the only group is chosen whole, sorted; where there are two, none", () => {
  const group = (id: string, ...doors: string[]) => ({
    id,
    name: id,
    items: doors.map((door) => ({ id: door, name: door })),
  });
  expect(onlyChoice([group("port-a", "south", "east")])).toEqual(["east", "south"]);
  expect(onlyChoice([group("port-a", "east"), group("port-b", "west")])).toEqual([]);
  expect(onlyChoice([])).toEqual([]);
});

test("a door where a PIN is not always enough says so beside its name", () => {
  const weekly = [{ days: [1, 2, 3, 4, 5], from: "06:00", to: "22:00" }];
  const pin_hours = { schedules: ["Vardagar"], weekly, exceptions: false };
  const doors = [
    door("1", { pin_use: "always" }),
    door("2", { pin_use: "hours", pin_hours }),
    door("3", { pin_use: "nobody" }),
  ];
  const [group] = doorGroups([controller("a", { access_points: doors })], [], UNKNOWN);
  expect(group?.items.map(({ caution }) => caution)).toEqual([
    undefined,
    "PIN bara mån–fre 06:00–22:00",
    "Släpper in ingen",
  ]);
});

test("a door with a four-digit reader says what an attempt is worth, with the caller's own codes", () => {
  const doors = [
    door("1", { pin_min: 4, pin_max: 4, pin_use: "never" }),
    door("2", { pin_min: 4, pin_max: 4 }),
    door("3", { pin_min: 4, pin_max: 6 }),
  ];
  const units = [controller("a", { access_points: doors }), controller("b", { access_points: [door("4")] })];
  const [group] = doorGroups(units, [], UNKNOWN, { codes: new Map([["2", 312]]) });
  expect(group?.items.map(({ caution }) => caution)).toEqual([
    `Kräver kort. Fyra siffror: bara ${formatNumber(10_000)} möjliga koder`,
    `Fyra siffror: 312 koder på ${formatNumber(10_000)} möjliga: en av 32 gissningar öppnar`,
    undefined,
  ]);
  // An org admin counts only codes of their own organisation, so the number is a minimum.
  const [own] = doorGroups(units, [], UNKNOWN, { codes: new Map([["2", 312]]), isOwn: true });
  expect(own?.items[1]?.caution).toBe(
    `Fyra siffror: 312 egna koder på ${formatNumber(10_000)} möjliga: minst en av 32 gissningar öppnar`,
  );
  expect(fourDigitControllers(units)).toEqual(["a"]);
});
