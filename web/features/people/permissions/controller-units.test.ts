import { expect, test } from "vitest";
import type { AssignedController } from "#web/lib/controllers/assigned-controllers.ts";
import { matchingUnits, unitsOf } from "./controller-units.ts";

const door = (id: string, enabled: boolean, door_name: string | null = null) => ({
  id,
  name: `Door ${id}`,
  door_name,
  description: null,
  enabled,
});

const port: AssignedController = {
  id: "a",
  name: "Port A",
  device_type: "axis",
  device_ip: "192.0.2.1",
  device_port: 443,
  enabled: false,
  access_points: [door("1", false), door("2", true, "Entré")],
  organization_controllers: [{ organization_access_points: [] }],
};
const gate: AssignedController = { ...port, id: "g", name: "Infart Norr", device_type: "axxon_lpr", access_points: [] };

// Covers: 2.39
test("a door controller is active when any shown door is enabled, whatever its own switch", () => {
  expect(unitsOf([port], "doors")[0]?.active).toBe(true);
  const onlyTheClosed = {
    ...port,
    organization_controllers: [{ organization_access_points: [{ access_point_id: "1" }] }],
  };
  expect(unitsOf([onlyTheClosed], "doors")[0]).toMatchObject({ active: false, doors: [{ id: "1" }] });
});

test("a gate is active when it is enabled, and has no doors", () => {
  expect(unitsOf([port, gate], "lpr")).toEqual([{ id: "g", name: "Infart Norr", active: false, doors: [] }]);
  expect(unitsOf([{ ...gate, enabled: true }], "lpr")[0]?.active).toBe(true);
});

test("a search finds a controller with all its doors, or the doors themselves", () => {
  const units = unitsOf([port], "doors");
  expect(matchingUnits(units, " port a ")[0]?.doors).toHaveLength(2);
  expect(matchingUnits(units, "ENTRÉ")[0]?.doors.map(({ id }) => id)).toEqual(["2"]);
  expect(matchingUnits(units, "källare")).toEqual([]);
});
