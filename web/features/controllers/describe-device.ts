import type { DeviceType } from "#contract/devices.ts";
import type { TestConnectionReply } from "#contract/functions/device-connection.ts";
import { doorPinWords } from "#web/lib/door-pin.ts";
import { controllersTexts as t } from "#web/texts/controllers.ts";
import { doorPinTexts } from "#web/texts/door-pin.ts";

/** "A1601 10.12.236 · 2 dörrar. Enhetens klocka går fel. …"; empty when the device reported nothing. */
export function describeDevice(deviceType: DeviceType, reply: TestConnectionReply): string {
  const { model, firmware, doors, warnings } = reply;
  const units = doors === null ? null : deviceType === "axis" ? t.doors(doors) : t.macros(doors);
  const facts = [[model, firmware].filter(Boolean).join(" "), units].filter(Boolean).join(" · ");
  const known = warnings.map((code) => t.warnings[code]).filter((sentence) => sentence !== undefined);
  const sentences = [...known, ...doorSentences(reply.limited_doors)];
  return [facts === "" ? null : sentences.length > 0 ? `${facts}.` : facts, ...sentences].filter(Boolean).join(" ");
}

const DOORS_NAMED = 3;

function doorSentences(doors: TestConnectionReply["limited_doors"]): string[] {
  const named = doors.slice(0, DOORS_NAMED).map(({ name, pin_use, pin_hours }) => {
    return doorPinTexts.ofDoor(name, doorPinWords(pin_use, pin_hours) ?? "");
  });
  return doors.length > DOORS_NAMED ? [...named, doorPinTexts.moreDoors(doors.length - DOORS_NAMED)] : named;
}
