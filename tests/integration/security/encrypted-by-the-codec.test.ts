// Only the server encrypts a column of codes: no spelling of a table call gets the caller's text past the codec.
import { randomBytes } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import { openRuleWorld } from "./rules/world.ts";

const world = await openRuleWorld();
afterAll(() => world.close());

const stored = async (id: string) =>
  (await world.sql("select credential_value from credentials where id = $1", [id]))[0];
const forged = `s1:zzzz:${randomBytes(32).toString("hex")}:${randomBytes(34).toString("base64url")}`;

test.each([
  ["a text in the form of an encrypted PIN", forged],
  ["a trivial PIN in clear", "1234"],
])("%s is refused from a row that calls itself a plate", async (_, credential_value) => {
  const id = await world.credential();
  const before = await stored(id);
  const body = { credential_type: "license_plate", credential_value };
  const named = await world.rest("north", `credentials?id=eq.${id}&columns=credential_value`, {
    method: "PATCH",
    body,
  });
  expect(named).toMatchObject({ status: 400, code: credential_value === forged ? "invalid_body" : "trivial_pin" });
  const whole = await world.rest("north", `credentials?id=eq.${id}`, { method: "PATCH", body });
  expect(whole).toMatchObject({ status: 403, code: "42501" });
  expect(await stored(id)).toEqual(before);
});
