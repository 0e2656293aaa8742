import { formatNumber } from "#web/texts/counted.ts";
import { texts } from "#web/texts/language.ts";
import { codes, places } from "./weekly-code-buttons.sv.ts";

const weeks = (count: number) => (count === 1 ? "1 vecka" : `${formatNumber(count)} veckor`);

export const weeklyCodesTexts = texts("weeklyCodes", {
  subtitle: "En kod per vecka som öppnar alla aktiva dörrar på de valda styrenheterna",

  tabs: "Veckokoder",
  existing: "Befintliga koder",
  generateNew: "Generera nya",

  week: "Vecka",
  code: "Kod",
  validFrom: "Giltig från",
  validTo: "Giltig till",
  controllers: "Styrenheter",
  thisWeek: "Denna vecka",
  over: "Utgången",
  count: codes,
  loadFailed: "Veckokoderna kunde inte hämtas.",
  empty: "Inga veckokoder hittades",
  emptyHelp: "Generera den första koden och lämna ut den till dem som ska in under veckan.",
  goGenerate: "Generera nya",
  codeGone: "Veckokoden finns inte längre. Listan läses om.",
  andMore: (count: number) => `+ ${formatNumber(count)}`,
  showControllers: (week: string, count: number) => `${places(count)} med ${week}`,
  ofWeek: (week: string) => `Styrenheter med ${week}`,
  noControllers: "Koden finns inte på någon styrenhet.",
  allDoorsOf: (controllers: string) => `alla dörrar på ${controllers}`,
  places,

  remove: "Ta bort veckokod",
  removeQuestion: "Är du säker på att du vill ta bort denna veckokod? Denna åtgärd kan inte ångras.",
  removeConsequence: (week: string, count: number) =>
    `${week} tas bort på ${places(count)}. Koden fungerar tills ${count === 1 ? "styrenheten" : "styrenheterna"} har bekräftat.`,
  removed: "Veckokod raderad",
  removedWaits: (names: string) => `Väntar på borttagning på ${names}.`,

  removalNote: (week: string, names: string) => `${week} väntar på borttagning på ${names}.`,
  removalHelp: "Koden kan fungera där tills styrenheten har bekräftat.",
  removalsMore: (count: number) => `${codes(count)} till väntar på borttagning.`,
  showSync: "Visa synkstatus",

  choose: "Axis-styrenheter",
  chooseAll: "Välj alla",
  chooseHelp:
    "Varje kod gäller från måndag 00:00 till söndag 24:00. Den första veckan som saknar kod får den, och en vecka får aldrig två koder på samma styrenhet.",
  noAxis: "Inga Axis-styrenheter ännu.",
  noAxisHelp: "En veckokod skrivs till styrenheter för dörrar, så lägg till en först.",
  addController: "Lägg till styrenhet",
  axisFailed: "Styrenheterna kunde inte hämtas.",
  findController: "Sök styrenhet",
  chooseOne: "Välj minst en styrenhet",
  weeksLabel: "Antal veckor",
  weeksHint: "1–53, från och med den första veckan utan kod.",
  weeksWrong: "Skriv ett tal mellan 1 och 53",
  generate: "Generera",
  generating: "Genererar...",
  generated: "Veckokoder genererade",
  generatedWeeks: (first: string, last: string) => (first === last ? first : `${first}–${last}`),
  generatedNone: "Alla veckor som går att generera har redan en kod.",
  generatedWaits: (count: number) => `Skrivs när ${places(count)} svarar.`,

  timed: "Automatiskt",
  timedNote: (on: number, total: number) => `${formatNumber(on)} av ${places(total)}`,
  timedHelp:
    "Portalen genererar koder för innevarande vecka och så många veckor framåt som du väljer, och rensar koder vars vecka är slut.",
  timedGenerate: "Generera i förväg",
  timedGenerateFor: (name: string) => `Generera i förväg, ${name}`,
  timedWeeksFor: (name: string) => `Veckor i förväg, ${name}`,
  timedAhead: (count: number) => (count === 0 ? "Bara denna vecka" : `${weeks(count)} framåt`),
  timedCleanUp: "Rensa utgångna",
  timedCleanUpFor: (name: string) => `Rensa utgångna, ${name}`,
  on: "På",
  off: "Av",
});
