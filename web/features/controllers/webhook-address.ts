import { DEVICE_TRAITS, type DeviceType } from "#contract/devices.ts";
import { platePushPath } from "#contract/plate-push-path.ts";

export interface WebhookAddress {
  method: "POST";
  protocol: "HTTPS" | "HTTP";
  host: string;
  port: string;
  path: string;
  auth: "Basic";
}

/** Returns the fields of the LPR system's web query; `{plate}` is that system's own placeholder. */
export function webhookAddress(
  portal: Pick<URL, "protocol" | "hostname" | "port">,
  controllerId: string,
  type?: DeviceType,
): WebhookAddress {
  const https = portal.protocol === "https:";
  return {
    method: "POST",
    protocol: https ? "HTTPS" : "HTTP",
    host: portal.hostname,
    port: portal.port || (https ? "443" : "80"),
    path:
      type !== undefined && DEVICE_TRAITS[type].pushes
        ? platePushPath(type, controllerId)
        : `/functions/v1/axxon-webhook?regnr={plate}&gateid=${controllerId}`,
    auth: "Basic",
  };
}

/** Returns the whole address in one field, for cameras that ask for it in this form. */
export function webhookUrl({ protocol, host, port, path }: WebhookAddress): string {
  return new URL(`${protocol.toLowerCase()}://${host}:${port}${path}`).href;
}
