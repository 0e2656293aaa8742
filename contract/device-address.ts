// Works out where a device is called, from its saved address and port. The page shows the same address that the server calls.
import { readsOneWay } from "./plain-host.ts";

export interface DeviceAddress {
  device_ip: string;
  device_port: number | null;
}

export interface DeviceEndpoint {
  scheme: "http" | "https";
  /** The host; IPv6 in brackets. */
  host: string;
  port: number;
  /** True when the port is saved or written, false when it is the usual one. */
  isPortGiven: boolean;
  /** The path, without a slash at its end. */
  path: string;
}

const TLS_PORT = 443;
const TLS_PORTS: readonly number[] = [TLS_PORT, 8443];
export const PLAIN_PORT = 80;
const PARTS = /^(?:([a-z][a-z0-9+.-]*):\/\/)?([^/]*)(\/.*)?$/i;
const WITH_PORT = /^(\[.*\]|[^:]*):(\d+)$/;

/**
 * Returns the endpoint. Ports 443 and 8443 and https:// mean https. Without a saved or written port it is 80 after http://, else 443: a
 * password is sent unencrypted only where somebody chose it.
 */
export function deviceEndpoint({ device_ip, device_port }: DeviceAddress): DeviceEndpoint {
  const [, written = "", place = "", path = ""] = PARTS.exec(device_ip.trim()) ?? [];
  const [, named = place, number] = WITH_PORT.exec(place) ?? [];
  const scheme = written.toLowerCase();
  const usual = scheme === "http" ? PLAIN_PORT : TLS_PORT;
  const port = device_port ?? (number === undefined ? usual : Number(number));
  const isBare = !named.startsWith("[") && named.includes(":");
  return {
    scheme: scheme === "https" || TLS_PORTS.includes(port) ? "https" : "http",
    host: isBare ? `[${named}]` : named,
    port,
    isPortGiven: device_port !== null || number !== undefined,
    path: path.replace(/\/+$/, ""),
  };
}

/** `ambiguous`: a person and a URL parser may read different machines from it. */
export type AddressFault = "syntax" | "scheme" | "credentials" | "port" | "query" | "ambiguous";

/** Returns the URL to call for a host, or for a URL with an optional path prefix. */
export function deviceUrl(address: DeviceAddress): URL | AddressFault {
  const text = address.device_ip.trim();
  const written = /^([a-z][a-z0-9+.-]*):\/\//i.exec(text)?.[1]?.toLowerCase() ?? null;
  if (written !== null && written !== "http" && written !== "https") return "scheme";
  const rest = written === null ? text : text.slice(written.length + 3);
  const full = `${deviceEndpoint(address).scheme}://${bracketed(rest)}`;
  if (!URL.canParse(full)) return "syntax";
  const url = new URL(full);
  if (url.username !== "" || url.password !== "" || rest.includes("@")) return "credentials";
  if (url.search !== "" || url.hash !== "" || /[?#]/.test(rest)) return "query";
  const [place = ""] = bracketed(rest).split("/");
  if (!readsOneWay(WITH_PORT.exec(place)?.[1] ?? place, url)) return "ambiguous";
  const port = address.device_port;
  if (port !== null && (!Number.isInteger(port) || port < 1 || port > 65_535)) return "port";
  if (url.port !== "" && port !== null && Number(url.port) !== port) return "port";
  if (port !== null) url.port = String(port);
  url.pathname = url.pathname.replace(/\/+$/, "");
  return url;
}

/** Tells whether an address typed in a form is ambiguous; its port is in a separate field. */
export function isAmbiguousAddress(device_ip: string): boolean {
  return deviceUrl({ device_ip, device_port: null }) === "ambiguous";
}

function bracketed(rest: string): string {
  const slash = rest.indexOf("/");
  const host = slash < 0 ? rest : rest.slice(0, slash);
  if (host.startsWith("[") || (host.match(/:/g)?.length ?? 0) < 2) return rest;
  return `[${host}]${rest.slice(host.length)}`;
}
