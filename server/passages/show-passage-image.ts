// Passes the camera's image of a read from the LPR server to the caller. The portal stores and logs nothing of the image, but audits who
// looked.
import type { Refusal } from "#contract/errors/define-errors.ts";
import { gateErrors } from "#contract/errors/gates.ts";
import { IMAGES_PER_HOUR } from "#contract/limits.ts";
import { DeviceError, type DeviceErrorCode } from "#drivers/errors.ts";
import type { PlateController } from "#drivers/port.ts";
import { writeAudit } from "#server/audit/record-operation.ts";
import type { AuthService } from "#server/auth/auth-service.ts";
import { reachSaved, withPlateController } from "#server/devices/reach-device.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { CallerContext } from "#server/platform/functions/as-caller.ts";
import { PortalError } from "#server/platform/http/errors.ts";
import { readFrameSource, readGateOwner, readGatePassage } from "./gate-passages.store.ts";

export interface ImageDeps extends Deps {
  auth: Pick<AuthService, "limiter">;
}

const HOUR_SECONDS = 3600;
/** Limit for a person who waits for the image. */
const IMAGE_LATEST_MS = 5_000;

/**
 * Returns the image to a caller who may read the passage in the log. Throws PortalError 404 for a passage that the caller does not see or a
 * time without an image, 409 where images are off, 429 past the account's limit, 502 and 504 for failures of the server.
 */
export async function showPassageImage(deps: ImageDeps, call: CallerContext, { id }: { id: string }): Promise<Buffer> {
  const { pools, guard } = deps;
  const { passage, scope } = await call.asCaller(async (client, caller) => {
    const scope = guard.scope(caller);
    return { passage: await readGatePassage(client, id, scope), scope };
  });
  if (passage === null) throw new PortalError(gateErrors.passage_gone());
  const { controller_id, detected_at: at } = passage;
  const source = await readFrameSource(pools.engine, controller_id, scope);
  if (controller_id === null || source === null) throw new PortalError(gateErrors.image_off());
  await consumeImage(deps, call.claims.sub);
  // Audited in that organisation's event log for every viewer, so that the organisation knows who saw its people.
  const organizationId = passage.organization_id ?? (await readGateOwner(pools.engine, controller_id));
  // Audited before the image is requested, so that none is shown unrecorded. The plate is not in the event, because the log forgets plates
  // in time.
  await call.asCaller((client) =>
    writeAudit(client, {
      action: "image_shown",
      objectType: "controllers",
      objectId: controller_id,
      organizationId,
      after: { log_id: id, detected_at: at.toISOString() },
    }),
  );
  const reach = await reachSaved(deps, call, controller_id, "gate");
  try {
    const read = async (device: PlateController) => {
      if (!device.readFrame) throw new PortalError(gateErrors.image_off());
      return device.readFrame({ source, at }, { timeoutMs: IMAGE_LATEST_MS });
    };
    return await withPlateController(deps, reach, read, { held: true });
  } catch (error) {
    throw inImageWords(error);
  }
}

async function consumeImage({ auth }: ImageDeps, userId: string): Promise<void> {
  const consumed = await auth.limiter.consume({
    key: `image:${userId}`,
    allowed: IMAGES_PER_HOUR,
    windowSeconds: HOUR_SECONDS,
  });
  if (!consumed) throw new PortalError(gateErrors.images_used_up({ limit: IMAGES_PER_HOUR }));
}

/** The meaning of these errors for an image; the other errors need no translation. */
const ANSWERS: Partial<Record<DeviceErrorCode, () => Refusal>> = {
  item_not_found: gateErrors.image_missing,
  auth_failed: gateErrors.image_not_allowed,
  nonsense_reply: gateErrors.image_unreadable,
  not_this_kind_of_device: gateErrors.image_unreadable,
  reply_too_large: gateErrors.image_unreadable,
  timeout: gateErrors.image_too_late,
};

function inImageWords(error: unknown): unknown {
  if (!(error instanceof PortalError && error.cause instanceof DeviceError)) return error;
  const answer = ANSWERS[error.cause.code];
  return answer ? new PortalError(answer(), { cause: error.cause }) : error;
}
