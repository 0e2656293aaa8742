// Trusts a new certificate: only the one shown to the admin, and only if the device presents it now.

import type { PoolClient } from "pg";
import { DEVICE_KINDS } from "#contract/devices.ts";
import { controllerErrors } from "#contract/errors/controllers.ts";
import type { ControllerRow } from "#contract/tables/controllers.ts";
import { isOldTls, type TlsVersion } from "#contract/tls.ts";
import { AuthFailedError, CertificateChangedError } from "#drivers/errors.ts";
import { writeAudit } from "#server/audit/record-operation.ts";
import { requireStepUp } from "#server/auth/step-up.ts";
import { storedConnection } from "#server/devices/device-connection.ts";
import { deviceFailure } from "#server/devices/device-errors.ts";
import { controllerNotFound } from "#server/devices/reach-device.ts";
import { readStoredController, type StoredController } from "#server/devices/stored-controller.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { CallerContext } from "#server/platform/functions/as-caller.ts";
import { PortalError } from "#server/platform/http/errors.ts";
import type { SyncEngine } from "#server/reconcile/engine/engine.ts";
import { lockController, updateController } from "./controllers.store.ts";
import { acceptedNow } from "./save-controller.ts";

export interface TrustDeps extends Deps {
  sync: Pick<SyncEngine, "syncNow">;
}

interface Shown {
  id: string;
  fingerprint: string;
}

/** Trusts the certificate shown. Throws PortalError when the device now presents another. */
export async function trustCertificate(deps: TrustDeps, call: CallerContext, shown: Shown): Promise<ControllerRow> {
  return acceptShown(deps, call, shown, {
    speakingTo: (stored) => stored,
    note: (client) =>
      writeAudit(client, { action: "certificate_trusted", objectType: "controllers", objectId: shown.id }),
    // Old TLS was allowed for the former certificate only, unless the device still offers nothing newer.
    changes: ({ tls }) => (tls === null || isOldTls(tls) ? {} : { allow_old_tls: false }),
  });
}

/**
 * Pins the certificate that the admin was shown, together with `changes` of the same trust. `speakingTo` builds the connection for it and
 * may refuse the controller.
 */
export async function acceptShown(
  deps: TrustDeps,
  { claims, asCaller }: CallerContext,
  { id, fingerprint }: Shown,
  how: {
    speakingTo: (stored: StoredController) => StoredController;
    note: (client: PoolClient) => Promise<void>;
    changes: (shown: { tls: TlsVersion | null }) => { allow_old_tls?: boolean };
  },
): Promise<ControllerRow> {
  await asCaller(async () => requireStepUp(deps, claims));
  const stored = await readStoredController(deps.pools.engine, id);
  if (stored === null) throw controllerNotFound();
  const seen = await requireShown(deps, how.speakingTo(stored), fingerprint);
  const controller = await asCaller(async (client) => {
    const current = await lockController(client, id);
    if (current === null) throw controllerNotFound();
    // The admin compared the certificate of the stored address, not of the address that the controller has moved to meanwhile.
    if (current.device_ip !== stored.device_ip || current.device_port !== stored.device_port) throw notShown(null);
    await how.note(client);
    return updateController(client, current, { cert_sha256: fingerprint, ...how.changes(seen), ...acceptedNow(deps) });
  });
  await deps.sync.syncNow(id);
  return controller;
}

/** Requires the shown certificate. The driver expects `fingerprint`, so no other certificate receives a password. */
async function requireShown(
  deps: TrustDeps,
  stored: StoredController,
  fingerprint: string,
): Promise<{ tls: TlsVersion | null }> {
  const connection = { ...storedConnection(deps.keys, stored), certSha256: fingerprint };
  const device =
    DEVICE_KINDS[stored.device_type] === "door"
      ? deps.drivers.openDoorController(connection, stored.device_type)
      : deps.drivers.openPlateController(connection, stored.device_type);
  try {
    const { certificate } = await device.identify();
    if (certificate?.sha256 !== fingerprint) throw notShown(null);
    return { tls: certificate.tls };
  } catch (error) {
    if (error instanceof CertificateChangedError) throw notShown(error);
    // The certificate matched; the next test reports a wrong password.
    if (!(error instanceof AuthFailedError)) throw deviceFailure(error);
    return { tls: null };
  } finally {
    await device.close();
  }
}

function notShown(cause: CertificateChangedError | null): PortalError {
  return new PortalError(
    controllerErrors.certificate_not_shown(),
    cause === null ? {} : { details: { fingerprint: cause.seen }, cause },
  );
}
