import type { PoolClient } from "pg";
import { z } from "zod";
import { controllerErrors } from "#contract/errors/controllers.ts";
import { controllerManager as contract } from "#contract/functions/controller-manager.ts";
import { requireStepUp } from "#server/auth/step-up.ts";
import {
  endInstallationOverlap,
  rotateInstallation,
  setInstallationWebhookEnabled,
} from "#server/gates/installation-webhook.ts";
import { endOverlap, rotateWebhook } from "#server/gates/rotate-webhook.ts";
import type { Deps } from "#server/platform/deps.ts";
import { type ActionCall, action } from "#server/platform/functions/action.ts";
import { defineFunction } from "#server/platform/functions/define-function.ts";
import { PortalError } from "#server/platform/http/errors.ts";
import { deleteController } from "./delete-controller.ts";
import { allowOldTls, forbidOldTls } from "./old-tls.ts";
import { refuseSharedSystem } from "./refuse-shared-system.ts";
import { retireController } from "./retire-controller.ts";
import { changeController, createController } from "./save-controller.ts";
import { setUpPush } from "./set-up-push.ts";
import { type TrustDeps, trustCertificate } from "./trust-certificate.ts";
import { unassignController, unassignDoor } from "./unassign-controller.ts";

type Work<Input, Reply> = (client: PoolClient, input: Input, deps: Deps) => Promise<Reply>;

/** Runs the work in one transaction of the caller's. */
const inTransaction =
  <Input, Reply>(work: Work<Input, Reply>) =>
  (deps: Deps, { asCaller }: ActionCall, input: Input) =>
    asCaller((client) => work(client, input, deps));

/** Runs the work in a transaction of its own after a step-up. */
const afterStepUp =
  <Input, Reply>(work: Work<Input, Reply>) =>
  async (deps: Deps, call: ActionCall, input: Input) => {
    await call.asCaller(async () => requireStepUp(deps, call.claims));
    return await call.asCaller((client) => work(client, input, deps));
  };

const creation = z.object({ action: z.literal(contract.CREATE.name) });

export const controllerManager = defineFunction({
  contract,
  role: "system_admin",
  named: (refusal, body) =>
    refusal.code === "database_unavailable" && creation.safeParse(body).success
      ? new PortalError(controllerErrors.standard_organization_unread(), { cause: refusal })
      : refusal,
  actions: {
    CREATE: action(contract.CREATE, async (deps, call, { payload }) => {
      await refuseSharedSystem(deps, call, payload);
      return { controller: await call.asCaller((client) => createController(client, deps, payload)) };
    }),
    UPDATE: action(
      contract.UPDATE,
      inTransaction(async (client, input, deps) => ({ controller: await changeController(client, deps, input) })),
    ),
    DELETE: action(
      contract.DELETE,
      inTransaction((client, { id }) => deleteController(client, id)),
    ),
    UNASSIGN: action(
      contract.UNASSIGN,
      afterStepUp((client, { id }) => unassignController(client, id)),
    ),
    UNASSIGN_DOOR: action(
      contract.UNASSIGN_DOOR,
      afterStepUp((client, { id }) => unassignDoor(client, id)),
    ),
    RETIRE: action(contract.RETIRE, afterStepUp(retireController)),
    TRUST_CERTIFICATE: action(contract.TRUST_CERTIFICATE, async (deps: TrustDeps, call, input) => ({
      controller: await trustCertificate(deps, call, input),
    })),
    ALLOW_OLD_TLS: action(contract.ALLOW_OLD_TLS, async (deps: TrustDeps, call, input) => ({
      controller: await allowOldTls(deps, call, input),
    })),
    FORBID_OLD_TLS: action(contract.FORBID_OLD_TLS, async (deps: TrustDeps, call, input) => ({
      controller: await forbidOldTls(deps, call, input),
    })),
    ROTATE_WEBHOOK: action(
      contract.ROTATE_WEBHOOK,
      afterStepUp((client, { id, overlap_hours: overlapHours, end_on_first_use: endOnFirstUse }, { keys }) =>
        rotateWebhook(client, keys, { id, overlapHours, endOnFirstUse }),
      ),
    ),
    END_WEBHOOK_OVERLAP: action(
      contract.END_WEBHOOK_OVERLAP,
      afterStepUp((client, { id }) => endOverlap(client, id)),
    ),
    ROTATE_INSTALLATION_WEBHOOK: action(
      contract.ROTATE_INSTALLATION_WEBHOOK,
      afterStepUp((client, input, { keys, pools }) =>
        rotateInstallation({ client, engine: pools.engine, keys }, input.overlap_hours),
      ),
    ),
    END_INSTALLATION_WEBHOOK_OVERLAP: action(
      contract.END_INSTALLATION_WEBHOOK_OVERLAP,
      afterStepUp((client) => endInstallationOverlap(client)),
    ),
    SET_INSTALLATION_WEBHOOK: action(
      contract.SET_INSTALLATION_WEBHOOK,
      afterStepUp((client, { enabled }) => setInstallationWebhookEnabled(client, enabled)),
    ),
    SET_UP_PUSH: action(contract.SET_UP_PUSH, setUpPush),
  },
});
