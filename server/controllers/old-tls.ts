// Allows one door controller to use TLS 1.0 or 1.1 with the certificate that the admin was shown, and ends that permission.
import { DEVICE_TRAITS } from "#contract/devices.ts";
import { controllerErrors } from "#contract/errors/controllers.ts";
import type { ControllerRow } from "#contract/tables/controllers.ts";
import { writeAudit } from "#server/audit/record-operation.ts";
import { requireStepUp } from "#server/auth/step-up.ts";
import { controllerNotFound } from "#server/devices/reach-device.ts";
import type { CallerContext } from "#server/platform/functions/as-caller.ts";
import { PortalError } from "#server/platform/http/errors.ts";
import { lockController, updateController } from "./controllers.store.ts";
import { recordOldTls } from "./save-controller.ts";
import { acceptShown, type TrustDeps } from "./trust-certificate.ts";

/** Allows old TLS with the certificate shown. Throws PortalError when the device now presents another, or its kind never has old TLS. */
export async function allowOldTls(
  deps: TrustDeps,
  call: CallerContext,
  shown: { id: string; fingerprint: string },
): Promise<ControllerRow> {
  return acceptShown(deps, call, shown, {
    speakingTo: (stored) => {
      if (!DEVICE_TRAITS[stored.device_type].mayHaveOldTls) throw new PortalError(controllerErrors.old_tls_elsewhere());
      return { ...stored, allow_old_tls: true };
    },
    note: (client) => recordOldTls(client, shown.id),
    changes: () => ({ allow_old_tls: true }),
  });
}

/** Ends the permission at once; a device that speaks nothing newer is then unreachable. Needs a step-up. */
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
