import { counted, formatNumber } from "#web/texts/counted.ts";
import type { firstStepsTexts } from "./first-steps.sv.ts";

export const firstSteps: typeof firstStepsTexts = {
  title: "Get started",
  subtitle: "The steps are ticked automatically.",
  doneOf: (done, total) => `${formatNumber(done)} of ${formatNumber(total)} done`,
  isDone: "done",
  ticked: (step, done, total) => `Done: ${step}. ${formatNumber(done)} of ${formatNumber(total)} done.`,
  hide: "Hide the steps",
  hideHelp: "All steps but the last are done.",

  and: "and",

  organization: "Add an organisation",
  organizationHelp: "The association or business that is to use the doors.",
  organizationDone: (name, when) => `${name} · ${when}`,
  organizationsDone: (name, more) => `${name} and ${formatNumber(more)} more`,

  controller: "Add a controller",
  controllerHelp: "The device of the doors or the gate: its address and sign-in.",
  controllerSilent: (name) => `${name} has not answered yet. Check its address and sign-in.`,
  showController: "Show controller",
  controllerDone: (name, when, doors) => `${name} answered ${when} · ${counted(doors, "door found", "doors found")}`,
  gateDone: (name) => `The gate ${name}`,

  doors: "Name and assign the doors",
  doorsHelp: (doors, organization) => {
    const names =
      doors === 1
        ? "Give the door a name that people know"
        : `Give the ${formatNumber(doors)} doors names that people know`;
    return `${names}, and assign ${doors === 1 ? "it" : "them"} to ${organization ?? "an organisation"}.`;
  },
  nameHelp: (unnamed) =>
    unnamed === 1
      ? "One door only has the device's own name. Give it one that people know."
      : `${formatNumber(unnamed)} doors only have the device's own names. Give them ones that people know.`,
  assignHelp: (organization) => `Choose which doors and gates ${organization ?? "each organisation"} has.`,
  doorsLater: "The doors are fetched when the controller has answered.",
  nameDoors: "Name doors",
  assignDoors: "Assign doors",
  assignGate: "Assign the gate",
  doorsDone: (doors, gates) =>
    [doors > 0 && counted(doors, "door", "doors"), gates > 0 && counted(gates, "gate", "gates")]
      .filter(Boolean)
      .join(" and "),
  given: (what) => `Assigned: ${what}`,
  unnamedLeft: (count) => `${counted(count, "door", "doors")} without a name of ${count === 1 ? "its" : "their"} own`,

  ownDoors: "Be assigned doors",
  ownDoorsHelp: "A system administrator assigns doors or gates to the organisation. Nothing needs doing here.",

  person: "Add the first user",
  personHelp: "With a PIN for at least one of the doors.",
  personHelpGate: "With a vehicle for the gate.",
  personHelpBoth: "With a PIN for a door, or a vehicle for a gate.",
  addPerson: "Add user",
  personDone: (name, when) => `${name} · ${when}`,

  try: "Try it at the door",
  tryDoor: "Type the PIN at the door. The step ticks when the door has opened.",
  tryUnheard:
    "Type the PIN at the door. The controller's log cannot be read, so the portal does not see the door open.",
  tryAny: "Type the PIN at the door, or drive up to the gate. The step ticks when either has opened.",
  tryGate: "Drive up to the gate. The step ticks when the gate has opened.",
  showHow: "Show how",
  tryDone: (when) => `Opened ${when}`,

  howTitle: "Try it at the door",
  howFor: (name) => `With the credential of ${name}`,
  howReveal: "Open the user and show the PIN with the eye.",
  howWait: "Wait until the PIN is synced. Before that the door does not have it.",
  howType: "Type the PIN on the keypad at the door, and end as the reader asks.",
  howDrive: "Drive up to the gate with the vehicle, so that the camera reads its plate.",
  howTick: "When the door or gate has opened, the step ticks on the overview without a reload.",
  howNoTick:
    "The controller's log cannot be read, so the portal does not see the door open. Hide the steps when the PIN works.",
  showPerson: "Show user",

  missing: {
    organization: "There is no organisation yet. Add it first.",
    controller: "There is no controller yet, so there are no doors to name. Add it first.",
    doors: "No door or gate is assigned yet. Assign it first.",
    person: "No user has access to a door or gate yet. Add the first one first.",
    try: "",
  },

  units: "Controllers",
  noUnits: "No controllers yet",
  noUnitsHelp: "The doors are shown here when the first controller has answered.",
  answersNothing: "Answers. No PINs to write yet.",
  answers: "Answers.",
  silent: "Does not answer.",
  untested: "Not contacted yet.",
  gateUntested: "Has not been opened yet.",
  switchedOff: "Disabled.",
  unnamed: "Without a name",
  moreDoors: (count) => `${counted(count, "door", "doors")} more`,
};
