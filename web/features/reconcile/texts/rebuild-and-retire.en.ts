import type { rebuildAndRetireTexts } from "./rebuild-and-retire.sv.ts";

export const rebuildAndRetire: typeof rebuildAndRetireTexts = {
  rebuilding: "Rebuilding...",
  rebuildQuestion: (name) =>
    `The portal forgets what was on ${name}, accepts the device that answers there now and writes everything again. Do it when the device has been replaced or reset.`,
  rebuildConsequence: (people, many) =>
    many ? `The PINs of ${people} people are written again.` : `The PIN of ${people} person is written again.`,
  rebuildNobody: "Nobody has a PIN there right now.",
  rebuildOffline: "The controller is not answering right now. Everything is written when it is back.",
  counting: "Counting people...",
  countFailed: "The number of people could not be fetched. Try again.",
  rebuilt: (name) => `${name} is being written again`,
  retiring: "Retiring...",
  retireQuestion: (name) =>
    `${name} will never answer again. You certify that the device is gone or destroyed: nobody can confirm any longer what is on it. Everybody is removed from the controller, which is disabled and can then be removed.`,
  retireConsequence: (people, many) =>
    many
      ? `${people} people are removed from the controller, and their PINs become free.`
      : `${people} person is removed from the controller, and that PIN becomes free.`,
  retireNobody: "Nobody has a PIN there right now.",
  retireReason: "Why is the device gone?",
  retireReasonHint: "Noted in the event log with your name.",
  retireReasonMissing: "Enter a reason",
  retired: (name) => `${name} has been retired`,
  retiredHelp: (replicasGone, many) =>
    `${replicasGone} ${many ? "codes count" : "code counts"} as gone. The controller is disabled.`,
};
