import { DEVICE_TRAITS } from "#contract/devices.ts";
import type { ControllerRow } from "#contract/tables/controllers.ts";
import {
  CONNECTION_FIELDS,
  type Connection,
  type ControllerPortalForm,
  connectionOf,
  connectionRules,
  needsOf,
} from "./controller-form-rules.ts";
import { controllerDialogTexts as t } from "./texts/controller-dialog.sv.ts";

/** Reads the connection; null when a field is wrong or the password is needed again. That field then shows it and has focus. */
export async function readConnection(
  form: ControllerPortalForm,
  saved: ControllerRow | null,
): Promise<Connection | null> {
  if (!(await form.trigger(CONNECTION_FIELDS, { shouldFocus: true }))) return null;
  const values = form.getValues();
  const isRelay = DEVICE_TRAITS[values.device_type].opensBy === "request";
  if (isRelay && saved === null && !(await form.trigger("relay_request", { shouldFocus: true }))) return null;
  const connection = connectionOf(connectionRules.parse(values), saved, !isRelay || needsOf(values).password);
  if (connection !== "password-needed") return connection;
  form.setError("password", { type: "manual", message: t.passwordNeeded }, { shouldFocus: true });
  return null;
}
