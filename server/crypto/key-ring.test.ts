import { expect, test } from "vitest";
import { createKeyRing, equalSecrets, SealError } from "./key-ring.ts";

const keys = createKeyRing("a secret of at least thirty-two characters");
const row = "credentials:credential_value:6f1c";

test("a sealed PIN opens in its own row only", () => {
  const sealed = keys.sealPin("4816", row);
  expect(keys.openPin(sealed, row)).toBe("4816");
  expect(() => keys.openPin(sealed, "credentials:credential_value:other")).toThrow(SealError);
});

test("a sealed PIN has the shape the database checks and shows no digit", () => {
  const sealed = keys.sealPin("4816", row);
  expect(sealed).toMatch(/^s1:[a-z0-9]{1,16}:[0-9a-f]{64}:[A-Za-z0-9_-]+$/);
  expect(Buffer.from(sealed.split(":")[3] ?? "", "base64url")).toHaveLength(12 + 4 + 16);
});

test("two seals of one PIN differ, their HMAC does not", () => {
  const [first, second] = [keys.sealPin("4816", row), keys.sealPin("4816", row)];
  expect(first).not.toBe(second);
  expect(first.split(":")[2]).toBe(second.split(":")[2]);
});

test("a changed text does not open", () => {
  const sealed = keys.sealText("hemligt", row);
  const broken = sealed.slice(0, -2) + (sealed.endsWith("AA") ? "BB" : "AA");
  expect(() => keys.openText(broken, row)).toThrow(SealError);
});

test("a text sealed under the old secret opens after rotation, and not without the old secret", () => {
  const sealed = keys.sealText("hemligt", row);
  const next = "another secret of at least thirty-two chars";
  expect(createKeyRing(next, ["a secret of at least thirty-two characters"]).openText(sealed, row)).toBe("hemligt");
  expect(() => createKeyRing(next).openText(sealed, row)).toThrow(/no key/);
});

test("search tokens of one PIN differ between organisations", () => {
  const grams = keys.pinGrams("4816", "org-a");
  expect(grams).toContain(keys.pinGram("81", "org-a"));
  expect(grams).toHaveLength(10);
  expect(grams).not.toContain(keys.pinGram("81", "org-b"));
});

test("secrets compare by value", () => {
  expect(equalSecrets("abc", "abc")).toBe(true);
  expect(equalSecrets("abc", "abd")).toBe(false);
  expect(equalSecrets("abc", "abcd")).toBe(false);
});
