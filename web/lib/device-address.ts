import { DEFAULT_PORT } from "#contract/limits.ts";

const TLS_PORTS = [443, 8443];
const PARTS = /^(?:[a-z][a-z0-9+.-]*:\/\/)?([^/]*)(\/.*)?$/i;

/** "192.0.2.21:443": host and port (default 443); a path prefix stays behind the port, a scheme is dropped. */
export function formatDeviceAddress(deviceIp: string, devicePort: number | null): string {
  const [, host = "", path = ""] = PARTS.exec(deviceIp.trim()) ?? [];
  const hasPort = /^(\[.*\]|[^:]*):\d+$/.test(host);
  const bracketed = !host.startsWith("[") && (host.match(/:/g)?.length ?? 0) > 1 ? `[${host}]` : host;
  const place = hasPort ? host : `${bracketed}:${devicePort ?? DEFAULT_PORT.axis}`;
  return `${place}${path.replace(/\/+$/, "")}`;
}

/** "https" for port 443 or 8443 or an explicit scheme; else "http". The server applies the same rule. */
export function deviceScheme(deviceIp: string, devicePort: number | null): "http" | "https" {
  const saysSo = /^https:\/\//i.test(deviceIp.trim());
  return saysSo || TLS_PORTS.includes(devicePort ?? DEFAULT_PORT.axis) ? "https" : "http";
}
