import type { gateExplanationTexts } from "../gate-explanation.ts";

export const gateExplanation: typeof gateExplanationTexts = {
  held: "The gate had",
  decided: "The gate answered",
  portalDecides: "No list: the portal decides",
  heldPlate: "The vehicle",
  heldPlateSince: (since) => `Vehicle since ${since}`,
  heldNoPlate: "Not the vehicle",
  heldOlder: "The vehicle, on an older list",
  letIn: "Opened",
  stayedShut: "Did not open",
  noAnswer: "No answer",

  candidates: "Vehicles that the reading resembles",
  candidatesHelp: "The reading resembles the number plate of these people.",

  short: {
    expired: "it had expired",
    not_yet_valid: "it was not valid yet",
    disabled: "it was disabled",
    no_assignment: "the gate was not assigned",
    organisation_unlinked: "not the organisation's",
    restore_held: "waited after a restore",
  },
  sentence: {
    expired: "The vehicle's credential had expired.",
    not_yet_valid: "The vehicle's credential was not valid yet.",
    disabled: "The vehicle's credential was disabled.",
    no_assignment: "The vehicle had no access to this gate.",
    organisation_unlinked: "The vehicle was assigned to the gate, but the organisation did not have it.",
    restore_held: "The portal was restored from a back-up. Until somebody confirms it, no gate opens.",
  },
  advice: {
    expired: "Extend the credential if the person should still be let in.",
    not_yet_valid: "Change the start date if the person should be let in already.",
    disabled: "Enable the credential if the person should be let in.",
    no_assignment: "Give the vehicle access to the gate.",
    organisation_unlinked: "A system administrator can assign the gate to the organisation again.",
    restore_held: "Confirm the restore under Operations, and the gates open again.",
  },
};
