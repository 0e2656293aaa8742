import { z } from "zod";
import { deviceEndpoint, PLAIN_PORT } from "#contract/device-address.ts";
import { DEVICE_KINDS, DEVICE_TRAITS, DEVICE_TYPES, type DeviceType } from "#contract/devices.ts";
import { createControllerForm, editControllerForm } from "#contract/forms/controller.ts";
import { formTexts } from "#contract/forms/texts.ts";
import type { SeenController } from "#contract/functions/controller-manager.ts";
import { plainLine } from "#contract/plain-line.ts";
import { type RelayRequest, relayNeeds, relayRequestSchema, storedRelayRequest } from "#contract/relay.ts";
import type { ControllerRow } from "#contract/tables/controllers.ts";
import { deviceScheme } from "#web/lib/controllers/device-address.ts";
import type { PortalForm } from "#web/ui/forms/form.tsx";
import { controllerDialogTexts } from "./texts/controller-dialog.sv.ts";
import { lpvTexts } from "./texts/lpv.sv.ts";
import { relayTexts } from "./texts/relay.sv.ts";

/** Digits become a number; anything else fails the number's own rule. */
const portText = z
  .string()
  .transform((text) => (/^\d{1,9}$/.test(text.trim()) ? Number(text) : Number.NaN))
  .pipe(editControllerForm.shape.device_port);

/** The account is checked below, where it is known whether a relay has one. */
const shape = {
  device_port: portText,
  username: z.string().overwrite(plainLine).max(255, formTexts.user_name_long),
  password: editControllerForm.shape.password,
  relay_request: relayRequestSchema.optional(),
};

interface Account {
  device_type: DeviceType;
  username: string;
  password: string;
  relay_request?: RelayRequest | undefined;
}

/** Tells what an account needs: a relay's request may need only a part, any other controller needs both. */
export function needsOf({ device_type, relay_request }: Pick<Account, "device_type" | "relay_request">) {
  if (DEVICE_TRAITS[device_type].opensBy !== "request") return { username: true, password: true };
  return relay_request ? relayNeeds(relay_request) : { username: false, password: false };
}

const withUsername = { path: ["username"], message: formTexts.user_name_missing, when: () => true };
const hasUsername = (values: Account) => values.username.trim() !== "" || !needsOf(values).username;

/** Tells whether a camera's own output opens the gate; its number stands in the macro's field. */
const hasOutput = ({ device_type, macro_id }: { device_type: DeviceType; macro_id?: string | null | undefined }) =>
  DEVICE_TRAITS[device_type].opensBy !== "output" || /^[1-9]\d?$/.test((macro_id ?? "").trim());
const withOutput = { path: ["macro_id"], message: lpvTexts.outputMissing, when: () => true };

const createShape = createControllerForm.extend(shape);
const editShape = editControllerForm.extend(shape);

export const createControllerRules = createShape
  .refine(hasUsername, withUsername)
  .refine((values) => values.password !== "" || !needsOf(values).password, {
    path: ["password"],
    message: formTexts.device_password_missing,
    when: () => true,
  })
  .refine(
    ({ device_type, relay_request }) => DEVICE_TRAITS[device_type].opensBy !== "request" || relay_request !== undefined,
    {
      path: ["relay_request"],
      message: relayTexts.presetPlaceholder,
      when: () => true,
    },
  )
  .refine(hasOutput, withOutput);
export const editControllerRules = editShape.refine(hasUsername, withUsername).refine(hasOutput, withOutput);

/** Returns the rules. A changed address requires the password again, like on the server. */
export function editControllerRulesOf(saved: ControllerRow) {
  return editControllerRules.refine(
    (values) => values.password !== "" || saved.password_encrypted === null || !isMoved(values, saved),
    {
      path: ["password"],
      message: controllerDialogTexts.passwordAgain,
    },
  );
}

/** Tells whether address or port differ from the saved ones. A saved controller without a port has its kind's. */
export function isMoved(
  { device_ip, device_port }: { device_ip: string; device_port: number | string },
  saved: Pick<ControllerRow, "device_ip" | "device_port">,
): boolean {
  return device_ip.trim() !== saved.device_ip || Number(device_port) !== deviceEndpoint(saved).port;
}

/** Returns one text of address and port; it stays equal until either is changed. */
export function placeKey({ device_ip, device_port }: { device_ip: string; device_port: number | string }): string {
  return `${device_ip.trim()} ${device_port}`;
}

/** Returns the address for a door controller that does not answer yet: https, unless the address says otherwise. */
export function assumedAddress(
  { device_type, device_ip, device_port }: Pick<ControllerValues, "device_type" | "device_ip" | "device_port">,
  portTyped: boolean,
): string {
  const saysSo = /^[a-z][a-z0-9+.-]*:\/\//i.test(device_ip) || (portTyped && device_port === PLAIN_PORT);
  if (saysSo || DEVICE_KINDS[device_type] !== "door" || deviceScheme(device_ip, device_port) === "https")
    return device_ip;
  return `https://${device_ip}`;
}

export type ControllerInput = z.input<typeof editControllerRules>;
export type ControllerValues = z.output<typeof editControllerRules>;

export type ControllerPortalForm = PortalForm<ControllerInput, ControllerValues>;

export const NEW_CONTROLLER: ControllerInput = {
  name: "",
  device_type: DEVICE_TYPES[0],
  device_ip: "",
  device_port: "443",
  username: "",
  password: "",
  enabled: true,
  macro_id: "",
  list_sync: false,
  frame_source: "",
};

/** Returns the form's values. The password stays empty, which keeps the saved one. */
export function controllerInput(controller: ControllerRow): ControllerInput {
  return {
    name: controller.name,
    device_type: controller.device_type,
    device_ip: controller.device_ip,
    device_port: String(deviceEndpoint(controller).port),
    username: controller.username ?? "",
    password: "",
    enabled: controller.enabled,
    macro_id: controller.macro_id ?? "",
    list_sync: controller.list_sync,
    frame_source: controller.frame_source ?? "",
  };
}

/** Returns the stored values with which a form was opened. `opening`: the relay's request, undefined when the form has not read it. */
export function seenController(controller: ControllerRow, opening: unknown): SeenController {
  const { name, device_ip, device_port, username, enabled, macro_id, list_sync, frame_source } = controller;
  const seen = { name, device_ip, device_port, username, enabled, macro_id, list_sync, frame_source };
  return opening === undefined ? seen : { ...seen, relay_request: storedRelayRequest.parse(opening) };
}

export const connectionRules = editShape.pick({
  device_ip: true,
  device_port: true,
  username: true,
  password: true,
});
export const CONNECTION_FIELDS = ["device_ip", "device_port", "username", "password"] as const;

export type Connection =
  | { controller_id: string }
  | {
      device_ip: string;
      device_port: number;
      username: string;
      password: string;
      fingerprint?: string;
      allow_old_tls?: boolean;
    };

export type TestableConnection = Connection | "password-needed";

/** Returns the connection. The stored password is used only with the stored address and name, and never sent elsewhere. */
export function connectionOf(
  values: z.output<typeof connectionRules>,
  saved: ControllerRow | null,
  needsPassword = true,
): TestableConnection {
  const { device_ip, device_port, username, password } = values;
  if (password !== "" || (saved === null && !needsPassword)) return { device_ip, device_port, username, password };
  if (saved === null) return "password-needed";
  const same = !isMoved({ device_ip, device_port }, saved) && username === (saved.username ?? "");
  return same ? { controller_id: saved.id } : "password-needed";
}
