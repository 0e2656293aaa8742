import { expect, test } from "vitest";
import { addressKey, proxyCheck } from "./address-key.ts";

test.each([
  ["192.0.2.7", "192.0.2.7"],
  ["::ffff:192.0.2.7", "192.0.2.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:db8:1:2:ffff::9", "2001:db8:1:2::/64"],
  ["192.0.2.7:51234", "192.0.2.7"],
  ["[2001:db8:1:2:3:4:5:6]:443", "2001:db8:1:2::/64"],
  ["[2001:db8:1:2::9]", "2001:db8:1:2::/64"],
  ["192.0.2.7:51234:1", "unknown"],
  [undefined, "unknown"],
  ["fe80::1%eth0:nonsense:", "unknown"],
])("%s is counted as %s", (address, key) => {
  expect(addressKey(address)).toBe(key);
});

test("a proxy is this machine's own address and those that TRUSTED_PROXIES names, and nobody else", () => {
  const isProxy = proxyCheck(["172.16.0.0/12", "2001:db8::/32"]);
  expect(
    ["127.0.0.1", "::1", "::ffff:127.0.0.1", "172.20.0.3", "::ffff:172.20.0.3", "2001:db8::5"].map(isProxy),
  ).toEqual(Array(6).fill(true));
  expect(["127.0.0.2", "10.0.0.1", "2001:db9::1", undefined, "x"].map(isProxy)).toEqual(Array(5).fill(false));
});
