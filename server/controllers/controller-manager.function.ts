// controller-manager: registers, changes, retires and deletes controllers.

import { randomUUID } from "node:crypto";
import type { PoolClient } from "pg";
import { controllerErrors } from "#contract/errors/controllers.ts";
import { type ControllerManagerRequest, controllerManagerRequest } from "#contract/functions/controller-manager.ts";
import { DEFAULT_PORT } from "#contract/limits.ts";
import type { ControllerRow } from "#contract/tables/controllers.ts";
import { deviceBaseUrl } from "#drivers/base-url.ts";
import { requireFreshProof } from "#server/auth/fresh-proof.ts";
import {
  type ControllerColumns,
  insertController,
  lockController,
  updateController,
} from "#server/devices/controllers.store.ts";
import { newPassword } from "#server/devices/device-connection.ts";
import { deviceFailure } from "#server/devices/device-errors.ts";
import { controllerNotFound } from "#server/devices/reach-device.ts";
import { endInstallationOverlap, setInstallationWebhookEnabled } from "#server/gates/installation-webhook.store.ts";
import { rotateInstallation } from "#server/gates/installation-webhook.ts";
import { endOverlap, rotateWebhook } from "#server/gates/rotate-webhook.ts";
import { newWebhookPair } from "#server/gates/webhook-credentials.ts";
import { standardOrganization } from "#server/organizations/standard-organization.ts";
import type { KeyRing } from "#server/platform/crypto/key-ring.ts";
import { sealControllerPassword } from "#server/platform/crypto/sealed-columns.ts";
import type { SessionClaims } from "#server/platform/database/as-user.ts";
import { asRole, defineFunction, type FunctionDeps } from "#server/platform/functions/define-function.ts";
import { PortalError } from "#server/platform/http/errors.ts";
import { deleteController } from "./delete-controller.ts";
import { retireController } from "./retire-controller.ts";
import { trustCertificate } from "./trust-certificate.ts";

type Create = Extract<ControllerManagerRequest, { action: "CREATE" }>["payload"];
type Update = Extract<ControllerManagerRequest, { action: "UPDATE" }>["payload"];

export const controllerManager = defineFunction({
  name: "controller-manager",
  method: "POST",
  input: controllerManagerRequest,
  handle: async (deps, { input, claims }) => {
    if (input.action === "TRUST_CERTIFICATE") return { controller: await trustCertificate(deps, claims, input) };
    if (isOfInstallation(input)) {
      await requireStepUp(deps, claims);
      return asRole(deps, claims, "system_admin", (client) => changeInstallation(deps, client, input));
    }
    if (input.action === "ROTATE_WEBHOOK") {
      await requireStepUp(deps, claims);
      return asRole(deps, claims, "system_admin", (client) =>
        rotateWebhook(client, deps.keys, {
          id: input.id,
          overlapHours: input.overlap_hours,
          endOnFirstUse: input.end_on_first_use,
        }),
      );
    }
    if (input.action === "END_WEBHOOK_OVERLAP") await requireStepUp(deps, claims);
    return asRole(deps, claims, "system_admin", (client) => change(client, deps.keys, input));
  },
});

async function requireStepUp(deps: FunctionDeps, claims: SessionClaims): Promise<void> {
  await asRole(deps, claims, "system_admin", async () => requireFreshProof(deps, claims));
}

type OfInstallation = Extract<ControllerManagerRequest, { action: `${string}INSTALLATION_WEBHOOK${string}` }>;
type Change = Exclude<ControllerManagerRequest, OfInstallation | { action: "TRUST_CERTIFICATE" | "ROTATE_WEBHOOK" }>;

const isOfInstallation = (input: ControllerManagerRequest): input is OfInstallation =>
  input.action.includes("INSTALLATION_WEBHOOK");

async function changeInstallation(deps: FunctionDeps, client: PoolClient, input: OfInstallation): Promise<object> {
  switch (input.action) {
    case "ROTATE_INSTALLATION_WEBHOOK":
      return rotateInstallation({ client, engine: deps.pools.engine, keys: deps.keys }, input.overlap_hours);
    case "END_INSTALLATION_WEBHOOK_OVERLAP":
      await endInstallationOverlap(client);
      return {};
    case "SET_INSTALLATION_WEBHOOK":
      await setInstallationWebhookEnabled(client, input.enabled);
      return {};
  }
}

