import { deviceEndpoint } from "#contract/device-address.ts";

/** Returns "192.0.2.21:443": host and port. A path prefix stays behind the port; a scheme is dropped. */
export function formatDeviceAddress(device_ip: string, device_port: number | null): string {
  const { host, port, path } = deviceEndpoint({ device_ip, device_port });
  return `${host}:${port}${path}`;
}

export function deviceScheme(device_ip: string, device_port: number | null): "http" | "https" {
  return deviceEndpoint({ device_ip, device_port }).scheme;
}
