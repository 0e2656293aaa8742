import { formatNumber } from "#web/texts/counted.ts";
import type { doorPinTexts } from "./door-pin.sv.ts";

export const doorPin: typeof doorPinTexts = {
  days: ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"],
  everyDay: "every day",
  someHours: "at certain hours",
  bySchedules: (names) => `by the schedule ${names}`,
  exceptSomeDays: (hours) => `${hours}, except on exception days`,
  hours: (hours) => `PIN only ${hours}`,
  hoursHelp: (hours) => `A PIN alone opens ${hours}. At other hours the reader wants something else, such as a card.`,
  never: "Requires a card",
  neverHelp: "A PIN alone does not open the door. The reader requires a card, or a card and a PIN.",
  nobody: "Lets nobody in",
  nobodyHelp:
    "The door is switched off on the device (its access point is disabled), or has no authentication profile there, so neither a card nor a PIN opens it. Switch the access point on, or choose a profile for it, in the controller's own interface and sync the access points.",
  unknown: "PIN rules cannot be read",
  unknownHelp:
    "The controller gives no readable answer about its authentication profiles or schedules. PINs are sent all the same, but the portal does not know when they open. Try a test code at the door.",
  codes: (words, count) => (count === 1 ? "1 code" : `${words} codes`),
  attempts: (codes, possible, attempts) => `${codes} of ${possible} possible: one attempt in ${attempts} opens`,
  ownCodes: (words, count) => (count === 1 ? "1 code of your own" : `${words} codes of your own`),
  attemptsAtLeast: (codes, possible, attempts) =>
    `${codes} of ${possible} possible: at least one attempt in ${attempts} opens`,
  possibleCodes: (possible) => `only ${possible} possible codes`,
  fourDigits: (risk) => `Four digits: ${risk}`,
  fourDigitsShort: (attempts) => `Four digits, one attempt in ${attempts} opens`,
  fourDigitsOnly: "Four digits only",
  fourDigitsHelp: (risk) =>
    `The reader only accepts PINs of four digits: ${risk}. Raise the reader's MaxPINSize to 6 on the controller, sync the access points and hand out longer codes. Raise MinPINSize when no four-digit ones are left.`,
  moreFourDigitDoors: (count) =>
    count === 1
      ? "1 more door accepts four digits only."
      : `${formatNumber(count)} more doors accept four digits only.`,
  raiseDigits:
    "Raise the readers' MaxPINSize to 6 on the controller and hand out longer codes. Raise MinPINSize when no four-digit ones are left.",
  ofDoor: (door, words) => `${door}: ${words}.`,
  moreDoors: (count) => (count === 1 ? "1 more door has limits." : `${formatNumber(count)} more doors have limits.`),
};
