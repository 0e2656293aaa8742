import { describe, expect, test } from "vitest";
import { AddressForbiddenError, UnreachableError } from "./errors.ts";
import { createNetworkPolicy, DEFAULT_DEVICE_NETWORKS, type NetworkPolicyOptions } from "./network-policy.ts";

const NAMES: Record<string, string[]> = {
  localhost: ["127.0.0.1"],
  "localhost.": ["::1"],
  "door.example": ["192.168.1.21"],
  "dual.example": ["fe80::1", "192.168.1.21"],
  "rebound.example": ["127.0.0.1"],
  "metadata.example": ["169.254.169.254"],
  "mapped.example": ["::ffff:127.0.0.1"],
  "public.example": ["93.184.216.34", "2606:2800:220:1::1"],
  "nowhere.example": [],
};

function policy(options: Partial<NetworkPolicyOptions> = {}) {
  const asked: string[] = [];
  const made = createNetworkPolicy({
    allow: DEFAULT_DEVICE_NETWORKS,
    lookup: async (host) => {
      asked.push(host);
      return NAMES[host] ?? [];
    },
    ...options,
  });
  return {
    asked,
    // Does not use deviceBaseUrl, which refuses ambiguous addresses: the policy must hold by itself.
    resolve: async (address: string, port = 80) => made.resolve(urlOf(address, port)),
  };
}

function urlOf(address: string, port: number): URL {
  const isBareIPv6 = (address.match(/:/g)?.length ?? 0) > 1 && !address.startsWith("[");
  return new URL(`http://${isBareIPv6 ? `[${address}]` : address}:${port}`);
}

// biome-ignore format: a list to be read at a glance
const FORBIDDEN = [
  "127.0.0.1", "127.0.0.2", "127.1", "127.0.1", "127.255.255.254", "127.000.000.001", "0177.0.0.1", "0x7f.0.0.1",
  "0x7f.1", "0X7F000001", "2130706433", "017700000001", "0x7f000001", "127.0.0.1.", "127.1.", "127。0。0。1",
  "１２７.0.0.1", "127.0x0.0.1", "0177.1", "00000177.0.0.1", "%31%32%37.0.0.1", "127.0.0.%31", "①②⑦.0.0.1", "127．0．0．1",
  "127.0.0x1", "0x7f.0x0.0x0.0x1", "2130706433.", "0x7f000001.", "127.65535", "127.0.65535", "127.16777215",
  "0.0.0.0", "0", "0.0", "0x0", "00", "0.0.0.0.", "0.1.2.3", "0x0.0x0.0x0.0x0", "000.000.000.000", "[::1]", "::1",
  "[0:0:0:0:0:0:0:1]", "[0000:0000:0000:0000:0000:0000:0000:0001]", "[::0001]", "[0::1]", "[::]", "::",
  "[0:0:0:0:0:0:0:0]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::FFFF:7F00:0001]", "[0:0:0:0:0:ffff:7f00:1]",
  "[::ffff:0.0.0.0]", "[::127.0.0.1]", "[::7f00:1]", "[::ffff:127.1.2.3]", "[0:0:0:0:0:ffff:127.0.0.1]",
  "[64:ff9b::7f00:1]", "[64:ff9b::10.0.0.1]", "[64:ff9b:1::a00:1]", "[2002:7f00:1::]", "[2002:a00:1::1]",
  "[2001:0:4136:e378:8000:63bf:3fff:fdd2]", "[::ffff:0:127.0.0.1]", "[::ffff:0:a00:1]", "[::ffff:169.254.169.254]",
  "[::ffff:a9fe:a9fe]", "[::ffff:8.8.8.8]", "[::ffff:808:808]", "169.254.169.254", "169.254.0.1", "0xa9fea9fe",
  "2852039166", "0251.0376.0251.0376", "169.254.43518", "[fe80::1]", "[febf::1]", "169.254.169.254.",
  "0xA9.0xFE.0xA9.0xFE", "224.0.0.1", "239.255.255.255", "255.255.255.255", "240.0.0.1", "[ff02::1]", "[ff05::2]",
  "[100::1]", "4294967295", "8.8.8.8", "1.1.1.1", "100.64.0.1", "11.0.0.1", "9.255.255.255", "172.15.255.255",
  "172.32.0.1", "192.167.255.255", "192.169.0.1", "198.18.0.1", "192.0.2.1", "203.0.113.7", "134744072",
  "0x08080808", "010.0.0.1", "[2606:4700::1111]", "[fec0::1]", "[2001:db8::1]", "192.88.99.1", "[fb00::1]",
  "[fe00::1]", "localhost", "LOCALHOST", "localhost.", "rebound.example", "metadata.example", "mapped.example",
  "public.example",
];

