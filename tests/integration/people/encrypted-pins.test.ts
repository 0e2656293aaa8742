// The form that the database takes for an encrypted PIN: "s1:<key>:<HMAC>[,<HMAC>[,<HMAC>]]:<4, 5 or 6 digits and 28 bytes more>".
import { afterAll, beforeAll, expect, test } from "vitest";
import { encrypted, one, openWorld, type World } from "#tests/integration/platform/world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld({ filled: false });
});
afterAll(() => world[Symbol.asyncDispose]());

const isEncrypted = async (text: string): Promise<boolean | undefined> =>
  (await one<{ ok: boolean }>(world.admin, "select private.is_encrypted_pin($1) as ok", [text])).ok;

test.each(["4711", "47110", "471100"])("a PIN of %s under one, two or three keys", async (pin) => {
  for (const keys of [["a"], ["a", "b"], ["a", "b", "c"]]) expect(await isEncrypted(encrypted(pin, keys))).toBe(true);
});

const [version = "", key = "", hmacs = "", body = ""] = encrypted("4711", ["a", "b"]).split(":");
const [first = "", second = ""] = hmacs.split(",");
test.each([
  ["digits", "4711"],
  ["another version", ["s2", key, hmacs, body].join(":")],
  ["a key name of capitals", [version, "Test", hmacs, body].join(":")],
  ["a key name of 17 characters", [version, "k".repeat(17), hmacs, body].join(":")],
  ["no key name", [version, "", hmacs, body].join(":")],
  ["no HMAC", [version, key, "", body].join(":")],
  ["a short HMAC", [version, key, first.slice(1), body].join(":")],
  ["four HMACs", [version, key, [first, first, first, first].join(","), body].join(":")],
  ["HMACs of 63 and 65 digits", [version, key, `${first.slice(1)},${second}0`, body].join(":")],
  ["a comma too many", [version, key, `${first},`, body].join(":")],
  ["two commas in one place", [version, key, `${first},,${second.slice(1)}`, body].join(":")],
  ["a comma first", [version, key, `,${first}${second}`, body].join(":")],
  ["an HMAC of capitals", [version, key, "A".repeat(64), body].join(":")],
  ["a body of another length", [version, key, hmacs, body.slice(1)].join(":")],
  ["a body with another sign", [version, key, hmacs, `+${body.slice(1)}`].join(":")],
  ["a fifth part", [version, key, hmacs, body, body].join(":")],
  ["a line before", `\n${encrypted("4711")}`],
  ["a line after", `${encrypted("4711")}\n`],
])("refused: %s", async (_what, text) => {
  expect(await isEncrypted(text)).toBe(false);
});
