import { formatNumber } from "#web/texts/counted.ts";
import { texts } from "#web/texts/language.ts";

export const controllerDeleteTexts = texts("controllerDelete", {
  deleteTitle: "Ta bort styrenhet",
  deleteQuestion: "Är du säker på att du vill ta bort denna styrenhet? Denna åtgärd kan inte ångras.",
  deleteDoors: (name: string, doors: number) =>
    doors === 0
      ? `${name} tas bort. Passagerna i loggen blir kvar.`
      : `${name} och dess ${doors === 1 ? "dörr" : `${formatNumber(doors)} dörrar`} tas bort. Passagerna i loggen blir kvar.`,
  nobodyLoses: "Ingen har tillgång genom den.",
  linkedPeople: (count: string, isOne: boolean) =>
    isOne ? "1 person har tillgång genom den." : `${count} personer har tillgång genom den.`,
  linkedGroups: (count: string, isOne: boolean) =>
    isOne ? "1 grupp utan användare har den." : `${count} grupper utan användare har den.`,
  lostPeople: (count: string, isOne: boolean) => (isOne ? "1 person" : `${count} personer`),
  lostCredentials: (count: string, isOne: boolean) => (isOne ? "1 behörighet" : `${count} behörigheter`),
  lostGroups: (count: string, isOne: boolean) => (isOne ? "1 grupp" : `${count} grupper`),
  lostNothing: "ingen tillgång",
  moreOrganizations: (count: string, isOne: boolean) =>
    isOne ? "och 1 organisation till" : `och ${count} organisationer till`,
  unassign: (count: string, isOne: boolean) => (isOne ? "Ta från organisationen" : `Ta från ${count} organisationer`),
  unassigning: "Tar från organisationerna...",
  unassignTakes: (isOne: boolean): string =>
    isOne
      ? "Personen förlorar den, även på enheten. Personen och koderna finns kvar."
      : "Alla förlorar den, även på enheten. Personerna och deras koder finns kvar.",
  unassignTakesNobody: "Ingen användare förlorar något. Grupperna finns kvar utan den.",
  unassignedNobody: "Ingen grupp har den längre",
  unassigned: (people: string, isOne: boolean) =>
    isOne ? "1 person har inte längre tillgång genom den" : `${people} personer har inte längre tillgång genom den`,
  linkedOwnUsers: (count: string, isOne: boolean) =>
    isOne ? "1 användare finns bara på styrenheten." : `${count} användare finns bara på styrenheten.`,
  linkedWeeklyCodes: (count: string, isOne: boolean) =>
    isOne ? "1 veckokod gäller på den." : `${count} veckokoder gäller på den.`,
  linkedHeldDoors: (count: string, isOne: boolean) =>
    isOne
      ? "1 dörr hålls olåst av portalen. Lås den först."
      : `${count} dörrar hålls olåsta av portalen. Lås dem först.`,
  linkedRemovals: (count: string, isOne: boolean) =>
    isOne ? "1 borttagning är inte bekräftad av enheten." : `${count} borttagningar är inte bekräftade av enheten.`,
  showUsers: "Visa användarna",
  showWeeklyCodes: "Visa veckokoder",
  showDoors: "Visa dörrarna",
  showPeople: "Visa slutanvändare",
  deviceGone: "Är enheten borta för alltid tas alla bort när du avvecklar den.",
  retire: "Avveckla styrenhet",
  thing: "Styrenheten",
  thingInside: "styrenheten",
  deleted: "Styrenhet raderades",
});
