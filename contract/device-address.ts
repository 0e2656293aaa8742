// Where a device is asked, from its address and port as saved; the page shows what the server does.

export interface DeviceAddress {
  device_ip: string;
  device_port: number | null;
}

export interface DeviceEndpoint {
  scheme: "http" | "https";
  /** IPv6 in brackets. */
  host: string;
  port: number;
  /** Saved or written, rather than the usual one. */
  isPortGiven: boolean;
  /** Without a slash at its end. */
  path: string;
}

const TLS_PORT = 443;
const TLS_PORTS: readonly number[] = [TLS_PORT, 8443];
export const PLAIN_PORT = 80;
const PARTS = /^(?:([a-z][a-z0-9+.-]*):\/\/)?([^/]*)(\/.*)?$/i;
const WITH_PORT = /^(\[.*\]|[^:]*):(\d+)$/;

/**
 * Ports 443 and 8443 and https:// mean https. Without a port, saved or written, it is 80 where http:// is written, else
 * 443: a password is sent unencrypted only where somebody chose it.
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
