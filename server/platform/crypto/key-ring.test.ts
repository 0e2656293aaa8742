import { expect, test } from "vitest";
import { createKeyRing, EncryptionError, equalSecrets } from "./key-ring.ts";

const keys = createKeyRing("a secret of at least thirty-two characters");
const row = "credentials:credential_value:6f1c";

// Covers: design.3
test("an encrypted PIN opens in its own row only", () => {
  const encrypted = keys.encryptPin("4816", row);
  expect(keys.openPin(encrypted, row)).toBe("4816");
  expect(() => keys.openPin(encrypted, "credentials:credential_value:other")).toThrow(EncryptionError);
});

test("an encrypted PIN has the shape the database checks and shows no digit", () => {
  const encrypted = keys.encryptPin("4816", row);
  expect(encrypted).toMatch(/^s1:[a-z0-9]{1,16}:[0-9a-f]{64}:[A-Za-z0-9_-]+$/);
  expect(Buffer.from(encrypted.split(":")[3] ?? "", "base64url")).toHaveLength(12 + 4 + 16);
});

test("two ciphertexts of one PIN differ, their HMAC does not", () => {
  const [first, second] = [keys.encryptPin("4816", row), keys.encryptPin("4816", row)];
  expect(first).not.toBe(second);
  expect(first.split(":")[2]).toBe(second.split(":")[2]);
});

test("a changed text does not open", () => {
  const encrypted = keys.encryptText("hemligt", row);
  const broken = encrypted.slice(0, -2) + (encrypted.endsWith("AA") ? "BB" : "AA");
  expect(() => keys.openText(broken, row)).toThrow(EncryptionError);
});

// Covers: design.3
test("a text encrypted under the old secret opens after rotation, and not without the old secret", () => {
  const encrypted = keys.encryptText("hemligt", row);
  const next = "another secret of at least thirty-two chars";
  expect(createKeyRing(next, ["a secret of at least thirty-two characters"]).openText(encrypted, row)).toBe("hemligt");
  expect(() => createKeyRing(next).openText(encrypted, row)).toThrow(/no key/);
});

test("a PIN has an HMAC of each known key, the current key's first, and three keys fit the column", () => {
  const [a, b, c] = ["a".repeat(32), "b".repeat(32), "c".repeat(32)];
  const ring = createKeyRing(b, [a, c, b]);
  expect(ring.keyIds).toEqual([b, a, c].map((secret) => createKeyRing(secret).keyId));
  expect(ring.pinHmacs("481623")).toEqual([b, a, c].flatMap((secret) => createKeyRing(secret).pinHmacs("481623")));
  // The format that private.is_encrypted_pin and credentials_pin_grams check.
  expect(ring.encryptPin("481623", row)).toMatch(
    /^s1:[a-z0-9]{1,16}:[0-9a-f]{64}(,[0-9a-f]{64}){0,2}:[A-Za-z0-9_-]{46}$/,
  );
  const grams = ring.pinGrams("481623", "org-a");
  expect(grams).toHaveLength(63);
  for (const secret of [a, b, c])
    expect(grams).toEqual(expect.arrayContaining(createKeyRing(secret).searchGrams("16", "org-a")));
  expect(ring.searchGrams("16", "org-a")).toHaveLength(3);
});

test("a re-encrypted text opens under the current key alone, and is left when nothing would change", () => {
  const [a, b] = ["a".repeat(32), "b".repeat(32)];
  const both = createKeyRing(b, [a]);
  const pin = both.reencryptPin(createKeyRing(a).encryptPin("4816", row), row);
  expect(createKeyRing(b).openPin(pin?.encrypted ?? "", row)).toBe("4816");
  expect(both.reencryptPin(pin?.encrypted ?? "", row)).toBeNull();
  // A retired key's HMAC is removed too.
  const alone = createKeyRing(b).reencryptPin(pin?.encrypted ?? "", row);
  expect(alone?.encrypted.split(":")[2]).toBe(createKeyRing(b).pinHmacs("4816").join(","));
  const text = both.reencryptText(createKeyRing(a).encryptText("hemligt", row), row);
  expect(createKeyRing(b).openText(text ?? "", row)).toBe("hemligt");
  expect(both.reencryptText(text ?? "", row)).toBeNull();
});

test("search tokens of one PIN differ between organisations", () => {
  const grams = keys.pinGrams("4816", "org-a");
  expect(grams).toContain(keys.searchGrams("81", "org-a")[0]);
  expect(grams).toHaveLength(10);
  expect(grams).not.toContain(keys.searchGrams("81", "org-b")[0]);
});

test("secrets compare by value", () => {
  expect(equalSecrets("abc", "abc")).toBe(true);
  expect(equalSecrets("abc", "abd")).toBe(false);
  expect(equalSecrets("abc", "abcd")).toBe(false);
});
