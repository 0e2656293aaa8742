import { texts } from "#web/texts/language.ts";

export const controllerDeleteTexts = texts("controllerDelete", {
  deleteTitle: "Ta bort styrenhet",
  deleteQuestion: "Är du säker på att du vill ta bort denna styrenhet? Denna åtgärd kan inte ångras.",
  deleteDoors: (name: string, doors: number) =>
    doors === 0
      ? `${name} tas bort. Passagerna i loggen blir kvar.`
      : `${name} och dess ${doors === 1 ? "dörr" : `${doors} dörrar`} tas bort. Passagerna i loggen blir kvar.`,
  nobodyLoses: "Ingen har tillgång genom den.",
  linkedPeople: (count: string, isOne: boolean) =>
    isOne ? "1 person har tillgång genom den." : `${count} personer har tillgång genom den.`,
  unassign: "Ta från organisationerna",
  unassigning: "Tar från organisationerna...",
  unassignTakes: (isOne: boolean): string =>
    isOne
      ? "Personen förlorar den, även på enheten. Personen och koderna finns kvar."
      : "Alla förlorar den, även på enheten. Personerna och deras koder finns kvar.",
  unassigned: (people: string, isOne: boolean) =>
    isOne ? "1 person har inte längre tillgång genom den" : `${people} personer har inte längre tillgång genom den`,
  linkedOwnUsers: (count: string, isOne: boolean) =>
    isOne ? "1 användare finns bara på styrenheten." : `${count} användare finns bara på styrenheten.`,
  linkedWeeklyCodes: (count: string, isOne: boolean) =>
    isOne ? "1 veckokod gäller på den." : `${count} veckokoder gäller på den.`,
  linkedRemovals: (count: string, isOne: boolean) =>
    isOne ? "1 borttagning är inte bekräftad av enheten." : `${count} borttagningar är inte bekräftade av enheten.`,
  showUsers: "Visa användarna",
  showWeeklyCodes: "Visa veckokoder",
  showPeople: "Visa slutanvändare",
  deviceGone: "Är enheten borta för alltid tas alla bort när du avvecklar den.",
  retire: "Avveckla styrenhet",
  thing: "Styrenheten",
  thingInside: "styrenheten",
  deleted: "Styrenhet raderades",
});
