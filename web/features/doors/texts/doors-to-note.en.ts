import type { doorsToNoteTexts } from "./doors-to-note.sv.ts";

export const doorsToNote: typeof doorsToNoteTexts = {
  title: "Doors that are open or in alarm",
  none: "No door is open, unlocked or in alarm",
  showDoors: "Show doors",
  more: (count) => `and ${count} more`,
  failed: "The state of the doors could not be fetched.",
};
