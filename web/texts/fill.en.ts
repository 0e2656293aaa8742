import type { fillTexts } from "./fill.sv.ts";

export const fill: typeof fillTexts = {
  addController: "Add controller",
  showPermissions: "Show permissions",
  openPlace: "Open a door or gate",
  addPerson: "Add user",
};
