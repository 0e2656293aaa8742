import type { frameFigureTexts } from "./frame-figures.sv.ts";

export const frameFigures: typeof frameFigureTexts = {
  allSynced: "All synced",
  waiting: (count) => `${count} waiting`,
  changes: (count, isOne) => `${count} ${isOne ? "change" : "changes"}`,
  alarms: (count, isOne) => `${count} ${isOne ? "alarm" : "alarms"}`,
  unclear: (count) => `${count} unclear`,
  failed: (count) => `${count} failed`,
  away: (count) => `${count} not answering`,
  shut: (count, isOne) => (isOne ? `${count} gate does not open` : `${count} gates do not open`),
  unreached: (count) => `${count} not reached`,
  syncPaused: "Sync paused",
  syncOffline: "No contact",
  syncUnknown: "State unknown",
  nothingToSync: "Nothing to sync yet",
};
