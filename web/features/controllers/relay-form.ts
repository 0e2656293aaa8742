// Converts a relay's request to and from its form.
import { fillPlaceholders, placeholderValues, type RelayRequest } from "#contract/relay.ts";
import { deviceScheme, formatDeviceAddress } from "#web/lib/controllers/device-address.ts";

type Header = RelayRequest["headers"][number];

/** Reads headers, one per line, "Name: value". A line without a colon becomes a name that the schema refuses. */
export function readHeaders(text: string): Header[] {
  return text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => {
      const colon = line.indexOf(":");
      return colon < 0
        ? { name: "", value: line.trim() }
        : { name: line.slice(0, colon).trim(), value: line.slice(colon + 1).trim() };
    });
}

export function headerText(headers: readonly Header[]): string {
  return headers.map(({ name, value }) => `${name}: ${value}`).join("\n");
}

/** Returns "GET http://10.0.0.5/relay?…" as it will be sent; `missing` stands for an address not typed yet. */
export function relayCall(
  { device_ip, device_port }: { device_ip: string; device_port: string },
  request: Pick<RelayRequest, "method" | "path" | "unit" | "seconds">,
  missing: string,
): string {
  const port = /^\d+$/.test(device_port.trim()) ? Number(device_port) : null;
  const address = device_ip.trim() === "" ? `${missing}:${device_port.trim()}` : formatDeviceAddress(device_ip, port);
  const values = { ...placeholderValues(request), unit: request.unit || "{unit}" };
  return `${request.method} ${deviceScheme(device_ip, port)}://${address}${fillPlaceholders(request.path, values)}`;
}
