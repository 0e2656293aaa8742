import { describe, expect, test } from "vitest";
import { ONE_WAY_HOSTS, TWO_WAY_HOSTS } from "#tests/support/two-way-addresses.ts";
import { connectionCandidates, deviceBaseUrl, statedAddress } from "./base-url.ts";
import { AddressInvalidError } from "./errors.ts";

const url = (device_ip: string, device_port: number | null) => deviceBaseUrl({ device_ip, device_port });

test.each<[address: string, port: number | null, expected: string]>([
  ["192.168.1.21", 443, "https://192.168.1.21/"],
  ["192.168.1.21", 8443, "https://192.168.1.21:8443/"],
  ["192.168.1.21", 80, "http://192.168.1.21/"],
  ["192.168.1.21", 8000, "http://192.168.1.21:8000/"],
  ["192.168.1.21", null, "https://192.168.1.21/"],
  ["192.168.1.21:8443", null, "https://192.168.1.21:8443/"],
  ["http://192.168.1.21", null, "http://192.168.1.21/"],
  ["https://lpr.example", 9000, "https://lpr.example:9000/"],
  ["https://lpr.example", null, "https://lpr.example/"],
  ["HTTPS://LPR.example/", 443, "https://lpr.example/"],
  ["http://lpr.example", 443, "https://lpr.example/"],
  ["lpr.example/axxon/web/", 8000, "http://lpr.example:8000/axxon/web"],
  ["lpr.example:8000", 8000, "http://lpr.example:8000/"],
  ["lpr.example:8000", null, "http://lpr.example:8000/"],
  ["fd00::15", 443, "https://[fd00::15]/"],
  ["[fd00::15]/x", 80, "http://[fd00::15]/x"],
  ["  192.168.1.21 ", 80, "http://192.168.1.21/"],
])("%s with port %s is %s", (address, port, expected) => {
  expect(url(address, port).href).toBe(expected);
});

test.each([
  ["", 443, "syntax"],
  ["http://", 80, "syntax"],
  ["two words", 443, "syntax"],
  ["ftp://192.168.1.21", 21, "scheme"],
  ["file:///etc/passwd", 80, "scheme"],
  ["admin:secret@192.168.1.21", 443, "credentials"],
  ["https://admin@192.168.1.21", 443, "credentials"],
  ["192.168.1.21/?a=1", 443, "query"],
  ["192.168.1.21/#x", 443, "query"],
  ["192.168.1.21:81", 443, "port"],
  ["192.168.1.21", 0, "port"],
  ["192.168.1.21", 70_000, "port"],
  ["192.168.1.21", 80.5, "port"],
  ...TWO_WAY_HOSTS.map((host) => [host, 80, "ambiguous"] as const),
  ...TWO_WAY_HOSTS.map((host) => [`https://${host}:8443/x`, null, "ambiguous"] as const),
] as const)("%s with port %s is refused for its %s", (address, port, reason) => {
  let error: unknown;
  try {
    url(address, port);
  } catch (thrown) {
    error = thrown;
  }
  expect(error).toBeInstanceOf(AddressInvalidError);
  expect(error).toMatchObject({ code: "address_invalid", reason });
});

test.each(ONE_WAY_HOSTS)("%s is read in one way", (host) => {
  expect(url(host, 80).protocol).toBe("http:");
});

describe("an address that does not say its scheme", () => {
  test.each([
    ["10.0.0.5", null, ["https://10.0.0.5/", "http://10.0.0.5/"]],
    ["10.0.0.5", 21191, ["https://10.0.0.5:21191/", "http://10.0.0.5:21191/"]],
    ["10.0.0.5:21191", null, ["https://10.0.0.5:21191/", "http://10.0.0.5:21191/"]],
    ["fd00::5", null, ["https://[fd00::5]/", "http://[fd00::5]/"]],
    ["10.0.0.5", 443, ["https://10.0.0.5/"]],
    ["10.0.0.5:443", null, ["https://10.0.0.5/"]],
    ["10.0.0.5:8443", null, ["https://10.0.0.5:8443/"]],
    ["10.0.0.5", 80, ["http://10.0.0.5/"]],
    ["http://10.0.0.5", 21191, ["http://10.0.0.5:21191/"]],
    ["https://10.0.0.5", null, ["https://10.0.0.5/"]],
  ])("%s and port %s may mean %j", (device_ip, device_port, urls) => {
    expect(connectionCandidates({ device_ip, device_port }).map(String)).toEqual(urls);
  });

  test.each([
    ["10.0.0.5", "https://10.0.0.5/", "10.0.0.5", 443],
    ["10.0.0.5", "http://10.0.0.5/", "10.0.0.5", 80],
    ["10.0.0.5", "https://10.0.0.5:21191/", "https://10.0.0.5", 21191],
    ["10.0.0.5", "http://10.0.0.5:21190/", "10.0.0.5", 21190],
    ["fd00::5", "https://[fd00::5]:21191/", "https://fd00::5", 21191],
  ])("%s, once %s has answered, is saved as %s and port %i", (typed, url, device_ip, device_port) => {
    const stated = statedAddress(typed, new URL(url));
    expect(stated).toEqual({ device_ip, device_port });
    expect(String(deviceBaseUrl(stated))).toBe(url);
  });
});
