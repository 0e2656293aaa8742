import { describe, expect, test } from "vitest";
import type { CredentialFixId } from "#contract/functions/explain-passage.ts";
import { fixesOf } from "#server/passages/passage-fixes.rules.ts";
import { type Fixable, fixed, fixIds, standingFixes } from "./fix-credential.rules.ts";

const NOW = new Date("2026-11-22T17:01:37.400Z");
const days = (n: number) => new Date(NOW.getTime() + n * 86_400_000);
const GOOD: Fixable = {
  enabled: true,
  validFrom: days(-10),
  validTo: days(10),
  period: "1_month",
  assigned: true,
  offered: true,
  openDoors: 3,
};

const WRONG: readonly [CredentialFixId, Partial<Fixable>, number][] = [
  ["switch_on", { enabled: false }, 3],
  ["extend", { validFrom: days(-40), validTo: days(-9) }, 3],
  ["begin_now", { validFrom: days(2) }, 3],
  ["give_door", { assigned: false, openDoors: 2 }, 1],
];

describe("the obstacle between a PIN and a door", () => {
  test("is nothing where the code opens", () => {
    expect(standingFixes(NOW, GOOD)).toEqual([]);
  });

  test.each(WRONG)("%s: one fix, its doors counted, and nothing is left after it", (id, over, gains) => {
    const stored = { ...GOOD, ...over };
    expect(standingFixes(NOW, stored)).toMatchObject([{ id, label_code: id, effect: { gains, loses: 0 } }]);
    expect(fixIds(NOW, fixed(NOW, stored, id))).toEqual([]);
  });

  test.each(WRONG)("%s is not offered where the door is not the organisation's to give", (_id, over) => {
    expect(standingFixes(NOW, { ...GOOD, ...over, offered: false })).toEqual([]);
  });

  test("an extension is the period that was chosen, from now", () => {
    const [fix] = standingFixes(NOW, { ...GOOD, validFrom: days(-40), validTo: days(-9) });
    expect(fix?.valid_to).toBe("2026-12-22T17:01:37.000Z");
  });

  test("one of two obstacles removed opens nothing", () => {
    const both = standingFixes(NOW, { ...GOOD, enabled: false, assigned: false });
    expect(both.map(({ id, effect }) => [id, effect.gains])).toEqual([
      ["switch_on", 3],
      ["give_door", 0],
    ]);
    expect(
      standingFixes(NOW, { ...GOOD, enabled: false, validTo: days(-1) }).map(({ effect }) => effect.gains),
    ).toEqual([0, 0]);
  });
});

describe("fixes of a refusal", () => {
  const standing = standingFixes(NOW, { ...GOOD, enabled: false, assigned: false });

  test("begin with what it was refused for", () => {
    expect(fixesOf(["no_assignment"], standing).map(({ id }) => id)).toEqual(["give_door", "switch_on"]);
  });

  test("are none where no save could have helped", () => {
    expect(fixesOf(["device_clock_wrong"], standing)).toEqual([]);
    expect(fixesOf([], standing)).toEqual([]);
  });
});
