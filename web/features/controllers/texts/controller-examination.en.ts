import { formatNumber } from "#web/texts/counted.ts";
import type { examinationTexts } from "./controller-examination.sv.ts";

export const controllerExamination: typeof examinationTexts = {
  title: "Examine the unit",
  help: (seconds) =>
    `The portal asks the unit about everything it relies on: doors, readers, schedules, clock, log and certificate. Nothing is changed and nothing about people is read. It usually takes a few seconds, at most ${formatNumber(seconds)}, and changes are written to the unit afterwards.`,
  whenNeeded: "Do it when a controller is new, has new firmware or does not do as expected.",
  run: "Examine",
  again: "Examine again",
  running: "Examining...",
  failed: "The unit could not be examined",
  resultOf: (name) => `Examination of ${name}`,
  examinedAt: (when) => `Examined ${when}`,
  allWorks: "Everything that the portal needs works.",
  someDiffer: (count, isOne) =>
    isOne ? "The unit works, with one thing to know." : `The unit works, with ${count} things to know.`,
  someFail: (count, isOne) => (isOne ? "One thing does not work." : `${count} things do not work.`),
  print: "Print",
  download: "Download the transcript",
  fileName: (moment) => `examination-${moment}.json`,
  fileHelp:
    "The transcript is what the unit answered, without names, codes, account, address and serial number. It can be sent to whoever runs the portal.",
  trialTitle: "Try with a temporary user",
  trialHelp:
    "The questions do not show whether a new code opens the door. A trial from the command line of the portal's computer does: a test user is put at door 1, read back and removed. No door moves.",
  cleanTitle: "Remove what a trial left",
  cleanHelp: "An earlier trial was interrupted. The command removes what is left and reads back that it is gone.",
  command: "Command",
};
