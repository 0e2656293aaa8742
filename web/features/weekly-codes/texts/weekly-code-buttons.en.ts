import type { weeklyCodeButtonTexts } from "./weekly-code-buttons.sv.ts";
import { weeklyCodes } from "./weekly-codes.en.ts";

const { count: codes, places } = weeklyCodes;

export const weeklyCodeButtons: typeof weeklyCodeButtonTexts = {
  title: "Weekly codes",
  exportCsv: "Export CSV",
  exporting: "Exporting...",
  exported: "CSV exported",
  exportHelp:
    "The controllers have different codes. Download a file for each controller, or all in one file with the controller's name on every line.",
  exportOne: "Download",
  exportOf: (controller) => `Download weekly codes for ${controller}`,
  exportAll: "All in one file",
  exportCount: codes,
  cleanUp: "Clear expired",
  cleaning: "Clearing...",
  cleanedUp: "Expired weekly codes cleared",
  cleanedCount: (count) => (count === 0 ? "No weekly code had expired." : `${codes(count)} removed.`),
  waitsForReadBack: (count) => `The removal is waiting for ${places(count)}.`,
};
