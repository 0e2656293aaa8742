// Device addresses come from a form. Without this policy, callers could use the server to reach its own network.
import { lookup as dnsLookup } from "node:dns/promises";
import { isIP } from "node:net";
import { networkInterfaces } from "node:os";
import ipaddr from "ipaddr.js";
import { AddressForbiddenError, AddressInvalidError, type ForbiddenReason, UnreachableError } from "./errors.ts";
import { isCloudMetadata, isNamedExactly } from "./metadata-addresses.ts";

/** Private ranges, without loopback and link-local. */
export const DEFAULT_DEVICE_NETWORKS = ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"] as const;

const FORBIDDEN_PORTS = new Set([22, 25, 5432]);

/** Refused whatever the configuration. Link-local includes cloud metadata. */
const RESERVED_RANGES = new Set([
  "unspecified",
  "broadcast",
  "multicast",
  "linkLocal",
  "rfc6145",
  "rfc6052",
  "6to4",
  "teredo",
  "orchid2",
  "discard",
]);

export interface ResolvedTarget {
  address: string;
  family: 4 | 6;
  port: number;
}

export interface NetworkPolicy {
  /** Resolves a URL; the caller must not resolve it again. Throws AddressForbiddenError and UnreachableError. */
  resolve(url: URL): Promise<ResolvedTarget>;
}

export interface NetworkPolicyOptions {
  /** Networks in CIDR form. */
  allow: readonly string[];
  /** For receivers that are no devices. */
  allowPublic?: boolean;
  /** Demo and tests only. */
  allowLoopback?: boolean;
  /** Ports that are refused on this machine's addresses. */
  ownPorts?: () => readonly number[];
  lookup?: (host: string) => Promise<readonly string[]>;
}

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Creates the policy. `resolve` throws DeviceError for an address that is not allowed, and for a name that is unknown. */
export function createNetworkPolicy(options: NetworkPolicyOptions): NetworkPolicy {
  const allowed = options.allow.map((cidr) => parseNetwork(cidr));
  const lookup = options.lookup ?? systemLookup;
  const refusal = (address: Address, port: number): ForbiddenReason | null => {
    const range = address.range();
    if (RESERVED_RANGES.has(range)) return "reserved";
    if (isCloudMetadata(address) && !isNamedExactly(address, allowed)) return "metadata";
    if (range === "loopback" && options.allowLoopback !== true) return "loopback";
    const open = range === "loopback" || (options.allowPublic === true && isPublic(address));
    if (!open && !allowed.some(([network, bits]) => matches(address, network, bits))) return "network";
    if ((options.ownPorts?.() ?? []).includes(port) && isThisMachine(address)) return "port";
    return null;
  };
  return {
    async resolve(url) {
      const port = Number(url.port === "" ? (url.protocol === "https:" ? 443 : 80) : url.port);
      if (FORBIDDEN_PORTS.has(port)) throw new AddressForbiddenError("port");
      const host = url.hostname.replace(/^\[|\]$/g, "");
      if (host === "") throw new AddressInvalidError("syntax");
      const found = isIP(host) === 0 ? await lookup(host) : [host];
      let refused: ForbiddenReason = "network";
      for (const text of found) {
        if (!ipaddr.isValid(text)) continue;
        const address = ipaddr.process(text);
        const why = refusal(address, port);
        if (why === null) return { address: address.toString(), family: address.kind() === "ipv4" ? 4 : 6, port };
        refused = why;
      }
      throw found.length === 0
        ? new UnreachableError("the name has no address", { reason: "name" })
        : new AddressForbiddenError(refused);
    },
  };
}

/** Tells whether a text is a network in CIDR form that everybody reads alike: a number with a leading zero would be octal. */
export function isNetwork(cidr: string): boolean {
  return ipaddr.isValidCIDR(cidr) && (cidr.includes(":") || /^(?:(?:0|[1-9]\d*)\.){3}(?:0|[1-9]\d*)\//.test(cidr));
}

function parseNetwork(cidr: string): [Address, number] {
  if (isNetwork(cidr)) {
    const [network, bits] = ipaddr.parseCIDR(cidr);
    // Addresses are unmapped before comparison.
    if (!(network instanceof ipaddr.IPv6 && network.isIPv4MappedAddress())) return [network, bits];
  }
  throw new RangeError(`not a network in CIDR form: ${cidr}`);
}

const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR("2000::/3");

function isPublic(address: Address): boolean {
  if (address.range() !== "unicast") return false;
  return address instanceof ipaddr.IPv4 || address.match(GLOBAL_IPV6);
}

function matches(address: Address, network: Address, bits: number): boolean {
  if (address instanceof ipaddr.IPv4) return network instanceof ipaddr.IPv4 && address.match(network, bits);
  return network instanceof ipaddr.IPv6 && address.match(network, bits);
}

function isThisMachine(address: Address): boolean {
  if (address.range() === "loopback") return true;
  const text = address.toNormalizedString();
  return Object.values(networkInterfaces()).some((list) =>
    list?.some((own) => ipaddr.process(own.address.replace(/%.*$/, "")).toNormalizedString() === text),
  );
}

async function systemLookup(host: string): Promise<string[]> {
  try {
    return (await dnsLookup(host, { all: true })).map((entry) => entry.address);
  } catch (cause) {
    throw new UnreachableError("the name cannot be resolved", { cause, reason: "name" });
  }
}
