import type { liveTexts } from "./live.sv.ts";

export const live: typeof liveTexts = {
  live: "Live",
  paused: "Paused",
  connecting: "Connecting...",
  ended: "Not updated",
  connectingHelp: "The list is read again when the connection is back",
  endedHelp: "The period is over: no new passages can come",
};
