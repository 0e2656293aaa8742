import type { OrganizationKind } from "#contract/tables/organizations.ts";
import { texts } from "#web/texts/language.ts";

const kinds: Record<OrganizationKind, string> = {
  housing: "Bostäder",
  industry: "Industri",
  property: "Fastighet",
  other: "Annat",
};

export const privacyTexts = texts("privacy", {
  handling: "Uppgifter och lagring",
  kind: "Verksamhet",
  kinds,
  logDays: "Dagar som passager sparas",
  logDaysHint: (days: string, kind: string) => `Tomt betyder ${days} dagar, som för ${kind}. Äldre passager raderas.`,
  purposes: "Ändamål",
  purposesHint: (standard: string) => `Vad uppgifterna används till. Tomt betyder: ${standard}`,

  howHandled: "Så hanteras uppgifterna",
  keptFor: "Passager sparas",
  days: (days: string, isOne: boolean) => (isOne ? `${days} dag` : `${days} dagar`),
  rights:
    "Var och en har rätt att få veta vad portalen har sparat om dem, och att få det raderat. Välj Redigera på personen och fäll ut Personuppgifter.",
  images:
    "Portalen sparar inga bilder. Om en grind har en kamera för bilder kan den som får läsa passagen hämta LPR-serverns bild av den, och händelseloggen visar vem som har tittat.",
  whoChanges: "En systemadministratör ändrar ändamål och lagringstid.",
  handlingFailed: "Hur uppgifterna hanteras kunde inte hämtas.",

  personal: "Personuppgifter",
  personalHelp:
    "Uppgifterna är allt som portalen vet om personen, att läsa, skriva ut eller hämta som fil. Raderingen tar bort det, även på enheterna, och kan inte ångras.",
  showIt: "Visa uppgifter",
  exportIt: "Exportera uppgifter",
  exporting: "Exporterar...",
  exported: (name: string) => `Allt som portalen vet om ${name} ligger i filen. PIN-koden är maskerad.`,
  exportedTitle: "Uppgifterna är exporterade",
  fileName: (person: string) => `${person}-personuppgifter.json`,

  eraseIt: "Radera uppgifter",
  erasing: "Raderar...",
  eraseQuestion: (name: string) => `Allt som portalen vet om ${name} raderas. Det kan inte ångras.`,
  goesTitle: "Det här försvinner",
  goes: [
    "Personen, PIN-koden och registreringsnumret",
    "Namn och registreringsnummer i åtkomstloggen",
    "Kopior på enheterna, så snart varje enhet svarar",
  ],
  staysTitle: "Det här blir kvar",
  stays: [
    "Tid och grind för varje passage, men inte vem det var",
    "Händelseloggen och enheternas kvitton, som bevis för vem som haft tillgång",
    "Säkerhetskopior, tills de tas bort",
  ],
  understood: (name: string) => `Ja, radera allt om ${name} för alltid`,
  notTicked: "Kryssa i rutan om uppgifterna ska raderas.",
  erasedTitle: "Uppgifterna är raderade",
  erasedConfirmed: (name: string) => `Varje enhet har bevisat att inget om ${name} finns kvar på den.`,
  erasedNowhere: (name: string) => `Ingen enhet hade något om ${name}.`,
  erasedWaitsTitle: "Raderat i portalen, men inte på alla enheter",
  erasedWaits: (name: string, controllers: string) =>
    `${controllers} har inte bevisat att ${name} är borttagen. Det görs så snart styrenheten svarar; till dess kan en PIN-kod fungera där. Läget står under Synkstatus.`,

  erasures: "Raderade personuppgifter",
  erasuresNote: "Det senaste året",
  erasuresFailed: "Raderingarna kunde inte hämtas.",
  noErasures: "Inga personuppgifter har raderats det senaste året",
  organizationGone: "Borttagen organisation",
  passages: (count: string, isOne: boolean) => (isOne ? "1 passage utan namn" : `${count} passager utan namn`),
  confirmed: "Borta från alla enheter",
  nothingThere: "Fanns inte på någon enhet",
  waitsFor: (controllers: string) => `Väntar på ${controllers}`,
  moreErasures: (count: string) => `Visa fler (${count} till)`,
});
