import { describe, expect, test } from "vitest";
import type { ControllerWithDoors } from "#contract/tables/controllers.ts";
import {
  afterChange,
  losersOf,
  matchingControllers,
  type OrganizationAccess,
  takesLastDoor,
} from "./organization-access.ts";

const door = (id: string, name: string, door_name: string | null = null) => ({
  id,
  name,
  door_name,
  description: null,
  enabled: true,
});
const controller = (id: string, name: string, doors: ReturnType<typeof door>[]): ControllerWithDoors => ({
  id,
  name,
  device_type: "axis",
  device_ip: "192.0.2.21",
  device_port: 443,
  enabled: true,
  access_points: doors,
});
const PORT_A = controller("a", "Port A", [door("a1", "Dörr 1", "Entré"), door("a2", "Dörr 2")]);
const PORT_B = controller("b", "Port B", [door("b1", "Dörr 1")]);
const link = (access_point_id: string) => ({ access_point_id, controller_id: "a" });

function access(doorLinks: OrganizationAccess["doorLinks"]): OrganizationAccess {
  return { controllers: [PORT_A, PORT_B], controllerIds: ["a"], doorLinks };
}

describe("giving and taking access", () => {
  test("a controller that is given takes nothing from anybody", () => {
    const change = { kind: "controller", controllerId: "b", assigned: true } as const;
    expect(losersOf(access([]), change)).toBeNull();
    expect(afterChange(access([]), change).controllerIds).toEqual(["a", "b"]);
  });

  test("a controller that is taken away concerns everybody on it, and its chosen doors go with it", () => {
    const change = { kind: "controller", controllerId: "a", assigned: false } as const;
    expect(losersOf(access([link("a1")]), change)).toEqual({ at: "controller", controllerId: "a" });
    expect(afterChange(access([link("a1")]), change)).toMatchObject({ controllerIds: [], doorLinks: [] });
  });

  test("the first chosen door concerns the people of all other doors, which were offered until now", () => {
    const change = { kind: "door", controllerId: "a", doorId: "a1", assigned: true } as const;
    expect(losersOf(access([]), change)).toEqual({ at: "other-doors", controllerId: "a", doorId: "a1" });
  });

  test("a further door takes nothing from anybody", () => {
    const change = { kind: "door", controllerId: "a", doorId: "a2", assigned: true } as const;
    expect(losersOf(access([link("a1")]), change)).toBeNull();
    expect(afterChange(access([link("a1")]), change).doorLinks).toEqual([link("a1"), link("a2")]);
  });

  test("one of several doors that is taken away concerns its own people", () => {
    const change = { kind: "door", controllerId: "a", doorId: "a2", assigned: false } as const;
    expect(losersOf(access([link("a1"), link("a2")]), change)).toEqual({ at: "door", doorId: "a2" });
    expect(takesLastDoor(access([link("a1"), link("a2")]), change)).toBe(false);
  });

  test("the last door that is taken away concerns nobody, since all are offered then", () => {
    const change = { kind: "door", controllerId: "a", doorId: "a1", assigned: false } as const;
    expect(losersOf(access([link("a1")]), change)).toBeNull();
    expect(takesLastDoor(access([link("a1")]), change)).toBe(true);
    expect(afterChange(access([link("a1")]), change).doorLinks).toEqual([]);
  });

  test("a link to a door that is switched off still counts: the other door is not the last", () => {
    const change = { kind: "door", controllerId: "a", doorId: "a1", assigned: false } as const;
    expect(takesLastDoor(access([link("a1"), link("switched-off")]), change)).toBe(false);
  });
});

describe("the search", () => {
  test.each([
    ["", ["Port A", "Port B"]],
    ["  ", ["Port A", "Port B"]],
    ["port b", ["Port B"]],
    ["ENTRÉ", ["Port A"]],
    ["dörr 2", ["Port A"]],
    ["192.0.2", ["Port A", "Port B"]],
    ["garage", []],
  ])("for %j finds %j by controller and by door", (text, names) => {
    expect(matchingControllers([PORT_A, PORT_B], text).map((found) => found.name)).toEqual(names);
  });
});