const ALLOWED: [address: string, target: string][] = [
  ["192.168.1.21", "192.168.1.21"],
  ["10.0.0.1", "10.0.0.1"],
  ["172.16.0.1", "172.16.0.1"],
  ["172.31.255.254", "172.31.255.254"],
  ["3232235797", "192.168.1.21"],
  ["0xC0A80115", "192.168.1.21"],
  ["192.168.277", "192.168.1.21"],
  ["[::ffff:192.168.1.21]", "192.168.1.21"],
  ["[fd00::15]", "fd00::15"],
  ["fc00::1", "fc00::1"],
  ["door.example", "192.168.1.21"],
  ["dual.example", "192.168.1.21"],
];

describe("with the default device networks", () => {
  // Covers: tenant.4
  test("the list of forbidden spellings is long enough to mean something", () => {
    expect(new Set(FORBIDDEN).size).toBeGreaterThanOrEqual(110);
  });

  test.each(FORBIDDEN)("%s is never called", async (address) => {
    await expect(policy().resolve(address)).rejects.toBeInstanceOf(AddressForbiddenError);
  });

  test.each(ALLOWED)("%s is called at %s", async (address, target) => {
    expect(await policy().resolve(address, 8000)).toEqual({
      address: target,
      family: target.includes(":") ? 6 : 4,
      port: 8000,
    });
  });

  test.each([22, 25, 5432])("port %i is never called", async (port) => {
    await expect(policy().resolve("192.168.1.21", port)).rejects.toMatchObject({ reason: "port" });
  });

  test("a name is resolved once, and an unknown one is unreachable", async () => {
    const { asked, resolve } = policy();
    await resolve("door.example");
    expect(asked).toEqual(["door.example"]);
    await expect(resolve("nowhere.example")).rejects.toBeInstanceOf(UnreachableError);
  });

  test("an address with a zone is no address", () => {
    expect(() => urlOf("[fe80::1%25eth0]", 80)).toThrow(TypeError);
  });
});

const demo = () => policy({ allowLoopback: true, ownPorts: () => [8080] });

describe("with loopback allowed, as in the demo", () => {
  test.each(["127.0.0.1", "localhost", "::1", "[::ffff:127.0.0.1]"])("%s is called", async (address) => {
    await expect(demo().resolve(address, 9001)).resolves.toMatchObject({ port: 9001 });
  });

  test.each(["127.0.0.1", "127.0.0.2", "localhost", "::1"])("the portal's own port at %s is not", async (address) => {
    await expect(demo().resolve(address, 8080)).rejects.toMatchObject({ reason: "port" });
  });

  test("a device elsewhere may listen on the portal's port number", async () => {
    await expect(demo().resolve("192.168.254.253", 8080)).resolves.toMatchObject({ port: 8080 });
  });

  test.each(["0.0.0.0", "[::]", "169.254.169.254"])("%s stays forbidden", async (address) => {
    await expect(demo().resolve(address)).rejects.toMatchObject({ reason: "reserved" });
  });
});

test("networks that are not named are closed, even private ones", async () => {
  const narrow = policy({ allow: ["10.20.0.0/16", "2001:db8:1::/48"] });
  await expect(narrow.resolve("10.20.3.4")).resolves.toMatchObject({ address: "10.20.3.4" });
  await expect(narrow.resolve("[2001:db8:1::7]")).resolves.toMatchObject({ family: 6 });
  await expect(narrow.resolve("10.21.0.1")).rejects.toMatchObject({ reason: "network" });
  await expect(narrow.resolve("[2001:db8:2::7]")).rejects.toMatchObject({ reason: "network" });
});

