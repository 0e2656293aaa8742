import type { DeviceType } from "#contract/devices.ts";
import type { TestConnectionReply } from "#contract/functions/device-connection.ts";
import { controllersTexts as t } from "#web/texts/controllers.ts";

/** "A1601 10.12.236 · 2 dörrar. Enhetens klocka går fel. …"; empty when the device reported nothing. */
export function describeDevice(deviceType: DeviceType, reply: TestConnectionReply): string {
  const { model, firmware, doors, warnings } = reply;
  const units = doors === null ? null : deviceType === "axis" ? t.doors(doors) : t.macros(doors);
  const facts = [[model, firmware].filter(Boolean).join(" "), units].filter(Boolean).join(" · ");
  const known = warnings.map((code) => t.warnings[code]).filter((sentence) => sentence !== undefined);
  return [facts === "" ? null : known.length > 0 ? `${facts}.` : facts, ...known].filter(Boolean).join(" ");
}
