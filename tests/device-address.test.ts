import { describe, expect, test } from "vitest";
import { deviceBaseUrl } from "#drivers/base-url.ts";
import { deviceScheme, formatDeviceAddress } from "#web/lib/controllers/device-address.ts";

describe("the page names the scheme, host and port that the server asks", () => {
  const addresses = [
    "192.0.2.40",
    "192.0.2.40:8443",
    "192.0.2.40:8080",
    "http://lpr.example",
    "HTTPS://lpr.example/axxon",
    "fe00::1",
  ];
  const ports = [null, 80, 443, 8000, 8443];
  const cases = addresses.flatMap((ip) => ports.map((port) => [ip, port] as const));
  test.each(cases.filter(([ip, port]) => port === null || !/:\d{4}$/.test(ip)))("%s with port %s", (ip, port) => {
    const asked = deviceBaseUrl({ device_ip: ip, device_port: port });
    expect(new URL(`${deviceScheme(ip, port)}://${formatDeviceAddress(ip, port)}`).href).toBe(asked.href);
  });
});
