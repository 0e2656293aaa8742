// Heads and words that the files of the logs share.
import { words } from "#web/texts/words.sv.ts";
import { accessLogsTexts } from "./texts/access-logs.sv.ts";

export const GATE_LOG_HEAD = [
  accessLogsTexts.time,
  words.plate,
  accessLogsTexts.controller,
  words.status,
  accessLogsTexts.reason,
  accessLogsTexts.macro,
  // The last columns, so that readers of the file by position find the others in their place.
  accessLogsTexts.person,
  accessLogsTexts.organization,
];

export const MACRO_WORDS = {
  sending: accessLogsTexts.sending,
  executed: accessLogsTexts.executed,
  refused: accessLogsTexts.refused,
  unknown: accessLogsTexts.unknown,
  repeat: accessLogsTexts.repeat,
  none: "",
};
