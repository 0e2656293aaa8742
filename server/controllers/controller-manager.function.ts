import { z } from "zod";
import { controllerErrors } from "#contract/errors/controllers.ts";
import { controllerManagerRequest } from "#contract/functions/controller-manager.ts";
import { requireStepUp } from "#server/auth/step-up.ts";
import {
  endInstallationOverlap,
  rotateInstallation,
  setInstallationWebhookEnabled,
} from "#server/gates/installation-webhook.ts";
import { endOverlap, rotateWebhook } from "#server/gates/rotate-webhook.ts";
import { defineFunction } from "#server/platform/functions/define-function.ts";
import { PortalError } from "#server/platform/http/errors.ts";
import { deleteController } from "./delete-controller.ts";
import { allowOldTls, forbidOldTls } from "./old-tls.ts";
import { refuseSharedSystem } from "./refuse-shared-system.ts";
import { retireController } from "./retire-controller.ts";
import { changeController, createController } from "./save-controller.ts";
import { setUpPush } from "./set-up-push.ts";
import { type TrustDeps, trustCertificate } from "./trust-certificate.ts";

const creation = z.object({ action: z.literal("CREATE") });

export const controllerManager = defineFunction({
  name: "controller-manager",
  method: "POST",
  role: "system_admin",
  input: controllerManagerRequest,
  named: (refusal, body) =>
    refusal.code === "database_unavailable" && creation.safeParse(body).success
      ? new PortalError(controllerErrors.standard_organization_unread(), { cause: refusal })
      : refusal,
  handle: async (deps: TrustDeps, { input, ...call }) => {
    const { keys, pools } = deps;
    if (input.action === "TRUST_CERTIFICATE") return { controller: await trustCertificate(deps, call, input) };
    if (input.action === "ALLOW_OLD_TLS") return { controller: await allowOldTls(deps, call, input) };
    if (input.action === "FORBID_OLD_TLS") return { controller: await forbidOldTls(deps, call, input) };
    if (input.action === "SET_UP_PUSH") return setUpPush(deps, call, input);
    if (input.action.includes("WEBHOOK")) await call.asCaller(async () => requireStepUp(deps, call.claims));
    if (input.action === "CREATE") await refuseSharedSystem(deps, call, input.payload);
    return call.asCaller(async (client) => {
      switch (input.action) {
        case "CREATE":
          return { controller: await createController(client, deps, input.payload) };
        case "UPDATE":
          return { controller: await changeController(client, deps, input) };
        case "DELETE":
          await deleteController(client, input.id);
          return {};
        case "RETIRE":
          return retireController(client, input);
        case "ROTATE_WEBHOOK":
          return rotateWebhook(client, keys, {
            id: input.id,
            overlapHours: input.overlap_hours,
            endOnFirstUse: input.end_on_first_use,
          });
        case "END_WEBHOOK_OVERLAP":
          await endOverlap(client, input.id);
          return {};
        case "ROTATE_INSTALLATION_WEBHOOK":
          return rotateInstallation({ client, engine: pools.engine, keys }, input.overlap_hours);
        case "END_INSTALLATION_WEBHOOK_OVERLAP":
          await endInstallationOverlap(client);
          return {};
        case "SET_INSTALLATION_WEBHOOK":
          await setInstallationWebhookEnabled(client, input.enabled);
          return {};
      }
    });
  },
});
