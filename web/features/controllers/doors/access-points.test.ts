import { describe, expect, test } from "vitest";
import { accessPointRules, doorTitle } from "./access-point-rules.ts";
import { doorWarnings } from "./door-warnings.ts";
import { offersPinAlone } from "./pin-alone.ts";

const DOOR: Parameters<typeof doorWarnings>[0] = {
  missing_since: null,
  pin_use: "always",
  pin_hours: null,
  pin_alone: false,
  pin_alone_on_device: false,
  pin_rule: null,
  pin_min: 4,
  pin_max: 6,
  hours_schedule_id: null,
  unlock_hours: null,
};
const INPUT = { enabled: true, door_name: "", name: "Dörr 1", description: "" };

describe("the words about a door", () => {
  test("nothing, where every PIN of the portal works", () => {
    expect(doorWarnings(DOOR)).toEqual([]);
  });

  test("nothing, where the device has reported nothing", () => {
    expect(doorWarnings({ ...DOOR, pin_use: null, pin_min: null, pin_max: null })).toEqual([]);
  });

  test("nothing, where the reader takes more lengths than the portal makes", () => {
    expect(doorWarnings({ ...DOOR, pin_min: 1, pin_max: 8 })).toEqual([]);
  });

  test("that its readers want a card as well", () => {
    expect(doorWarnings({ ...DOOR, pin_use: "never" })).toEqual([{ kind: "never" }]);
  });

  test("that a PIN opens at some hours only, and that nobody gets in", () => {
    const hours = { schedules: ["Vardagar"], weekly: null, exceptions: false };
    expect(doorWarnings({ ...DOOR, pin_use: "hours", pin_hours: hours })).toEqual([{ kind: "hours", hours }]);
    expect(doorWarnings({ ...DOOR, pin_use: "nobody" })).toEqual([{ kind: "nobody" }]);
    expect(doorWarnings({ ...DOOR, pin_use: "unknown" })).toEqual([{ kind: "unknown" }]);
  });

  test("that the unit holds it unlocked at some hours", () => {
    const hours = { schedules: ["Kontorstid"], weekly: null, exceptions: false };
    expect(doorWarnings({ ...DOOR, unlock_hours: hours })).toEqual([{ kind: "unlock-hours", hours }]);
  });

  test("that a PIN alone is enough by choice, will be or was, or should be", () => {
    const on = { ...DOOR, pin_alone: true, pin_alone_on_device: true, pin_rule: "Kod" };
    const pinAlone = (state: string) => ({ kind: "pin-alone", state });
    expect(doorWarnings(on)).toEqual([pinAlone("on")]);
    expect(doorWarnings({ ...on, pin_alone: false })).toEqual([pinAlone("waits")]);
    const chosen = { ...on, pin_use: "never" as const, pin_alone_on_device: false };
    expect(doorWarnings(chosen)).toEqual([{ kind: "never" }, pinAlone("waits")]);
    expect(doorWarnings({ ...chosen, pin_rule: "" })).toEqual([{ kind: "never" }, pinAlone("no-rule")]);
    expect(doorWarnings({ ...on, pin_use: "nobody" })).toEqual([{ kind: "nobody" }]);
  });

  test("that the door has hours of its own, before what a PIN gives there", () => {
    const door = { ...DOOR, hours_schedule_id: "00000000-0000-4000-8000-0000000000a1", pin_use: "never" as const };
    expect(doorWarnings(door)).toEqual([{ kind: "own-hours" }, { kind: "never" }]);
  });

  test("that a PIN alone may be chosen where the reader asks for more, and undone everywhere", () => {
    const offered = (change: Partial<typeof DOOR>) => offersPinAlone({ ...DOOR, ...change });
    expect(offered({ pin_use: "never" }) && offered({ pin_use: "hours" })).toBe(true);
    expect(offered({ pin_use: "nobody", pin_alone: true })).toBe(true);
    for (const pin_use of ["always", "nobody", "unknown", null] as const) expect(offered({ pin_use })).toBe(false);
    expect(offered({ pin_use: "never", missing_since: "2026-11-20T10:00:00Z" })).toBe(false);
  });

  test("name the PIN lengths that its reader takes", () => {
    expect(doorWarnings({ ...DOOR, pin_max: 4 })).toEqual([{ kind: "four-digits" }]);
    expect(doorWarnings({ ...DOOR, pin_min: 4, pin_max: 5 })).toEqual([{ kind: "pin-length", range: "4–5" }]);
    expect(doorWarnings({ ...DOOR, pin_min: 5, pin_max: 8 })).toEqual([{ kind: "pin-length", range: "5–6" }]);
  });

  test("that no PIN of the portal fits its reader", () => {
    expect(doorWarnings({ ...DOOR, pin_min: 8, pin_max: 8 })).toEqual([{ kind: "no-pin", range: "8" }]);
    expect(doorWarnings({ ...DOOR, pin_min: 1, pin_max: 3 })).toEqual([{ kind: "no-pin", range: "1–3" }]);
  });

  test("that the device no longer lists it, before anything else", () => {
    const door = { ...DOOR, pin_use: "never" as const, missing_since: "2026-11-20T10:00:00Z" };
    expect(doorWarnings(door).map((warning) => warning.kind)).toEqual(["missing", "never"]);
  });
});

describe("a door that is edited", () => {
  test("keeps nothing where a field was emptied", () => {
    expect(accessPointRules.parse({ ...INPUT, door_name: "  ", description: " " })).toMatchObject({
      door_name: null,
      description: null,
    });
  });

  test.each([
    ["name", "", "Tekniskt namn krävs"],
    ["name", "   ", "Tekniskt namn krävs"],
    ["name", "x".repeat(101), "Tekniskt namn får vara högst 100 tecken"],
    ["door_name", "x".repeat(101), "Dörrnamnet får vara högst 100 tecken"],
    ["description", "x".repeat(1001), "Beskrivningen får vara högst 1000 tecken"],
  ])("cannot have %s %j", (field, text, message) => {
    const result = accessPointRules.safeParse({ ...INPUT, [field]: text });
    expect(result.error?.issues.map((issue) => [issue.path[0], issue.message])).toEqual([[field, message]]);
  });

  test("is called by its door name, or by its technical name where it has none", () => {
    expect(doorTitle({ door_name: "Entré", name: "Dörr 1" })).toBe("Entré");
    expect(doorTitle({ door_name: " ", name: "Dörr 1" })).toBe("Dörr 1");
    expect(doorTitle({ door_name: null, name: "Dörr 1" })).toBe("Dörr 1");
  });
});
