// Finds the scheme and port that a device answers on, and its certificate, before any account or password is sent to it.
import type { FoundConnection, SoughtConnection } from "#contract/functions/device-connection.ts";
import { connectionCandidates, statedAddress } from "#drivers/base-url.ts";
import type { Deps } from "#server/platform/deps.ts";
import { type CallerContext, requireAdmission } from "#server/platform/functions/as-caller.ts";
import { deviceFailure } from "./device-errors.ts";

/** Returns the address that answers, with its certificate; null without TLS. Throws PortalError when nothing answers. */
export async function findDeviceConnection(
  { drivers }: Pick<Deps, "drivers">,
  call: CallerContext,
  { device_ip, device_port = null, allow_old_tls: allowOldTls = false }: SoughtConnection,
): Promise<FoundConnection> {
  await requireAdmission(call);
  try {
    const { url, certificate } = await drivers.findConnection(connectionCandidates({ device_ip, device_port }), {
      allowOldTls,
    });
    return {
      ...statedAddress(device_ip, url),
      scheme: url.protocol === "https:" ? "https" : "http",
      certificate: certificate && {
        fingerprint: certificate.sha256,
        subject: certificate.subject,
        issuer: certificate.issuer,
        valid_to: certificate.validTo,
        tls: certificate.tls,
      },
    };
  } catch (error) {
    throw deviceFailure(error);
  }
}
