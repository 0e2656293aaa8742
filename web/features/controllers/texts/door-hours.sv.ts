import type { HoursProblem } from "#contract/hours-problem.ts";
import { texts } from "#web/texts/language.ts";

const problems: Record<HoursProblem, string> = {
  no_schedules:
    "Styrenheten har inte stöd för scheman, så portalens koder öppnar inte dörren. Vägen ut är öppen. Välj Alltid som öppettider.",
  wrong_time_zone:
    "Styrenhetens klocka följer inte svensk tid, så portalens koder öppnar inte dörren. Vägen ut är öppen. Välj tidszonen Europe/Stockholm i styrenhetens eget gränssnitt och synka åtkomstpunkterna.",
  hours_refused:
    "Styrenheten tog inte emot schemat, så portalens koder öppnar inte dörren. Vägen ut är öppen. Ändra schemat, eller välj Alltid som öppettider.",
  hours_not_kept:
    "Styrenheten svarar att den skulle öppna på andra tider än schemats, så portalens koder öppnar inte dörren. Vägen ut är öppen. Synka åtkomstpunkterna, eller välj Alltid som öppettider.",
};

/** Texts about the hours in which a door may be opened. */
export const doorHoursTexts = texts("doorHours", {
  action: "Öppettider",
  actionLabel: (door: string) => `Öppettider för ${door}`,
  question: (door: string) => `När får ${door} öppnas?`,
  schedule: "Schema",
  always: "Alltid",
  alwaysHelp: "alla dagar, dygnet runt",
  consequence:
    "Tiderna begränsar varje rättighet vid dörren: personers, gruppers, veckokoders och de användares som portalen har lagt upp på styrenheten. Vägen ut är alltid öppen.",
  unable:
    "Styrenheten höll inte tiderna när portalen senast skrev dem. Tills det är rättat kommer ingen in genom dörren. Vägen ut är öppen.",
  loadFailed: "Schemana kunde inte hämtas.",
  noSchedules: "Det finns inga scheman ännu. Lägg till ett på sidan Scheman.",

  own: "Egna öppettider",
  on: (schedule: string) => `Öppet enligt ${schedule}`,
  onHelp: (hours: string) => `Öppet ${hours}. Styrenheten har bekräftat tiderna. Vägen ut är alltid öppen.`,
  seen: (moment: string) => `Enhetens egen logg visade ${moment} att den följer dem.`,
  waits: (schedule: string) => `${schedule} väntar på enheten`,
  waitsHelp: (hours: string) =>
    `Öppet ${hours} när styrenheten har svarat och portalen har läst tillbaka tiderna. Till dess gäller det som styrenheten redan har.`,
  problem: "Kan inte hålla öppettiderna",
  problems,
});
