// restore-control: what a system admin sees and says after a back-up was restored.
import { restoreErrors } from "#contract/errors/restore.ts";
import { restoreControlRequest } from "#contract/functions/restore-control.ts";
import { writeAudit } from "#server/audit/record-operation.ts";
import { deviceFailure } from "#server/devices/device-errors.ts";
import type { SessionClaims } from "#server/platform/database/as-user.ts";
import { asRole, defineFunction, type FunctionDeps } from "#server/platform/functions/define-function.ts";
import { PortalError } from "#server/platform/http/errors.ts";
import { confirmRestore, readHeldControllers, readRestoreState, saveRestoreReport } from "./restore.store.ts";

/** Devices that are read at the same time. */
const AT_ONCE = 16;

export const restoreControl = defineFunction({
  name: "restore-control",
  method: "POST",
  input: restoreControlRequest,
  handle: async (deps, { input, claims }) => {
    switch (input.action) {
      case "STATUS":
        return status(deps, claims);
      case "INSPECT":
        return inspect(deps, claims, input.controller_id);
      case "CONFIRM":
        return confirm(deps, claims, { grantAgain: input.grant_again, remove: input.remove });
    }
  },
});

async function status(deps: FunctionDeps, claims: SessionClaims): Promise<object> {
  return asRole(deps, claims, "system_admin", async (client) => ({
    restored: await readRestoreState(client),
    controllers: await readHeldControllers(client),
  }));
}

/** Each device is read on its own: one that is away keeps no other from being read. */
async function inspect(deps: FunctionDeps, claims: SessionClaims, only: string | undefined): Promise<object> {
  const held = await asRole(deps, claims, "system_admin", async (client) => {
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
  return status(deps, claims);
}

async function inspectOne({ sync, pools, log }: FunctionDeps, controllerId: string): Promise<void> {
  try {
    await saveRestoreReport(pools.engine, { controllerId, error: null, items: await sync.inspect(controllerId) });
  } catch (error) {
    const failure = deviceFailure(error);
    if (!(failure instanceof PortalError)) throw error;
    log.warn({ err: error, controllerId }, "a controller could not be read after the restore");
    await saveRestoreReport(pools.engine, { controllerId, error: failure.code, items: [] });
  }
}

async function confirm(
  deps: FunctionDeps,
  claims: SessionClaims,
  choice: Parameters<typeof confirmRestore>[1],
): Promise<object> {
  const done = await asRole(deps, claims, "system_admin", async (client) => {
    const [state, held] = [await readRestoreState(client), await readHeldControllers(client)];
    if (state === null && !held.some((one) => one.inspected_at !== null && one.error === null)) {
      throw new PortalError(restoreErrors.restore_nothing_to_confirm());
    }
    return confirmRestore(client, choice);
  });
  deps.sync.wake();
  return done;
}
