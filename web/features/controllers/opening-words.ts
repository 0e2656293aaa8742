import { DEVICE_TRAITS, type DeviceType } from "#contract/devices.ts";
import { controllerDialogTexts as t } from "./texts/controller-dialog.sv.ts";

/** Returns the words for testing an opening, because only some gates are opened by a macro. */
export function openingWords(type: DeviceType): { label: string; ok: string; failed: string } {
  return DEVICE_TRAITS[type].opensBy === "macro"
    ? { label: t.testMacro, ok: t.macroOk, failed: t.macroFailed }
    : { label: t.testOpening, ok: t.openingOk, failed: t.openingFailed };
}
