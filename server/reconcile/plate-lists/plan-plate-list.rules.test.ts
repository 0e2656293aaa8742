import { describe, expect, test } from "vitest";
import { planPlateList } from "./plan-plate-list.rules.ts";

describe("a gate's plate list", () => {
  test.each([
    ["a vehicle in its time", [{ plateKeys: ["MLB84A"], desired: true }], [], { add: ["MLB84A"], remove: [] }],
    ["a vehicle that is there", [{ plateKeys: ["MLB84A"], desired: true }], ["MLB84A"], { add: [], remove: [] }],
    [
      "a vehicle out of its time",
      [{ plateKeys: ["MLB84A"], desired: false }],
      ["MLB84A"],
      { add: [], remove: ["MLB84A"] },
    ],
    ["a plate that nobody has any more", [], ["MLB84A"], { add: [], remove: ["MLB84A"] }],
    [
      "a plate as an old installation wrote it",
      [{ plateKeys: ["MLB84A"], desired: true }],
      ["MLB 84A"],
      { add: ["MLB84A"], remove: ["MLB 84A"] },
    ],
  ])("with %s", (_what, replicas, actual, plan) => {
    expect(planPlateList(replicas, actual)).toEqual(plan);
  });

  test("has what a person has linked to a vehicle beside its plate", () => {
    const linked = [{ plateKeys: ["MLB84A", "NLB84A"], desired: true }];
    expect(planPlateList(linked, ["MLB84A", "XYZ789"])).toEqual({ add: ["NLB84A"], remove: ["XYZ789"] });
  });

  test("keeps a plate of two people until the last of them has lost it", () => {
    const both = [
      { plateKeys: ["MLB84A"], desired: false },
      { plateKeys: ["MLB84A"], desired: true },
    ];
    expect(planPlateList(both, ["MLB84A"])).toEqual({ add: [], remove: [] });
  });
});