test.each(["10.0.0.1", "10.0.0.0/33", "devices", "", "::ffff:10.0.0.0/104"])(
  "%s is refused as a network at start",
  (cidr) => {
    expect(() => createNetworkPolicy({ allow: [cidr] })).toThrow(RangeError);
  },
);

describe("with the open internet", () => {
  const open = { allowPublic: true };
  // biome-ignore format: a list to be read at a glance
  const PUBLIC = [
    "[::ffff:8.8.8.8]", "[::ffff:808:808]", "8.8.8.8", "1.1.1.1", "11.0.0.1", "9.255.255.255", "172.15.255.255",
    "172.32.0.1", "192.167.255.255", "192.169.0.1", "134744072", "0x08080808", "010.0.0.1", "[2606:4700::1111]",
    "public.example",
  ];

  test.each(PUBLIC)("%s is called", async (address) => {
    await expect(policy(open).resolve(address, 443)).resolves.toMatchObject({ port: 443 });
  });

  test.each(FORBIDDEN.filter((address) => !PUBLIC.includes(address)))("%s is never called", async (address) => {
    await expect(policy(open).resolve(address, 443)).rejects.toBeInstanceOf(AddressForbiddenError);
  });

  test("a private network is not the internet: it takes its own line", async () => {
    await expect(policy({ ...open, allow: [] }).resolve("10.0.0.1", 443)).rejects.toMatchObject({ reason: "network" });
    await expect(policy({ ...open, allow: ["10.0.0.0/8"] }).resolve("10.0.0.1", 443)).resolves.toBeDefined();
  });
});

describe("the metadata service of a cloud", () => {
  const everything = { allow: ["0.0.0.0/0", "::/0"], allowPublic: true };
  // biome-ignore format: a list to be read at a glance
  const METADATA = [
    "[fd00:ec2::254]", "[fd00:ec2::253]", "[fd00:ec2::23]", "[fd20:ce::254]", "[fd00:42::42]", "[fd00:c1::a9fe:a9fe]",
    "[FD00:0EC2:0000::0254]", "[fd00:ec2:0:0:0:0:0:fe]", "100.100.100.200", "0x646464c8", "168.63.129.16", "192.0.0.192",
    "[::ffff:100.100.100.200]", "[::ffff:6464:64c8]", "[fd00:64::169.254.169.254]", "[fd12:3456::a9fe:a9fe]",
    "[fd12:3456::6464:64c8]", "[2001:db8:64::a9fe:a9fe]", "[64:ff9b::a9fe:a9fe]", "[64:ff9b:1::6464:64c8]", "[::a9fe:a9fe]",
  ];

  test.each(METADATA)("%s is not called because a wide network holds it", async (address) => {
    await expect(policy(everything).resolve(address, 443)).rejects.toBeInstanceOf(AddressForbiddenError);
    await expect(policy().resolve(address, 443)).rejects.toBeInstanceOf(AddressForbiddenError);
  });

  test.each([
    ["[fd00:ec2::254]", "fd00:ec2::254/128", "fd00:ec2::255/127"],
    ["100.100.100.200", "100.100.100.200/32", "100.100.100.200/31"],
  ])("%s is called where the configuration names %s, not %s", async (address, exact, nearly) => {
    await expect(policy({ allow: [exact] }).resolve(address)).resolves.toMatchObject({ port: 80 });
    await expect(policy({ allow: [nearly] }).resolve(address)).rejects.toMatchObject({ reason: "metadata" });
  });

  test.each(["169.254.169.254", "[fe80::a9fe:a9fe]"])("%s is never called, even when it is named", async (address) => {
    const named = policy({ allow: ["169.254.169.254/32", "fe80::a9fe:a9fe/128"] });
    await expect(named.resolve(address)).rejects.toMatchObject({ reason: "reserved" });
  });

  test.each(["[fd00:ec3::254]", "[fd00:42::43]", "[fd20:cf::254]"])(
    "%s beside it is a device like others",
    async (address) => {
      await expect(policy().resolve(address)).resolves.toMatchObject({ family: 6 });
    },
  );
});
