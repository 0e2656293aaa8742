import { expect, test } from "vitest";
import { FunctionError } from "#web/lib/calls/errors.ts";
import { changedCertificate, formatFingerprint } from "./changed-certificate.ts";

const controller = { id: "h", name: "Huset" };
const refused = (code: string, details: Record<string, string>) =>
  new FunctionError("nej", { code, status: 502, cause: null, field: undefined, requestId: undefined, details });

test("only a changed certificate that was shown can be accepted", () => {
  expect(
    changedCertificate(controller, refused("device_certificate_changed", { fingerprint: "ab", pinned: "cd" })),
  ).toEqual({
    controller: controller,
    seen: "ab",
    pinned: "cd",
  });
  expect(changedCertificate(controller, refused("device_certificate_changed", {}))).toBeNull();
  expect(changedCertificate(controller, refused("device_unreachable", { fingerprint: "ab" }))).toBeNull();
  expect(changedCertificate(controller, new Error("nej"))).toBeNull();
});

test("a fingerprint is written as devices show it", () => {
  expect(formatFingerprint("3af00b")).toBe("3A:F0:0B");
});
