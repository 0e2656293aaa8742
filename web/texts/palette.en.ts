import type { paletteTexts } from "./palette.sv.ts";

export const palette: typeof paletteTexts = {
  search: "Search or go to…",
  searchShort: "Search",
  searchKeys: "Ctrl K",
  goTo: "Go to",
  actions: "Actions",
  paletteName: "Search or go to",
  people: "Users",
  gates: "Gates",
  importVehicles: "Import vehicles",
  why: "Why",
  neverRefused: (name) => `${name} has not been refused`,
  removedGate: "a removed gate",
  nothingFound: "Nothing matches",
  searching: "Searching...",
  findFailed: "Nothing can be searched right now. The pages can be opened as usual.",
};
