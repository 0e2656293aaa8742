import { formatNumber } from "#web/texts/counted.ts";
import type { credentialAnswerTexts } from "./credential-answer.sv.ts";

export const credentialAnswer: typeof credentialAnswerTexts = {
  title: "Does the credential work?",
  where: "Show all doors and gates, now or later",
  pin: "The PIN",
  plate: (plate) => `The vehicle ${plate}`,
  works: (thing, places) => `${thing} opens ${places}.`,
  atHours: (thing, places, schedules) => `${thing} opens ${places} at certain hours, by ${schedules}.`,
  notOnList: (thing, gates) =>
    `A list of the gate's own knows no hours: ${gates}. ${thing} is not on it and does not open there while the portal is away.`,
  gateAway: (gates) => `No answer from ${gates}, or no opening there the last time.`,
  confirmed: (when) => `Confirmed there ${when}.`,
  wasThere: (controllers, when) =>
    `${controllers} does not answer now. The PIN was there ${when}, and it works without the portal.`,

  worksNot: (thing) => `${thing} does not work`,
  because: (head, why) => `${head}: ${why}`,
  switchedOff: "it is switched off.",
  vehicleOff: "it is switched off.",
  expired: (when) => `its validity ended ${when}.`,
  notYetValid: (when) => `it is valid from ${when}.`,
  vehicleNotYetValid: (when) => `it is valid from ${when}.`,
  noPlace: "no door is chosen.",
  noGate: "no gate is chosen.",
  lingers: (controllers) => `It may still open at ${controllers}, until the controller has confirmed that it is gone.`,

  notAssigned: (thing, places) => `${thing} does not apply to ${places}: the user has not been given access there.`,
  begins: (thing, places, when) => `${thing} is valid for ${places} from ${when}.`,
  placeGone: (thing, places) =>
    `${thing} does not open ${places}: switched off, gone from the controller or no longer assigned to the organisation.`,
  cardNeeded: (thing, places) => `${thing} does not open ${places}: the reader there requires a card.`,
  wrongLength: (thing, places) =>
    `${thing} cannot be typed at ${places}: the reader there takes codes of another length. Give the user a new PIN.`,
  somethingGone: (controller) => `a door at ${controller}`,
  goneUnit: "a controller that the organisation no longer has",
  atPlaces: (thing, places) => `${thing} does not work at ${places}`,
  changeAt: (places) => `The latest change does not apply yet at ${places}`,
  silent: (controller) => `it is not written to ${controller}, which does not answer.`,
  notWritten: (controller) => `it is not written to ${controller} yet. That usually takes a few seconds.`,
  refused: (controller) => `${controller} does not accept it.`,
  paused: (controller) => `${controller} is disabled or paused, so nothing is written there.`,
  since: (when) => `Waiting since ${when}.`,
  keepsOld: (controller) => `Until then, what ${controller} had before applies.`,

  and: "and",
  more: (count) => `${formatNumber(count)} more`,
  sync: "Show sync status",
};