async function change(client: PoolClient, keys: KeyRing, input: Change): Promise<object> {
  switch (input.action) {
    case "CREATE": {
      const organization_id = await standardOrganization(client);
      const columns = { ...columnsOfNew(keys, input.payload), organization_id };
      return { controller: await insertController(client, columns) };
    }
    case "UPDATE": {
      const current = await lockController(client, input.id);
      if (current === null) throw controllerNotFound();
      return { controller: await updateController(client, current, columnsOfChange(keys, current, input.payload)) };
    }
    case "DELETE":
      await deleteController(client, input.id);
      return {};
    case "RETIRE":
      return retireController(client, input);
    case "END_WEBHOOK_OVERLAP":
      await endOverlap(client, input.id);
      return {};
  }
}

function columnsOfNew(keys: KeyRing, payload: Create): ControllerColumns & { id: string } {
  const id = randomUUID();
  const { password, password_encrypted, ...fields } = payload;
  const typed = newPassword({ password, password_encrypted });
  if (typed === undefined) throw new PortalError(controllerErrors.device_password_missing());
  const port = fields.device_port ?? DEFAULT_PORT[fields.device_type];
  return {
    ...fields,
    id,
    device_port: port,
    enabled: fields.enabled ?? true,
    macro_id: fields.macro_id || null,
    list_sync: keepsList(fields),
    password_encrypted: sealControllerPassword(keys, id, typed),
    allow_plain_http: isPlainGate({ ...fields, device_port: port }),
    ...(fields.device_type === "axxon_lpr" ? newWebhookPair(keys, id).columns : {}),
  };
}

/**
 * A changed address forgets the pinned certificate: another certificate is what one expects there. That it comes with the password
 * and after a step-up, a trigger of the table demands (database/controllers/controller-secrets.function.sql).
 */
function columnsOfChange(keys: KeyRing, current: ControllerRow, payload: Update): ControllerColumns {
  const { password, password_encrypted, device_type, ...fields } = payload;
  if (device_type !== undefined && device_type !== current.device_type) {
    throw new PortalError(controllerErrors.device_type_fixed());
  }
  const typed = newPassword({ password, password_encrypted });
  const address = {
    device_type: current.device_type,
    device_ip: fields.device_ip ?? current.device_ip,
    device_port: fields.device_port === undefined ? current.device_port : fields.device_port,
  };
  const moved = address.device_ip !== current.device_ip || address.device_port !== current.device_port;
  return {
    ...withoutUndefined(fields),
    ...(fields.macro_id === "" ? { macro_id: null } : {}),
    ...(fields.list_sync === undefined ? {} : { list_sync: keepsList({ ...address, list_sync: fields.list_sync }) }),
    ...(typed === undefined ? {} : { password_encrypted: sealControllerPassword(keys, current.id, typed) }),
    ...(moved ? { cert_sha256: null, allow_plain_http: isPlainGate(address) } : {}),
  };
}

/** Saving a plain-HTTP address of an LPR server is the permission to use it; a door controller never gets one. */
function isPlainGate(fields: {
  device_type: Create["device_type"];
  device_ip: string;
  device_port: number | null;
}): boolean {
  try {
    return deviceBaseUrl(fields).protocol === "http:" && fields.device_type === "axxon_lpr";
  } catch (error) {
    throw deviceFailure(error);
  }
}

/** A door controller has no plate list to keep. */
function keepsList(fields: { device_type: Create["device_type"]; list_sync?: boolean | undefined }): boolean {
  if (fields.list_sync !== true || fields.device_type === "axxon_lpr") return fields.list_sync ?? false;
  throw new PortalError(controllerErrors.plate_list_of_door_controller());
}

function withoutUndefined<T extends object>(fields: T): { [Key in keyof T]: Exclude<T[Key], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}
