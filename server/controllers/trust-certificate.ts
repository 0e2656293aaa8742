// Trusts a new certificate: the one shown to the admin, and only if the device presents it now.

import { DEVICE_KINDS } from "#contract/devices.ts";
import { controllerErrors } from "#contract/errors/controllers.ts";
import type { ControllerRow } from "#contract/tables/controllers.ts";
import { AuthFailedError, CertificateChangedError } from "#drivers/errors.ts";
import { writeAudit } from "#server/audit/record-operation.ts";
import { requireStepUp, type StepUpDeps } from "#server/auth/step-up.ts";
import { storedConnection } from "#server/devices/device-connection.ts";
import { deviceFailure } from "#server/devices/device-errors.ts";
import { controllerNotFound } from "#server/devices/reach-device.ts";
import { readStoredController, type StoredController } from "#server/devices/stored-controller.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { CallerContext } from "#server/platform/functions/as-caller.ts";
import { PortalError } from "#server/platform/http/errors.ts";
import type { SyncEngine } from "#server/reconcile/engine.ts";
import { lockController, updateController } from "./controllers.store.ts";
import { acceptedNow } from "./save-controller.ts";

export interface TrustDeps extends Deps, StepUpDeps {
  sync: Pick<SyncEngine, "syncNow">;
}

export async function trustCertificate(
  deps: TrustDeps,
  { claims, asCaller }: CallerContext,
  { id, fingerprint }: { id: string; fingerprint: string },
): Promise<ControllerRow> {
  await asCaller(async () => requireStepUp(deps, claims));
  const stored = await readStoredController(deps.pools.engine, id);
  if (stored === null) throw controllerNotFound();
  await requireShown(deps, stored, fingerprint);
  const controller = await asCaller(async (client) => {
    const current = await lockController(client, id);
    if (current === null) throw controllerNotFound();
    await writeAudit(client, { action: "certificate_trusted", objectType: "controllers", objectId: id });
    return updateController(client, current, { cert_sha256: fingerprint, ...acceptedNow(deps) });
  });
  await deps.sync.syncNow(id);
  return controller;
}

/** The driver expects `fingerprint`, so no other certificate receives a password. */
export async function requireShown(deps: TrustDeps, stored: StoredController, fingerprint: string): Promise<void> {
  const connection = { ...storedConnection(deps.keys, stored), certSha256: fingerprint };
  const device =
    DEVICE_KINDS[stored.device_type] === "door"
      ? deps.drivers.openDoorController(connection, stored.device_type)
      : deps.drivers.openPlateController(connection, stored.device_type);
  try {
    const { certificate } = await device.identify();
    if (certificate?.sha256 !== fingerprint) throw notShown(null);
  } catch (error) {
    if (error instanceof CertificateChangedError) throw notShown(error);
    // The certificate matched; the next test reports a wrong password.
    if (!(error instanceof AuthFailedError)) throw deviceFailure(error);
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
