import { AddressInvalidError } from "./errors.ts";

const TLS_PORTS = new Set([443, 8443]);

/**
 * A host, or a URL with an optional path prefix; ports 443 and 8443 and https:// mean https. Normalised, so the network
 * policy sees `0x7f.1` as 127.0.0.1. @throws AddressInvalidError
 */
export function deviceBaseUrl(address: { device_ip: string; device_port: number | null }): URL {
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
