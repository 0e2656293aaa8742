import { AddressInvalidError } from "./errors.ts";

const TLS_PORTS = new Set([443, 8443]);
const HTTP_PORT = 80;
const DEFAULT_PORTS = { "https:": 443, "http:": HTTP_PORT } as const;

export interface DeviceAddress {
  device_ip: string;
  device_port: number | null;
}

/**
 * A host, or a URL with an optional path prefix; ports 443 and 8443 and https:// mean https. Normalised, so the network
 * policy sees `0x7f.1` as 127.0.0.1. @throws AddressInvalidError
 */
export function deviceBaseUrl(address: DeviceAddress): URL {
  const text = address.device_ip.trim();
  const written = /^([a-z][a-z0-9+.-]*):\/\//i.exec(text)?.[1]?.toLowerCase() ?? null;
  if (written !== null && written !== "http" && written !== "https") throw new AddressInvalidError("scheme");
  const rest = written === null ? text : text.slice(written.length + 3);
  const https = written === "https" || (address.device_port !== null && TLS_PORTS.has(address.device_port));
  const url = parse(`${https ? "https" : "http"}://${bracketed(rest)}`);
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
  const port = address.device_port ?? (url.port === "" ? null : Number(url.port));
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text) || port === HTTP_PORT) return [url];
  const https = deviceBaseUrl({ device_ip: `https://${text}`, device_port: port });
  return port !== null && TLS_PORTS.has(port) ? [https] : [https, url];
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
