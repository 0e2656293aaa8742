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
  ])("%s with port %s is %s", (ip, port, shown) => {
    expect(formatDeviceAddress(ip, port)).toBe(shown);
  });
});

describe("a device is spoken to in plain http only where nothing says otherwise", () => {
  test.each([
    ["192.0.2.40", 80, "http"],
    ["192.0.2.40", 443, "https"],
    ["192.0.2.40", 8443, "https"],
    ["192.0.2.40", null, "https"],
    ["HTTPS://lpr.example", 8000, "https"],
    ["http://lpr.example", 8000, "http"],
  ])("%s with port %s is %s", (ip, port, scheme) => {
    expect(deviceScheme(ip, port)).toBe(scheme);
  });
});
