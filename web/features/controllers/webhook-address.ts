export interface WebhookAddress {
  method: "POST";
  protocol: "HTTPS" | "HTTP";
  host: string;
  port: string;
  path: string;
  auth: "Basic";
}

/** Fields of the LPR system's web query; `{plate}` is its own placeholder. */
export function webhookAddress(
  portal: Pick<URL, "protocol" | "hostname" | "port">,
  controllerId: string,
): WebhookAddress {
  const https = portal.protocol === "https:";
  return {
    method: "POST",
    protocol: https ? "HTTPS" : "HTTP",
    host: portal.hostname,
    port: portal.port || (https ? "443" : "80"),
    path: `/functions/v1/axxon-webhook?regnr={plate}&gateid=${controllerId}`,
    auth: "Basic",
  };
}
