import { DEVICE_KINDS, type DeviceType } from "#contract/devices.ts";
import type { TestedConnection } from "#contract/functions/device-connection.ts";
import { ownWord } from "#contract/own-word.ts";
import { doorPinWords, riskWords } from "#web/lib/doors/door-pin.ts";
import { deviceWarningTexts } from "./texts/controller-dialog.sv.ts";
import { controllersTexts as t } from "./texts/controllers.sv.ts";
import { doorPinTexts } from "./texts/door-pin.sv.ts";

/** Returns text such as "A1601 10.12.236 · 2 dörrar. Enhetens klocka går fel. …"; empty when the device reported nothing. */
export function describeDevice(deviceType: DeviceType, reply: TestedConnection): string {
  const { model, firmware, doors, warnings } = reply;
  const units = doors === null ? null : DEVICE_KINDS[deviceType] === "door" ? t.doors(doors) : t.macros(doors);
  const facts = [[model, firmware].filter(Boolean).join(" "), units].filter(Boolean).join(" · ");
  const known = warnings
    .map((code) => ownWord(deviceWarningTexts.warnings, code))
    .filter((sentence) => sentence !== undefined);
  const sentences = [...known, ...doorSentences(reply.limited_doors), ...fourDigitSentences(reply.four_digit_doors)];
  return [facts === "" ? null : sentences.length > 0 ? `${facts}.` : facts, ...sentences].filter(Boolean).join(" ");
}

const DOORS_NAMED = 3;

/** Names the doors where guessing is easiest, and says once how to fix it. */
function fourDigitSentences(doors: TestedConnection["four_digit_doors"]): string[] {
  if (doors.length === 0) return [];
  const worst = doors.toSorted((one, other) => (other.codes ?? 0) - (one.codes ?? 0)).slice(0, DOORS_NAMED);
  const named = worst.map(({ name, codes }) => doorPinTexts.ofDoor(name, doorPinTexts.fourDigits(riskWords(codes))));
  const others = doors.length - worst.length;
  return [...named, ...(others > 0 ? [doorPinTexts.moreFourDigitDoors(others)] : []), doorPinTexts.raiseDigits];
}

function doorSentences(doors: TestedConnection["limited_doors"]): string[] {
  const named = doors.slice(0, DOORS_NAMED).map(({ name, pin_use, pin_hours }) => {
    return doorPinTexts.ofDoor(name, doorPinWords(pin_use, pin_hours) ?? "");
  });
  return doors.length > DOORS_NAMED ? [...named, doorPinTexts.moreDoors(doors.length - DOORS_NAMED)] : named;
}
