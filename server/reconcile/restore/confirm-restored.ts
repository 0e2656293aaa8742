import type { z } from "zod";
import { restoreErrors } from "#contract/errors/restore.ts";
import type { restoreControl } from "#contract/functions/restore-control.ts";
import type { CallerContext } from "#server/platform/functions/as-caller.ts";
import { PortalError } from "#server/platform/http/errors.ts";
import type { RestoreDeps } from "./inspect-restored.ts";
import { confirmRestore, readHeldControllers, readRestoreState } from "./restore.store.ts";

/** Ends the pause after a restore. Throws PortalError unless a controller has been read since, or a restore waits. */
export async function confirmRestored(
  { sync }: RestoreDeps,
  { asCaller }: CallerContext,
  { grant_again: grantAgain, remove }: z.output<typeof restoreControl.CONFIRM.input>,
) {
  const done = await asCaller(async (client) => {
    const [state, held] = [await readRestoreState(client), await readHeldControllers(client)];
    if (state === null && !held.some((one) => one.inspected_at !== null && one.error === null)) {
      throw new PortalError(restoreErrors.restore_nothing_to_confirm());
    }
    return confirmRestore(client, { grantAgain, remove });
  });
  sync.wake();
  return done;
}
