import { describe, expect, test } from "vitest";
import { deviceScheme, formatDeviceAddress } from "./device-address.ts";

describe("a controller's address is shown as host and port", () => {
  // Covers: 2.22
  test.each([
    ["192.0.2.21", 443, "192.0.2.21:443"],
    ["192.0.2.21", null, "192.0.2.21:443"],
    ["gate.demo.example", 80, "gate.demo.example:80"],
    ["https://127.0.0.1", 8445, "127.0.0.1:8445"],
    ["https://127.0.0.1:8445", 8445, "127.0.0.1:8445"],
    ["http://lpr.example/axxon/", 8000, "lpr.example:8000/axxon"],
    ["fe00::1", 443, "[fe00::1]:443"],
    ["[fe00::1]", 443, "[fe00::1]:443"],
    ["[fe00::1]:8443", 8443, "[fe00::1]:8443"],
    ["http://lpr.example", null, "lpr.example:80"],
    ["192.0.2.21:8080", null, "192.0.2.21:8080"],
  ])("%s with port %s is %s", (ip, port, shown) => {
    expect(formatDeviceAddress(ip, port)).toBe(shown);
  });
});

test("a password is sent unencrypted only where a port or http:// says so", () => {
  expect(deviceScheme("192.0.2.40", null)).toBe("https");
  expect(deviceScheme("192.0.2.40", 80)).toBe("http");
  expect(deviceScheme("http://192.0.2.40", null)).toBe("http");
});
