// Addresses of cloud metadata services, which hand out keys. In private ranges, only an entry for the single address allows it; a
// link-local address is never allowed.
import ipaddr from "ipaddr.js";

type Address = ipaddr.IPv4 | ipaddr.IPv6;

const METADATA_IPV4 = [
  "169.254.169.254", // Most clouds; listed here for its IPv6 forms.
  "169.254.170.2", // AWS, containers.
  "169.254.42.42", // Scaleway.
  "100.100.100.200", // Alibaba.
  "168.63.129.16", // Azure, the machine's host.
  "192.0.0.192", // Oracle, classic.
].map((text) => ipaddr.IPv4.parse(text));

const METADATA_IPV6 = [
  "fd00:ec2::/32", // AWS: metadata ::254, names ::253, time ::123, containers ::23.
  "fd20:ce::/32", // Google: ::254.
  "fd00:42::42/128", // Scaleway.
  "fd00:c1::/32", // Oracle.
].map((text) => ipaddr.IPv6.parseCIDR(text));

/**
 * Tells whether an address is one of these, also as an IPv6 address that ends with it: mapped, or translated by a NAT64 inside an allowed
 * network.
 */
export function isCloudMetadata(address: Address): boolean {
  const last = embeddedIPv4(address);
  if (METADATA_IPV4.some((one) => one.toString() === last.toString())) return true;
  return address instanceof ipaddr.IPv6 && METADATA_IPV6.some((network) => address.match(network));
}

function embeddedIPv4(address: Address): ipaddr.IPv4 {
  return address instanceof ipaddr.IPv4 ? address : new ipaddr.IPv4(address.toByteArray().slice(-4));
}

export function isNamedExactly(address: Address, networks: readonly (readonly [Address, number])[]): boolean {
  const bits = address instanceof ipaddr.IPv4 ? 32 : 128;
  return networks.some(([network, length]) => length === bits && network.toString() === address.toString());
}
