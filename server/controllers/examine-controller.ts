// Runs the field kit's questions against a saved controller under its lease, so that no worker calls the unit meanwhile.
import { DEVICE_TRAITS } from "#contract/devices.ts";
import { controllerErrors } from "#contract/errors/controllers.ts";
import { verdictOf } from "#contract/field-kit.ts";
import type { ExamineControllerReply } from "#contract/functions/examine-controller.ts";
import type { Examination } from "#drivers/examination.ts";
import { writeAudit } from "#server/audit/record-operation.ts";
import { requireStepUp } from "#server/auth/step-up.ts";
import { storedConnection } from "#server/devices/device-connection.ts";
import { controllerNotFound } from "#server/devices/reach-device.ts";
import { readStoredController } from "#server/devices/stored-controller.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { ActionCall } from "#server/platform/functions/action.ts";
import { PortalError } from "#server/platform/http/errors.ts";
import type { SyncEngine } from "#server/reconcile/engine/engine.ts";
import { workerFailure } from "#server/reconcile/worker/worker-errors.ts";

export interface ExamineDeps extends Deps {
  sync: Pick<SyncEngine, "whileLeased">;
}

/** Audits before the unit is called, so that a crash loses no trace. */
export async function examineController(
  deps: ExamineDeps,
  { claims, asCaller, language }: ActionCall,
  { controller_id: id }: { controller_id: string },
): Promise<Omit<ExamineControllerReply, "success">> {
  await asCaller(async () => requireStepUp(deps, claims));
  const controller = await readStoredController(deps.pools.engine, id);
  if (controller === null) throw controllerNotFound();
  if (!DEVICE_TRAITS[controller.device_type].hasFieldKit) throw new PortalError(controllerErrors.not_examinable());
  await asCaller((client) =>
    writeAudit(client, { action: "controller_examined", objectType: "controllers", objectId: id }),
  );
  const { transcript, findings } = await examined(deps, id);
  return {
    examined_at: deps.clock.now().toISOString(),
    verdict: verdictOf(findings, language),
    left: findings.some(({ code }) => code === "left"),
    transcript,
  };
}

async function examined({ sync, pools, keys, drivers }: ExamineDeps, id: string): Promise<Examination> {
  try {
    return await sync.whileLeased(id, async ({ requireLease, stopping }) => {
      // Read again, because the wait for the worker may have been long.
      const controller = await readStoredController(pools.engine, id);
      if (controller === null) throw controllerNotFound();
      const limits = { beforeCall: requireLease, signal: stopping };
      return await drivers.examine(storedConnection(keys, controller), controller.device_type, limits);
    });
  } catch (error) {
    throw workerFailure(error);
  }
}
