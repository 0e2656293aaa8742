import { restoreErrors } from "#contract/errors/restore.ts";
import { writeAudit } from "#server/audit/record-operation.ts";
import { deviceFailure } from "#server/devices/device-errors.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { CallerContext } from "#server/platform/functions/as-caller.ts";
import { PortalError } from "#server/platform/http/errors.ts";
import type { SyncEngine } from "../engine/engine.ts";
import { readHeldControllers, readRestoreState, saveRestoreReport } from "./restore.store.ts";

/** The parts of the portal that the calls after a restore need. */
export interface RestoreDeps extends Deps {
  sync: Pick<SyncEngine, "inspect" | "wake">;
}

const AT_ONCE = 16;

/** Returns the restore and the controllers that it holds back. `restored` null: no restore waits. */
export async function restoreStatus({ asCaller }: CallerContext) {
  return asCaller(async (client) => ({
    restored: await readRestoreState(client),
    controllers: await readHeldControllers(client),
  }));
}

/**
 * Reads the held controllers, or one of them, at most 16 at a time. One that does not answer keeps its error in the reply. Throws
 * PortalError when none waits.
 */
export async function inspectRestored(
  deps: RestoreDeps,
  call: CallerContext,
  { controller_id: only }: { controller_id?: string | undefined },
) {
  const held = await call.asCaller(async (client) => {
    await writeAudit(client, { action: "restore_inspected", objectType: "controllers", objectId: only ?? null });
    return (await readHeldControllers(client)).filter((one) => only === undefined || one.controller_id === only);
  });
  if (held.length === 0) {
    throw new PortalError(restoreErrors.restore_nothing_waits());
  }
  const waiting = held.map(({ controller_id }) => controller_id);
  const worker = async () => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) await inspectOne(deps, id);
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, waiting.length) }, worker));
  return restoreStatus(call);
}

async function inspectOne({ sync, pools, log }: RestoreDeps, controllerId: string): Promise<void> {
  try {
    await saveRestoreReport(pools.engine, { controllerId, error: null, items: await sync.inspect(controllerId) });
  } catch (error) {
    const failure = deviceFailure(error);
    if (!(failure instanceof PortalError)) throw error;
    log.warn({ err: error, controllerId }, "a controller could not be read after the restore");
    await saveRestoreReport(pools.engine, { controllerId, error: failure.code, items: [] });
  }
}
