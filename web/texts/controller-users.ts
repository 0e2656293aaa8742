// Texts of the dialog that shows who is on one door controller.
import { texts } from "./language.ts";

export const controllerUsersTexts = texts("controller-users", {
  title: "Användare på styrenheten",
  readFrom: "Läst från enheten",
  readFailed: "Styrenhetens användare kunde inte hämtas.",
  readFailedKept: "Listan visar det som senast lästes.",
  empty: "Inga slutanvändare hittades",
  emptyHelp: "Lägg till någon som bara ska finnas på den här styrenheten.",
  emptySearch: "Ingen på styrenheten passar sökningen.",
  search: "Sök namn",
  count: (total: string) => `${total} användare på enheten`,

  name: "Namn",
  nameless: "Utan namn",
  noPin: "Utan PIN",
  validFrom: "Giltig från",
  validTo: "Giltig till",
  forever: "Tills vidare",
  standing: "Status",
  notOwned: "Ägs inte av portalen",
  endUser: "Slutanvändare",
  weeklyCode: "Veckokod",
  disabledOnDevice: "Inaktiverad på enheten",

  add: "Lägg till användare",
  editTitle: "Redigera användare",
  adoptTitle: "Ta över användare",
  adopt: "Ta över",
  adoptHelp:
    "Personen lades till på enheten av någon annan. Sparar du tar portalen över: PIN-koden hålls unik här och personen följer med om enheten byts ut.",
  editedUnderEndUsers: "Ändras under Slutanvändare",
  editedUnderWeeklyCodes: "Ändras under Veckokoder",
  goingAway: "Väntar på borttagning",
  firstName: "Förnamn",
  lastName: "Efternamn",
  namesLocked: "Namn kan inte ändras vid redigering",
  pin: "PIN-kod",
  pinLength: "4–6 siffror",
  pinKept: "Lämna tomt för att behålla den nuvarande.",
  groupHelp: "Personen får de dörrar som gruppen Webbportal har på styrenheten.",
  doorsKept: "Personens dörrar ändras inte.",

  created: "Användare skapades",
  updated: "Användare uppdaterades",
  deleted: "Användare raderades",
  waits: (name: string) => `Skrivs när ${name} svarar.`,
  removalWaits: (name: string) => `PIN-koden fungerar tills ${name} har bekräftat.`,

  removeTitle: "Ta bort användare",
  removeQuestion: "Är du säker på att du vill ta bort denna användare? Denna åtgärd kan inte ångras.",
  removeOwn: (person: string, controller: string) => `${person} tas bort på ${controller}.`,
  removeStranger: (person: string, controller: string) =>
    `${person} ägs inte av portalen och tas bort på ${controller}. Den som lade till personen får inte veta det.`,
  /** The thing in the sentences of specification section 8. */
  thing: "Användaren",
  thingInside: "användaren",
});
