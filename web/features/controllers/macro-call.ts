// The call that the form shows before anything is saved (docs/requirements.md, section 7).
import { deviceScheme, formatDeviceAddress } from "#web/lib/controllers/device-address.ts";

/** Returns text such as "GET http://192.0.2.40:80/macro/execute/6b8f…"; `missing` replaces blank fields. */
export function macroCall(
  { device_ip, device_port, macro_id }: { device_ip: string; device_port: string; macro_id?: string | undefined },
  missing: { address: string; macro: string },
): string {
  const port = /^\d+$/.test(device_port.trim()) ? Number(device_port) : null;
  const address =
    device_ip.trim() === "" ? `${missing.address}:${device_port.trim()}` : formatDeviceAddress(device_ip, port);
  const macro = macro_id?.trim() ? encodeURIComponent(macro_id.trim()) : missing.macro;
  return `GET ${deviceScheme(device_ip, port)}://${address}/macro/execute/${macro}`;
}
