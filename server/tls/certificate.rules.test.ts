import { describe, expect, test } from "vitest";
import {
  authorityLife,
  isLeafOver,
  isPlainOutside,
  type Listening,
  leafLife,
  ownNames,
  redirectTarget,
} from "./certificate.rules.ts";

const NOW = new Date("2026-11-29T08:00:00Z");
const after = (days: number) => new Date(NOW.getTime() + days * 86_400_000);
const plain: Listening = {
  host: "0.0.0.0",
  publicUrl: null,
  tls: null,
  tlsCertFile: null,
  tlsKeyFile: null,
  trustedProxies: [],
};

describe("plain HTTP with other machines", () => {
  const https = "https://portal.example";
  test.each<[string, Partial<Listening>, boolean]>([
    ["on every address", {}, true],
    ["on one address of a network", { host: "192.168.1.10" }, true],
    ["on every IPv6 address", { host: "::" }, true],
    ["with an http address for people", { publicUrl: "http://portal.example" }, true],
    ["with an https address, and no proxy named", { publicUrl: https }, true],
    [
      "with a proxy named, and an http address",
      { publicUrl: "http://x.example", trustedProxies: ["10.0.0.0/8"] },
      true,
    ],
    ["behind a named proxy", { publicUrl: https, trustedProxies: ["172.16.0.0/12"] }, false],
    ["on loopback", { host: "127.0.0.1" }, false],
    ["on another loopback address", { host: "127.8.0.1" }, false],
    ["on localhost", { host: "localhost" }, false],
    ["on IPv6 loopback", { host: "::1" }, false],
    ["on a name that begins like loopback", { host: "127.0.0.1.example" }, true],
    ["with an authority of its own", { tls: "internal" }, false],
    ["with files", { tlsCertFile: "a", tlsKeyFile: "b" }, false],
  ])("%s", (_name, change, outside) => {
    expect(isPlainOutside({ ...plain, ...change })).toBe(outside);
  });
});

test("a certificate names the public address first, and each name once", () => {
  const machine = { hostname: "Huset", addresses: ["192.168.1.10", "127.0.0.1"] };
  expect(ownNames({ host: "0.0.0.0", publicUrl: "https://portal.example:8443" }, machine)).toEqual([
    "portal.example",
    "huset",
    "192.168.1.10",
    "127.0.0.1",
    "localhost",
    "::1",
  ]);
  expect(ownNames({ host: "[fd00::5]", publicUrl: "https://[fd00::5]" }, machine)).toEqual([
    "fd00::5",
    "localhost",
    "127.0.0.1",
    "::1",
  ]);
});

test("a certificate is made anew before its end, when its names change, and when the clock was set back", () => {
  const names = ["portal.example"];
  const leaf = { ...leafLife(NOW), names };
  expect(isLeafOver(leaf, { now: NOW, names })).toBe(false);
  expect(isLeafOver(leaf, { now: after(59), names })).toBe(false);
  expect(isLeafOver(leaf, { now: after(61), names })).toBe(true);
  expect(isLeafOver(leaf, { now: after(-400), names })).toBe(true);
  expect(isLeafOver(leaf, { now: NOW, names: [...names, "192.168.1.10"] })).toBe(true);
});

test("an authority is valid whatever the clock was when it was made", () => {
  for (const clock of ["1970-01-01T00:00:00Z", NOW.toISOString(), "2060-01-01T00:00:00Z"]) {
    const { from, to } = authorityLife(new Date(clock));
    expect(from < NOW).toBe(true);
    expect(to > after(19 * 365)).toBe(true);
  }
});

describe("plain HTTP is sent", () => {
  const port = 8443;
  test.each([
    [
      "to the public address, whatever the caller names",
      "evil.example",
      "https://p.example/a?b=c",
      "https://p.example",
    ],
    ["to the name that was used", "huset:8080", "https://huset:8443/a?b=c", null],
    ["to the address that was used", "[fd00::5]:80", "https://[fd00::5]:8443/a?b=c", null],
    ["to this machine without a usable name", "a/b@c", "https://localhost:8443/a?b=c", null],
  ])("%s", (_name, host, location, publicUrl) => {
    expect(redirectTarget({ host, path: "/a?b=c" }, { publicUrl, fallback: "localhost", port })).toBe(location);
  });

  test("to the start page from an address that is no path", () => {
    const to = { publicUrl: "https://p.example", fallback: "localhost", port };
    for (const path of ["http://evil.example/", "*", ""])
      expect(redirectTarget({ host: "p.example", path }, to)).toBe("https://p.example/");
  });

  test("without a port where it is the usual one", () => {
    const to = { publicUrl: null, fallback: "localhost", port: 443 };
    expect(redirectTarget({ host: "huset", path: "/" }, to)).toBe("https://huset/");
  });
});
