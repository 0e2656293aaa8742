import { describe, expect, test } from "vitest";
import type { DeviceReply } from "../exchange.ts";
import { isInvalidStartReference, readResult } from "./faults.ts";

const reply = (status: number, body: unknown, contentType = "application/json"): DeviceReply => ({
  status,
  text: typeof body === "string" ? body : JSON.stringify(body),
  contentType,
  challenges: [],
  retryAfterMs: null,
});

function errorOf(answer: DeviceReply): unknown {
  try {
    return { result: readResult(answer) };
  } catch (error) {
    return error;
  }
}

const NOT_FOUND = { Fault: "env:Sender", FaultCode: "ter:InvalidArgVal", FaultSubCode: "ter:NotFound" };

describe("a fault is known by its content", () => {
  // Covers: device.8
  test.each([400, 200, 404, 500])("an unknown token with status %i", (status) => {
    const body = { ...NOT_FOUND, FaultReason: "Item not found", FaultMsg: null };
    expect(errorOf(reply(status, body))).toMatchObject({ code: "item_not_found", message: "Item not found" });
  });

  // Covers: device.8
  test("an unknown token that only a text reveals", () => {
    expect(errorOf(reply(400, { FaultMsg: "Item not found" }))).toMatchObject({ code: "item_not_found" });
  });

  test.each([400, 200])("a refusal with status %i carries its codes and text, and is final", (status) => {
    const body = { Fault: "env:Sender", FaultCode: "ter:InvalidArgs", FaultReason: "", FaultMsg: "Unhandled field" };
    expect(errorOf(reply(status, body))).toMatchObject({
      code: "device_fault",
      retryable: false,
      faultCode: "ter:InvalidArgs",
      faultSubCode: null,
      text: "Unhandled field",
    });
  });

  test("trouble on the device's own side may be tried again", () => {
    const body = { Fault: "env:Receiver", FaultCode: "ter:Action", FaultSubCode: "ter:Failure", FaultMsg: null };
    expect(errorOf(reply(400, body))).toMatchObject({ code: "device_failed", retryable: true });
    const unsupported = { ...body, FaultCode: "ter:ActionNotSupported", FaultSubCode: "ter:NotSupported" };
    expect(errorOf(reply(400, unsupported))).toMatchObject({ code: "device_fault", retryable: false });
  });

  test("a page reference that the device has forgotten is distinguished", () => {
    const forgotten = { ...NOT_FOUND, FaultSubCode: "ter:InvalidStartReference" };
    expect(isInvalidStartReference(errorOf(reply(400, forgotten)))).toBe(true);
    expect(isInvalidStartReference(errorOf(reply(400, NOT_FOUND)))).toBe(false);
  });
});

test.each([
  [403, "", "auth_failed"],
  [404, "<html>Not Found</html>", "unsupported_firmware"],
  [302, "", "not_this_kind_of_device"],
  [200, "<!DOCTYPE html><p>router</p>", "not_this_kind_of_device"],
  [500, "<html>oops</html>", "device_failed"],
  [500, "oops", "device_failed"],
  [502, "{}", "device_failed"],
  [503, "<html>busy</html>", "overloaded"],
  [200, "", "nonsense_reply"],
  [200, "[]", "nonsense_reply"],
  [200, "null", "nonsense_reply"],
  [200, '"text"', "nonsense_reply"],
  [200, '{"User":[', "nonsense_reply"],
  [200, `{"a":${"[".repeat(5_000)}${"]".repeat(5_000)}}`, "nonsense_reply"],
  [400, "", "device_fault"],
  [204, "", "device_fault"],
])("status %i with body %.30s is %s", (status, body, code) => {
  expect(errorOf(reply(status, body, "text/plain"))).toMatchObject({ code });
});

test("a result is given whole, without keys that reach a prototype", () => {
  const result = readResult(reply(200, '{"User":[],"__proto__":{"polluted":1},"x":{"constructor":{"prototype":1}}}'));
  expect(Object.keys(result)).toEqual(["User", "x"]);
  expect(result["x"]).toEqual({});
  expect(Reflect.get({}, "polluted")).toBeUndefined();
});
