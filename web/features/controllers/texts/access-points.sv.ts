import { formatNumber } from "#web/texts/counted.ts";
import { texts } from "#web/texts/language.ts";

export const accessPointsTexts = texts("accessPoints", {
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
    `${total === 1 ? "1 dörr" : `${formatNumber(total)} dörrar`}, ${formatNumber(enabled)} ${enabled === 1 ? "aktiverad" : "aktiverade"}`,

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
    isOne ? "1 person förlorar sin tillgång till dörren." : `${people} personer förlorar sin tillgång till dörren.`,
  disable: "Inaktivera",

  deleteTitle: "Ta bort dörr",
  deleteQuestion: "Är du säker på att du vill ta bort denna dörr? Denna åtgärd kan inte ångras.",
  deleteReturns: (door: string) => `Finns ${door} kvar på enheten kommer den tillbaka vid nästa synkronisering.`,
  deleteMissing: (door: string) => `${door} finns inte längre på enheten.`,
  deleted: "Dörr borttagen",
  heldUnlocked: "Portalen håller dörren olåst. Lås den först, annars skulle ingen låsa den igen.",
  showDoors: "Visa dörrarna",
  take: "Ta från alla",
  taking: "Tar från alla...",
  takeLoses: (people: string, isOne: boolean) =>
    isOne
      ? "1 person har tillgång till dörren och förlorar den, även på enheten. Personen och koden finns kvar."
      : `${people} personer har tillgång till dörren och förlorar den, även på enheten. Personerna och deras koder finns kvar.`,
  takeFromGroups: (groups: string, isOne: boolean) =>
    isOne
      ? "1 grupp utan användare har dörren. Gruppen finns kvar utan den."
      : `${groups} grupper utan användare har dörren. Grupperna finns kvar utan den.`,
  takenFromGroups: "Ingen grupp har dörren längre",
  taken: (people: string, isOne: boolean, door: string) =>
    isOne
      ? `1 person har inte längre tillgång till ${door}`
      : `${people} personer har inte längre tillgång till ${door}`,
  thing: "Dörren",
  thingInside: "dörren",

  missing: "Saknas på enheten",
  missingHelp: (since: string) =>
    `Enheten har inte redovisat dörren sedan ${since}. Ingen kommer in där med portalens koder.`,
  unlockHours: (hours: string) => `Olåst ${hours}`,
  unlockHoursHelp: (hours: string) =>
    `Enheten håller dörren olåst ${hours}, enligt tider som är inställda på enheten. Portalen läser dem och ändrar dem aldrig.`,
  pinLength: (range: string) => `PIN ${range} siffror`,
  pinLengthHelp: (range: string) => `Läsaren tar bara PIN-koder med ${range} siffror. Andra längder fungerar inte här.`,
  noPin: "Tar inte PIN-kod",
  noPinHelp: (range: string) => `Läsaren kräver ${range} siffror. Portalens PIN-koder har 4–6.`,
});

/** Texts about PIN alone at a door whose reader asks for a card. */
export const pinAloneTexts = texts("pinAlone", {
  action: "Låt enbart PIN räcka",
  actionLabel: (door: string) => `Låt enbart PIN räcka vid ${door}`,
  stopAction: "Låt läsarens regel gälla",
  stopLabel: (door: string) => `Låt läsarens regel gälla vid ${door}`,

  title: "Låt enbart PIN räcka",
  question: (door: string, rule: string) =>
    `Läsaren vid ${door} kräver kort. Portalens personer kommer in med enbart PIN-kod om deras åtkomstprofil använder autentiseringsprofilen ${rule}, som redan finns på styrenheten.`,
  consequence:
    "Den som får tag på en kod kommer då in utan kort. Andra användare på styrenheten påverkas inte. Har en tekniker lagt ett kort på någon av portalens personer, öppnar det inte utan koden.",
  confirm: "Låt PIN räcka",

  stopTitle: "Låt läsarens regel gälla",
  stopQuestion: (door: string) => `Vid ${door} krävs det som läsaren ber om, för portalens personer också.`,
  stopConsequence: "Den som bara har en PIN-kod kommer inte in när läsaren kräver kort.",
  stop: "Låt läsarens regel gälla",

  noRuleTitle: "Profil för enbart PIN saknas",
  noRule: (controller: string) =>
    `${controller} har ingen autentiseringsprofil som ber om enbart PIN dygnet runt. Inget har ändrats. Portalen skapar ingen, eftersom det kan stoppa alla öppningar i flera minuter.`,
  noRuleRemedy:
    "Lägg upp en sådan profil i styrenhetens eget gränssnitt, när få ska in, och synka sedan åtkomstpunkterna.",
  ruleUnread: (controller: string) =>
    `Portalen har ännu inte läst autentiseringsprofilerna på ${controller}. Inget har ändrats. Synka åtkomstpunkterna och försök igen.`,
  sync: "Synka åtkomstpunkter",

  on: "Enbart PIN räcker",
  onHelp: (rule: string) =>
    `Läsaren kräver kort, men portalens personer kommer in med enbart PIN-kod genom autentiseringsprofilen ${rule}. Portalen har läst tillbaka det från styrenheten.`,
  waits: "Väntar på styrenheten",
  waitsHelp: (desired: boolean): string =>
    desired
      ? "Enbart PIN räcker när styrenheten har svarat och portalen har läst tillbaka ändringen. Till dess gäller läsarens regel."
      : "Läsarens regel gäller när styrenheten har svarat och portalen har läst tillbaka ändringen. Till dess räcker enbart PIN.",
  lost: "Profil för enbart PIN saknas",
  lostHelp:
    "Enbart PIN skulle räcka här, men styrenheten har inte längre någon autentiseringsprofil som ber om enbart PIN dygnet runt. Läsarens regel gäller. Lägg upp profilen i styrenhetens eget gränssnitt och synka åtkomstpunkterna.",
});
