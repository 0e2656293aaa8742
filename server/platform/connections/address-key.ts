// One caller's address as limits count it: IPv4 whole, IPv6 by the /64 that one subscriber has.
import ipaddr from "ipaddr.js";

/** Connections whose address is already gone are counted together. */
const UNKNOWN = "unknown";

/** Without the port that some proxies name beside it (`203.0.113.7:51234`, `[2001:db8::1]:443`): each port would be a caller of its own, or all of them one. */
export function bareAddress(address: string): string {
  return /^\[([^\]]+)\](?::\d{1,5})?$/.exec(address)?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(address)?.[1] ?? address;
}

/** Text of the address, or of its network. Total: what is no address gives a key of its own. */
export function addressKey(address: string | undefined): string {
  // The common case without an object: dotted IPv4, as a server that listens on IPv4 sees it.
  if (address === undefined || address === "") return UNKNOWN;
  if (!address.includes(":")) return address;
  const bare = bareAddress(address);
  if (!ipaddr.isValid(bare)) return UNKNOWN;
  const parsed = ipaddr.process(bare);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return `${new ipaddr.IPv6([...parsed.parts.slice(0, 4), 0, 0, 0, 0]).toString()}/64`;
}

/**
 * Tells a proxy's connection from a caller's own: one behind which many callers stand is not one caller. A proxy on this machine
 * connects from 127.0.0.1 or ::1; the others are those of TRUSTED_PROXIES.
 */
export function proxyCheck(networks: readonly string[]): (address: string | undefined) => boolean {
  const ranges = networks.map((network) => ipaddr.parseCIDR(network));
  return (address) => {
    if (address === undefined || !ipaddr.isValid(address)) return false;
    const parsed = ipaddr.process(address);
    const text = parsed.toString();
    if (text === "127.0.0.1" || text === "::1") return true;
    return ranges.some(([network, bits]) => network.kind() === parsed.kind() && parsed.match([network, bits]));
  };
}

/** The address as PostgreSQL's inet takes it: no zone, IPv4 unwrapped from IPv6; null when it is none. */
export function plainAddress(address: string): string | null {
  const bare = bareAddress(address);
  return ipaddr.isValid(bare) ? ipaddr.process(bare).toString().replace(/%.*$/, "") : null;
}
