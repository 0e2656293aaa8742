// Checks before a save whether a typed PIN is free, with the same question and the same cost as the save.
import { peopleErrors } from "#contract/errors/people.ts";
import type { CheckPinRequest } from "#contract/functions/end-user-manager.ts";
import type { AuthService } from "#server/auth/auth-service.ts";
import { consumePinSearch } from "#server/auth/pin-search-limit.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { CallerContext } from "#server/platform/functions/as-caller.ts";
import { PortalError } from "#server/platform/http/errors.ts";
import { checkPin } from "./check-pin.ts";
import { endUserFailure } from "./end-user-errors.ts";
import { offeredDoors } from "./offered-access.store.ts";
import { requireFreePin } from "./pins.store.ts";

export interface CheckTypedPinDeps extends Pick<Deps, "keys" | "guard" | "log"> {
  auth: Pick<AuthService, "limiter">;
}

const FIELD = "pin";

/** Throws the errors that the save would. Where nobody else has codes, it costs the same as a search by digits. */
export async function checkTypedPin(
  { keys, guard, log, auth }: CheckTypedPinDeps,
  call: CallerContext,
  { pin, organization_id, access_point_ids, credential_id }: CheckPinRequest,
): Promise<void> {
  await call.asCaller(async (_client, caller) => {
    if (!guard.admits(caller, organization_id)) throw new PortalError(peopleErrors.user_of_other_organization());
    await consumePinSearch({ keys, limiter: auth.limiter }, caller.userId, pin);
  });
  try {
    await call.asCaller(async (client) => {
      const doors = (await offeredDoors(client, organization_id)).filter(({ id }) => access_point_ids.includes(id));
      checkPin(pin, doors, FIELD);
      await requireFreePin(client, {
        credentialId: credential_id ?? null,
        organizationId: organization_id,
        controllerIds: [...new Set(doors.map(({ controllerId }) => controllerId))],
        hmacs: keys.pinHmacs(pin),
      });
    });
  } catch (error) {
    throw await endUserFailure({ log }, call, error);
  }
}
