import { expect, test } from "vitest";
import { createKeyRing } from "./platform/crypto/key-ring.ts";
import { portalCodecs } from "./rest-codecs.ts";

const codec = portalCodecs(createKeyRing("a secret that only tests have 0123456789")).find(
  ({ table }) => table === "credentials",
);
const at = { id: "00000000-0000-4000-8000-000000000001", row: { credential_type: "pin" } };

test.each(["1234", "0000", "987654", "4444", "012345"])("a table call's PIN %s is as trivial as a form's", (pin) => {
  expect(() => codec?.encode(pin, at)).toThrow(
    expect.objectContaining({ code: "trivial_pin", field: "credential_value" }),
  );
});

test.each(["12a4", "123", "1234567", "٤٧١١", 4711])("%j is no PIN", (pin) => {
  expect(() => codec?.encode(pin, at)).toThrow(expect.objectContaining({ code: "invalid_body" }));
});

test("another PIN is encrypted", () => {
  expect(codec?.encode("4711", at)).toEqual({ store: expect.stringMatching(/^s1:/) });
});
