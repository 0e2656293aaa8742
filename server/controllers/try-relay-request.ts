// Tries a relay's request before it is saved.
import { isDeepStrictEqual } from "node:util";
import { controllerErrors } from "#contract/errors/controllers.ts";
import { passwordUse } from "#contract/relay.ts";
import { writeAudit } from "#server/audit/record-operation.ts";
import { requireStepUp } from "#server/auth/step-up.ts";
import type { Reach } from "#server/devices/reach-device.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { CallerContext } from "#server/platform/functions/as-caller.ts";
import { PortalError } from "#server/platform/http/errors.ts";

/**
 * Guards a request that differs from the stored one but uses the stored password. Trying such a request needs the same as saving it
 * (database/controllers/controller-secrets.function.sql), and is audited before it is sent, since its test address may open the gate.
 * Throws PortalError 400 or 403.
 */
export async function holdUnsavedRequest(
  deps: Pick<Deps, "pools">,
  { claims, asCaller }: CallerContext,
  { connection, controller }: Reach,
): Promise<void> {
  const request = connection.relay ?? null;
  if (request === null || controller === null || controller.password_encrypted === null) return;
  const { id, relay_request: stored } = controller;
  if (isDeepStrictEqual(request, stored)) return;
  const use = passwordUse(request);
  if (use !== null && (stored === null || use !== passwordUse(stored)))
    throw new PortalError(controllerErrors.relay_password_again());
  await asCaller(async (client) => {
    await requireStepUp(deps, claims);
    await writeAudit(client, { action: "relay_request_tried", objectType: "controllers", objectId: id });
  });
}
