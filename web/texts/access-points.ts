import { texts } from "./language.ts";

export const accessPointsTexts = texts("access-points", {
  title: "Hantera åtkomstpunkter",
  emptyTitle: "Inga åtkomstpunkter hittades. Synkronisera från Axis-enheten först.",
  loadFailed: "Åtkomstpunkterna kunde inte hämtas.",
  sync: "Synka åtkomstpunkter",
  syncing: "Synkar...",

  enabled: "Aktiverad",
  doorName: "Dörrnamn",
  technicalName: "Tekniskt namn",
  description: "Beskrivning",
  lastSynced: "Senast synkad",
  never: "Aldrig",
  enabledLabel: (door: string) => `${door} aktiverad`,
  count: (total: number, enabled: number) =>
    `${total === 1 ? "1 dörr" : `${total} dörrar`}, ${enabled} ${enabled === 1 ? "aktiverad" : "aktiverade"}`,

  editLabel: (door: string) => `Redigera ${door}`,
  removeLabel: (door: string) => `Ta bort ${door}`,
  editing: (door: string) => `Redigera ${door}`,
  oneAtATime: "Spara eller avbryt den rad som redigeras först.",
  saved: "Dörr sparad",
  nameRequired: "Tekniskt namn krävs",
  nameTooLong: "Tekniskt namn får vara högst 100 tecken",
  doorNameTooLong: "Dörrnamnet får vara högst 100 tecken",
  descriptionTooLong: "Beskrivningen får vara högst 1000 tecken",

  disableTitle: "Inaktivera dörren",
  disableQuestion: (door: string) => `${door} öppnas inte för någon så länge den är inaktiverad.`,
  disableHere: (door: string) => `${door} inaktiveras i portalen nu.`,
  disableWillWait: "Koderna öppnar dörren tills ändringen är bekräftad där.",
  disablePeople: (people: string, isOne: boolean) =>
    isOne ? "1 person förlorar sin åtkomst till dörren." : `${people} personer förlorar sin åtkomst till dörren.`,
  disable: "Inaktivera",

  deleteTitle: "Ta bort dörr",
  deleteQuestion: "Är du säker på att du vill ta bort denna dörr? Denna åtgärd kan inte ångras.",
  deleteReturns: (door: string) => `Finns ${door} kvar på enheten kommer den tillbaka vid nästa synkronisering.`,
  deleteMissing: (door: string) => `${door} finns inte längre på enheten.`,
  deleted: "Dörr borttagen",
  thing: "Dörren",
  thingInside: "dörren",

  missing: "Saknas på enheten",
  missingHelp: (since: string) =>
    `Enheten har inte redovisat dörren sedan ${since}. Ingen kommer in där med portalens koder.`,
  pinLength: (range: string) => `PIN ${range} siffror`,
  pinLengthHelp: (range: string) => `Läsaren tar bara PIN-koder med ${range} siffror. Andra längder fungerar inte här.`,
  noPin: "Tar inte PIN-kod",
  noPinHelp: (range: string) => `Läsaren vill ha ${range} siffror. Portalens PIN-koder har 4–6.`,
});
