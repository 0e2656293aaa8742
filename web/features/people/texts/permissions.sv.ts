import { formatNumber } from "#web/texts/counted.ts";
import { texts } from "#web/texts/language.ts";

export const permissionsTexts = texts("permissions", {
  axis: "AXIS Enheter",
  axxon: "AXXON LPR Enheter",
  gates: "Övriga grindar",
  doors: (count: number) => `Dörrar (${formatNumber(count)})`,
  noDoors: "Ännu är inga dörrar hämtade från styrenheten",
  none: "Inga styrenheter tilldelade",
  noneHelp: "En systemadministratör tilldelar styrenheter och dörrar. Utan dem kan användare inte läggas till.",
  failed: "Behörigheterna kunde inte hämtas.",
  search: "Sök styrenhet eller dörr",
  noneMatch: "Inget matchar sökningen",
  weeklyCode: "Veckans kod",
  showPermissions: "Visa behörigheter",
  weeklyCodeOf: (week: string) => `Veckokod ${week}`,
  weeklyCodeUntil: (day: string) => `Gäller till och med ${day}`,
  weeklyCodeAdvice: "Lämna koden bara till den som behöver den. Nästa vecka gäller en ny.",
  weeklyCodeWaits: "Väntar på styrenheten",
  weeklyCodeOfOthers: "Öppnar även andras dörrar. En systemadministratör har koden.",
});
