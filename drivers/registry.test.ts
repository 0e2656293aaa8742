import { expect, test } from "vitest";
import { DEVICE_TRAITS, DEVICE_TYPES } from "#contract/devices.ts";
import { systemClock } from "./clock.ts";
import { createNetworkPolicy } from "./network-policy.ts";
import { createDriverRegistry, pushReaderOf } from "./registry.ts";

const registry = createDriverRegistry({ network: createNetworkPolicy({ allow: [] }), clock: systemClock });
const connection = {
  baseUrl: new URL("https://192.168.1.21"),
  username: "portal",
  password: "S3cret-pass",
  certSha256: null,
  serial: null,
  allowPlainHttp: false,
};

test("a type has the driver, the examiner and the reader of pushes that its traits say", async () => {
  const beforeCall = () => {
    throw new Error("no call is made");
  };
  for (const type of DEVICE_TYPES) {
    const { kind, hasFieldKit, pushes } = DEVICE_TRAITS[type];
    expect([type, registry.kindOf(type)]).toEqual([type, kind === "door" ? "door" : "plate"]);
    // Without a network the examination is refused before any unit is asked. With one, this address is refused too, because the
    // network does not allow it.
    const refusal = await registry
      .examine(type, connection, { beforeCall, signal: new AbortController().signal })
      .catch((error: unknown) => error);
    expect([type, refusal instanceof RangeError]).toEqual([type, !hasFieldKit]);
    expect([type, pushReaderOf(type) !== null]).toEqual([type, pushes]);
  }
});

test("each type of controller has its driver, and no other", async () => {
  expect(["axis", "axxon_lpr", "http_relay", "axis_lpv", "toaster"].map((type) => registry.kindOf(type))).toEqual([
    "door",
    "plate",
    "plate",
    "plate",
    null,
  ]);
  await registry.doorController("axis", connection).close();
  await registry.plateController("axxon_lpr", connection).close();
  expect(() => registry.doorController("axxon_lpr", connection)).toThrow(RangeError);
  expect(() => registry.plateController("axis", connection)).toThrow(RangeError);
});
