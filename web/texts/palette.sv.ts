import { texts } from "./language.ts";

export const paletteTexts = texts("palette", {
  search: "Sök eller hoppa till…",
  searchShort: "Sök",
  searchKeys: "Ctrl K",
  goTo: "Gå till",
  actions: "Åtgärder",
  paletteName: "Sök eller hoppa till",
  people: "Användare",
  gates: "Grindar",
  importVehicles: "Importera fordon",
  why: "Varför",
  neverRefused: (name: string) => `${name} har inte nekats`,
  removedGate: "en borttagen grind",
  nothingFound: "Inget matchar",
  searching: "Söker...",
  findFailed: "Det gick inte att söka just nu. Sidorna går att öppna som vanligt.",
});
