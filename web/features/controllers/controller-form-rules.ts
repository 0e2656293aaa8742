import { z } from "zod";
import { createControllerForm, editControllerForm } from "#contract/forms/controller.ts";
import { DEFAULT_PORT } from "#contract/limits.ts";
import type { ControllerRow } from "#contract/tables/controllers.ts";
import { deviceScheme } from "#web/lib/device-address.ts";
import { controllerDialogTexts } from "#web/texts/controller-dialog.ts";
import type { PortalForm } from "#web/ui/form.tsx";

/** Digits become a number; anything else fails the number's own rule. */
const portText = z
  .string()
  .transform((text) => (/^\d{1,9}$/.test(text.trim()) ? Number(text) : Number.NaN))
  .pipe(editControllerForm.shape.device_port);

export const createControllerRules = createControllerForm.extend({ device_port: portText });
export const editControllerRules = editControllerForm.extend({ device_port: portText });

/** A changed address requires the password again, as on the server. */
export function editControllerRulesOf(saved: ControllerRow) {
  return editControllerRules.refine((values) => values.password !== "" || !isMoved(values, saved), {
    path: ["password"],
    message: controllerDialogTexts.passwordAgain,
  });
}

export function isMoved(
  { device_ip, device_port }: { device_ip: string; device_port: number | string },
  saved: Pick<ControllerRow, "device_ip" | "device_port">,
): boolean {
  return device_ip.trim() !== saved.device_ip || Number(device_port) !== saved.device_port;
}

/** Address and port as one text: equal while neither was changed. */
export function placeKey({ device_ip, device_port }: { device_ip: string; device_port: number | string }): string {
  return `${device_ip.trim()} ${device_port}`;
}

/** A door controller that does not answer yet is saved as https, unless its address says otherwise. */
export function assumedAddress(
  { device_type, device_ip, device_port }: Pick<ControllerValues, "device_type" | "device_ip" | "device_port">,
  portTyped: boolean,
): string {
  const saysSo = /^[a-z][a-z0-9+.-]*:\/\//i.test(device_ip) || (portTyped && device_port === DEFAULT_PORT.axxon_lpr);
  if (saysSo || device_type !== "axis" || deviceScheme(device_ip, device_port) === "https") return device_ip;
  return `https://${device_ip}`;
}

export type ControllerInput = z.input<typeof editControllerRules>;
export type ControllerValues = z.output<typeof editControllerRules>;

export type ControllerPortalForm = PortalForm<ControllerInput, ControllerValues>;

export const NEW_CONTROLLER: ControllerInput = {
  name: "",
  device_type: "axis",
  device_ip: "",
  device_port: "443",
  username: "",
  password: "",
  enabled: true,
  macro_id: "",
  list_sync: false,
};

export function controllerInput(controller: ControllerRow): ControllerInput {
  return {
    name: controller.name,
    device_type: controller.device_type,
    device_ip: controller.device_ip,
    device_port: String(controller.device_port ?? 443),
    username: controller.username ?? "",
    password: "",
    enabled: controller.enabled,
    macro_id: controller.macro_id ?? "",
    list_sync: controller.list_sync,
  };
}

export const connectionRules = editControllerRules.pick({
  device_ip: true,
  device_port: true,
  username: true,
  password: true,
});
export const CONNECTION_FIELDS = ["device_ip", "device_port", "username", "password"] as const;

export type Connection =
  | { controller_id: string }
  | { device_ip: string; device_port: number; username: string; password: string; fingerprint?: string };

export type TestableConnection = Connection | "password-needed";

/** Uses the stored password only with the stored address and name: it is never sent elsewhere. */
export function connectionOf(
  values: z.output<typeof connectionRules>,
  saved: ControllerRow | null,
): TestableConnection {
  const { device_ip, device_port, username, password } = values;
  if (password !== "") return { device_ip, device_port, username, password };
  if (saved === null) return "password-needed";
  const same =
    device_ip === saved.device_ip && device_port === (saved.device_port ?? 443) && username === (saved.username ?? "");
  return same ? { controller_id: saved.id } : "password-needed";
}
