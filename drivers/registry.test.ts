import { expect, test } from "vitest";
import { systemClock } from "./clock.ts";
import { createNetworkPolicy } from "./network-policy.ts";
import { createDriverRegistry } from "./registry.ts";

const registry = createDriverRegistry({ network: createNetworkPolicy({ allow: [] }), clock: systemClock });
const connection = {
  baseUrl: new URL("https://192.168.1.21"),
  username: "portal",
  password: "S3cret-pass",
  certSha256: null,
  serial: null,
  allowPlainHttp: false,
};

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
