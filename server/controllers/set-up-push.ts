// Configures a gate's camera to push to the portal with the gate's own account. No other camera setting is changed.
import { controllerErrors } from "#contract/errors/controllers.ts";
import type { SetUpPushReply } from "#contract/functions/controller-manager.ts";
import { platePushPath } from "#contract/plate-push-path.ts";
import type { PushSetUp } from "#drivers/push-port.ts";
import { writeAudit } from "#server/audit/record-operation.ts";
import { requireStepUp } from "#server/auth/step-up.ts";
import { reachSaved, withPlateController } from "#server/devices/reach-device.ts";
import { ownWebhookCredentials } from "#server/gates/show-webhook-credentials.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { CallerContext } from "#server/platform/functions/as-caller.ts";
import { PortalError } from "#server/platform/http/errors.ts";
import { readGatesOfOtherTypes, recordHeartbeat } from "./controllers.store.ts";

/** Sets up the push. `portal` is the address that the caller's browser uses; it is used when the installation has no address of its own. */
export async function setUpPush(
  deps: Deps,
  call: CallerContext,
  { id, portal }: { id: string; portal: string },
): Promise<Omit<SetUpPushReply, "success">> {
  await call.asCaller(async () => requireStepUp(deps, call.claims));
  const reach = await reachSaved(deps, call, id, "gate");
  const address = (gate: string) =>
    new URL(platePushPath(reach.deviceType, gate), deps.config.publicUrl ?? portal).href;
  const url = address(id);
  const prefix = address("").replace(/^https?:\/\//, "");
  const others = await readGatesOfOtherTypes(deps.pools.engine, reach.deviceType);
  // A relay's gate may use this camera.
  const isCopied = (one: string) => one.startsWith(prefix) && !others.has(one.slice(prefix.length));
  const account = await ownWebhookCredentials(deps, id);
  const done = await withPlateController(deps, reach, async (device): Promise<PushSetUp> => {
    if (!device.setUpPush) throw new PortalError(controllerErrors.push_not_settable());
    // Audited before the account leaves the server, like a reading of the account.
    await call.asCaller((client) =>
      writeAudit(client, { action: "push_set_up", objectType: "controllers", objectId: id }),
    );
    return await device.setUpPush({ url, ...account, isCopied });
  });
  await recordHeartbeat(deps.pools.engine, id, done.heartbeat === "set");
  return { url, heartbeat: done.heartbeat };
}
