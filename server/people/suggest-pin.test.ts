import { expect, test } from "vitest";
import { createKeyRing } from "#server/platform/crypto/key-ring.ts";
import { isProposable, pinDigits } from "./suggest-pin.ts";

const keys = createKeyRing("a secret that only tests have 0123456789");
const all = Array.from({ length: 10_000 }, (_, n) => String(n).padStart(4, "0"));
const half = (owner: string, ring = keys) => new Set(all.filter((pin) => isProposable(ring, owner, pin)));

test("each owner is proposed PINs of its own half, always the same, which says nothing of another's", () => {
  const [north, south] = [half("north"), half("south")];
  expect(half("north")).toEqual(north);
  for (const one of [north, south]) {
    expect(one.size).toBeGreaterThan(4_800);
    expect(one.size).toBeLessThan(5_200);
  }
  const both = [...north].filter((pin) => south.has(pin)).length;
  expect(both).toBeGreaterThan(2_300);
  expect(both).toBeLessThan(2_700);
});

test("the installation's secret decides which half is proposed", () => {
  expect(half("north", createKeyRing("another secret of tests 0123456789012345"))).not.toEqual(half("north"));
});

test("a proposal is as long as every reader takes, never longer than the portal's own PINs", () => {
  expect(pinDigits({ pinMin: null, pinMax: null })).toBe(6);
  expect(pinDigits({ pinMin: 4, pinMax: 5 })).toBe(5);
  expect(pinDigits({ pinMin: 4, pinMax: 4 })).toBe(4);
  expect(pinDigits({ pinMin: 6, pinMax: 12 })).toBe(6);
  expect(() => pinDigits({ pinMin: 6, pinMax: 4 })).toThrow();
});
