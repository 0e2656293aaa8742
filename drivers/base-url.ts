import { type DeviceAddress, deviceEndpoint, deviceUrl } from "#contract/device-address.ts";
import { AddressInvalidError } from "./errors.ts";

const DEFAULT_PORTS = { "https:": 443, "http:": 80 } as const;

/** Returns the device's URL by the rule of contract/device-address.ts. Throws AddressInvalidError. */
export function deviceBaseUrl(address: DeviceAddress): URL {
  const url = deviceUrl(address);
  if (typeof url === "string") throw new AddressInvalidError(url);
  return url;
}

/**
 * Returns the possible URLs of an address without scheme and port: https first, on the typed port or on 443, then http on the typed port or
 * on 80. Throws AddressInvalidError.
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

/** Returns an address that always means `url`: as typed where its port decides the scheme, otherwise with the scheme before it. */
export function statedAddress(typed: string, url: URL): { device_ip: string; device_port: number } {
  const device_port =
    url.port === "" ? DEFAULT_PORTS[url.protocol === "https:" ? "https:" : "http:"] : Number(url.port);
  const text = typed.trim();
  const meant = deviceBaseUrl({ device_ip: text, device_port });
  return { device_ip: meant.protocol === url.protocol ? text : `${url.protocol}//${text}`, device_port };
}
