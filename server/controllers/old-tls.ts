// Lets one door controller be spoken to in TLS 1.0 and 1.1, with the certificate that the admin was shown; and ends that.
import { controllerErrors } from "#contract/errors/controllers.ts";
import type { ControllerRow } from "#contract/tables/controllers.ts";
import { writeAudit } from "#server/audit/record-operation.ts";
import { requireStepUp } from "#server/auth/step-up.ts";
import { controllerNotFound } from "#server/devices/reach-device.ts";
import { readStoredController } from "#server/devices/stored-controller.ts";
import type { CallerContext } from "#server/platform/functions/as-caller.ts";
import { PortalError } from "#server/platform/http/errors.ts";
import { lockController, updateController } from "./controllers.store.ts";
import { acceptedNow, noteOldTls } from "./save-controller.ts";
import { requireShown, type TrustDeps } from "./trust-certificate.ts";

export async function allowOldTls(
  deps: TrustDeps,
  { claims, asCaller }: CallerContext,
  { id, fingerprint }: { id: string; fingerprint: string },
): Promise<ControllerRow> {
  await asCaller(async () => requireStepUp(deps, claims));
  const stored = await readStoredController(deps.pools.engine, id);
  if (stored === null) throw controllerNotFound();
  if (stored.device_type !== "axis") throw new PortalError(controllerErrors.old_tls_elsewhere());
  await requireShown(deps, { ...stored, allow_old_tls: true }, fingerprint);
  const controller = await asCaller(async (client) => {
    const current = await lockController(client, id);
    if (current === null) throw controllerNotFound();
    await noteOldTls(client, id);
    return updateController(client, current, {
      cert_sha256: fingerprint,
      allow_old_tls: true,
      ...acceptedNow(deps),
    });
  });
  await deps.sync.syncNow(id);
  return controller;
}

export async function forbidOldTls(
  deps: TrustDeps,
  { claims, asCaller }: CallerContext,
  { id }: { id: string },
): Promise<ControllerRow> {
  const controller = await asCaller(async (client) => {
    await requireStepUp(deps, claims);
    const current = await lockController(client, id);
    if (current === null) throw controllerNotFound();
    await writeAudit(client, { action: "old_tls_forbidden", objectType: "controllers", objectId: id });
    return updateController(client, current, { allow_old_tls: false });
  });
  await deps.sync.syncNow(id);
  return controller;
}
