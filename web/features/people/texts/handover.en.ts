import { validityWords } from "#contract/validity-words.en.ts";
import type { handoverTexts } from "./handover.sv.ts";

export const handover: typeof handoverTexts = {
  title: "Hand over the code",
  open: "Hand over",
  code: "Code",
  apartment: (number) => `apt ${number}`,
  doors: "Doors",
  valid: "Valid",
  validity: validityWords,
  advice: "The code is personal. Do not pass it on.",
  copy: "Copy text",
  copied: "The text has been copied",
  copyFailed: "The browser does not allow copying here. Print the note instead, or select the text.",
  share: "Share",
  shareFailed: "The browser could not share the text. Copy it instead.",
  print: "Print note",
  mailTo: (address) => `Send to ${address}`,
  sending: "Sending...",
  mailed: (address) => `The code has been sent to ${address}`,
  mailQueued: (address) => `The code is sent to ${address} as soon as the mail server answers, within an hour`,
  note: "Note to hand over",
};
