// Reports how browsers reach this server encrypted, for Operations.
import type { OperationsStatus } from "#contract/functions/operations-status.ts";
import type { Config } from "#server/platform/config.ts";
import { fingerprintOf } from "./authority.ts";
import { isPlainOutside } from "./certificate.rules.ts";
import type { Tls } from "./serve-tls.ts";

/** Returns the certificate in use and its authority; both are null behind a proxy and over plain HTTP. */
export function tlsStatus(config: Config, tls: Tls): OperationsStatus["tls"] {
  const served = tls.served();
  const authority = tls.authority === null ? null : fingerprintOf(tls.authority);
  return {
    source: tls.source,
    names: [...(served?.names ?? [])],
    valid_to: served?.to.toISOString() ?? null,
    trouble: tls.trouble(),
    redirect_port: config.httpRedirectPort,
    authority: authority && { sha256: authority.sha256, valid_to: authority.validTo.toISOString() },
    plain_outside: isPlainOutside(config),
  };
}
