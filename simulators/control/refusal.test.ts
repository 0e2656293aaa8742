import { afterEach, expect, test } from "vitest";
import { type AxisSimulator, startAxisSimulator } from "../axis/server.ts";
import { pinAlone, refusalOf } from "./refusal.ts";

const SUNDAY = Date.parse("2026-11-29T11:00:00Z");
const WEDNESDAY = Date.parse("2026-11-25T11:00:00Z");
const DOORS = ["Entré", "Gym", "Serverrum", "Vind"];

let unit: AxisSimulator;
afterEach(() => unit.close());

async function start(now: number): Promise<void> {
  unit = await startAxisSimulator({
    model: "ENTRY_MANAGER",
    world: () => now,
    doors: [
      { name: "Entré" },
      { name: "Gym", pinHours: "weekdays" },
      { name: "Serverrum", authentication: "card" },
      { name: "Vind", authentication: "nobody" },
    ],
    seed: {
      people: [
        { firstName: "Åsa", lastName: "Öst", pin: "4711" },
        { firstName: "Bo", lastName: "Ek", pin: "4712", doors: ["Gym"] },
      ],
    },
  });
}

const at = (pin: string) => unit.doorTokens.map((token) => refusalOf(unit.state, unit.explain(pin, token)));

test("a PIN that a unit refuses by one word lacks a card, at these hours, for everybody or at this door", async () => {
  await start(SUNDAY);
  expect(at("4711")).toEqual([null, "outside_hours", "card_needed", "nobody"]);
  expect(at("4712")).toEqual(["not_this_door", "outside_hours", "not_this_door", "not_this_door"]);
  expect(at("0000")).toEqual([null, null, null, null]);
});

test("the factors that a reader takes now follow its hours", async () => {
  const takes = () =>
    DOORS.map((name) => {
      const point = [...unit.state.accessPoints.values()].find(
        (one) => one.Name === name && one.IdPointDevice.length > 0,
      );
      return pinAlone(unit.state, point?.AuthenticationProfile ?? []);
    });
  const [yes, no] = [
    { pinAlone: true, pinNow: true },
    { pinAlone: false, pinNow: false },
  ];
  await start(SUNDAY);
  expect(takes()).toEqual([yes, { pinAlone: true, pinNow: false }, no, no]);
  await unit.close();
  await start(WEDNESDAY);
  expect(takes()).toEqual([yes, yes, no, no]);
  expect(at("4711")).toEqual([null, null, "card_needed", "nobody"]);
});
