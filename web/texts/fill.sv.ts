import { texts } from "./language.ts";

/** Acts that fill an empty list. */
export const fillTexts = texts("fill", {
  addController: "Lägg till styrenhet",
  showPermissions: "Visa behörigheter",
  openPlace: "Öppna en dörr eller grind",
  addPerson: "Lägg till användare",
});
