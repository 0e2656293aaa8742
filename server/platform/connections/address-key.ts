// The form in which limits count a caller's address: a whole IPv4 address, or the /64 of one IPv6 subscriber.
import ipaddr from "ipaddr.js";

/** Shared by connections whose address is no longer known. */
const UNKNOWN = "unknown";

/** Removes the port that some proxies append (`203.0.113.7:51234`, `[2001:db8::1]:443`). */
export function bareAddress(address: string): string {
  return /^\[([^\]]+)\](?::\d{1,5})?$/.exec(address)?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(address)?.[1] ?? address;
}

/** Returns the key of any text; a text that is no address is its own key. */
export function addressKey(address: string | undefined): string {
  if (address === undefined || address === "") return UNKNOWN;
  if (!address.includes(":")) return address;
  const bare = bareAddress(address);
  if (!ipaddr.isValid(bare)) return UNKNOWN;
  const parsed = ipaddr.process(bare);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return `${new ipaddr.IPv6([...parsed.parts.slice(0, 4), 0, 0, 0, 0]).toString()}/64`;
}

/** Returns a check whether an address is a proxy's, with many callers behind it: loopback or TRUSTED_PROXIES. */
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

/** Returns the form that PostgreSQL's inet takes: no zone, IPv4 unwrapped from IPv6; null when it is no address. */
export function plainAddress(address: string): string | null {
  const bare = bareAddress(address);
  return ipaddr.isValid(bare) ? ipaddr.process(bare).toString().replace(/%.*$/, "") : null;
}
