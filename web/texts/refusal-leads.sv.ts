import { texts } from "./language.ts";

export const refusalLeadTexts = texts("refusalLeads", {
  removeController: (name: string) => `Ta bort ${name}`,
  toSync: "Öppna Synkstatus",
  toAccount: "Öppna Mitt konto",
  addSystemAdmin: "Lägg till systemadministratör",
  toWeeklyCodes: "Öppna Veckokoder",
  toEndUsers: "Öppna Slutanvändare",
  addEndUser: "Lägg till användare",
  toPerson: "Öppna användaren",
  toGate: "Öppna grinden",
  toControllers: "Öppna Styrenheter",
  toOperations: "Öppna Drift",
});
