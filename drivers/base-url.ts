import { type DeviceAddress, deviceEndpoint } from "#contract/device-address.ts";
import { AddressInvalidError } from "./errors.ts";

const DEFAULT_PORTS = { "https:": 443, "http:": 80 } as const;

/**
 * A host, or a URL with an optional path prefix, asked where contract/device-address.ts says. Normalised, so the network
 * policy sees `0x7f.1` as 127.0.0.1. @throws AddressInvalidError
 */
export function deviceBaseUrl(address: DeviceAddress): URL {
  const text = address.device_ip.trim();
  const written = /^([a-z][a-z0-9+.-]*):\/\//i.exec(text)?.[1]?.toLowerCase() ?? null;
  if (written !== null && written !== "http" && written !== "https") throw new AddressInvalidError("scheme");
  const rest = written === null ? text : text.slice(written.length + 3);
  const url = parse(`${deviceEndpoint(address).scheme}://${bracketed(rest)}`);
  if (url.username !== "" || url.password !== "" || rest.includes("@")) throw new AddressInvalidError("credentials");
  if (url.search !== "" || url.hash !== "" || /[?#]/.test(rest)) throw new AddressInvalidError("query");
  const port = address.device_port;
  if (port !== null && (!Number.isInteger(port) || port < 1 || port > 65_535)) throw new AddressInvalidError("port");
  if (url.port !== "" && port !== null && Number(url.port) !== port) throw new AddressInvalidError("port");
  if (port !== null) url.port = String(port);
  url.pathname = url.pathname.replace(/\/+$/, "");
  return url;
}

/**
 * What an address may mean where neither scheme nor port says it: https first, on the typed port or on 443, then http
 * on the typed port or on 80. @throws AddressInvalidError
 */
export function connectionCandidates(address: DeviceAddress): URL[] {
  const url = deviceBaseUrl(address);
  const text = address.device_ip.trim();
  const { scheme, port, isPortGiven } = deviceEndpoint(address);
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text) || port === DEFAULT_PORTS["http:"]) return [url];
  const https = deviceBaseUrl({ ...address, device_ip: `https://${text}` });
  if (scheme === "http") return [https, url];
  return isPortGiven ? [https] : [https, deviceBaseUrl({ ...address, device_ip: `http://${text}` })];
}

/** The address that always means `url`: as typed where its port says the scheme, else with the scheme before it. */
export function statedAddress(typed: string, url: URL): { device_ip: string; device_port: number } {
  const device_port =
    url.port === "" ? DEFAULT_PORTS[url.protocol === "https:" ? "https:" : "http:"] : Number(url.port);
  const text = typed.trim();
  const meant = deviceBaseUrl({ device_ip: text, device_port });
  return { device_ip: meant.protocol === url.protocol ? text : `${url.protocol}//${text}`, device_port };
}

function parse(text: string): URL {
  try {
    return new URL(text);
  } catch (cause) {
    throw new AddressInvalidError("syntax", { cause });
  }
}

function bracketed(rest: string): string {
  const slash = rest.indexOf("/");
  const host = slash < 0 ? rest : rest.slice(0, slash);
  if (host.startsWith("[") || (host.match(/:/g)?.length ?? 0) < 2) return rest;
  return `[${host}]${rest.slice(host.length)}`;
}
