import { expect, test } from "vitest";
import * as errors from "./errors.ts";

test("every device error says by its base whether to try again", () => {
  const made = [
    new errors.UnreachableError("x"),
    new errors.TimeoutError(1, { outcomeUnknown: true }),
    new errors.ConnectionLostError(),
    new errors.CallAbortedError({ outcomeUnknown: false }),
    new errors.OverloadedError(503, null),
    new errors.DeviceFailedError(500, "x"),
    new errors.NonsenseReplyError("x"),
    new errors.AuthFailedError(401),
    new errors.AccountLockedError("user_locked", 1),
    new errors.BasicOverHttpRefusedError(),
    new errors.CertificateChangedError("a", "b"),
    new errors.CertificateError("x"),
    new errors.TlsTooOldError("version"),
    new errors.SystemSharedError({ id: "x", name: "x" }),
    new errors.SerialChangedError("a", "b"),
    new errors.NotThisKindOfDeviceError("x"),
    new errors.UnsupportedFirmwareError("x"),
    new errors.NoPlateListsError(),
    new errors.PlateListFixedError(),
    new errors.PlateListTooLongError(),
    new errors.DeviceFaultError({ status: 400, faultCode: null, faultSubCode: null, text: "x" }),
    new errors.ItemNotFoundError(400, "x"),
    new errors.ReplyTooLargeError(1),
    new errors.AddressForbiddenError("network"),
    new errors.AddressInvalidError("syntax"),
  ];
  const again = made.filter((error) => error instanceof errors.RetryableDeviceError).map((error) => error.code);
  const final = made.filter((error) => error instanceof errors.FinalDeviceError).map((error) => error.code);
  expect(again).toEqual([
    "unreachable",
    "timeout",
    "connection_lost",
    "aborted",
    "overloaded",
    "device_failed",
    "nonsense_reply",
  ]);
  expect(final).toHaveLength(made.length - again.length);
  expect(new Set(made.map((error) => error.code)).size).toBe(made.length);
  expect(
    made.every(
      (error) => error.retryable === error instanceof errors.RetryableDeviceError && error.name.endsWith("Error"),
    ),
  ).toBe(true);
});

test("the error beneath is kept as the cause", () => {
  const cause = new Error("ECONNREFUSED");
  expect(new errors.UnreachableError("x", { cause }).cause).toBe(cause);
});
