import { texts } from "./language.ts";

export const nearMissesTexts = texts("near-misses", {
  title: "Oklara skyltar",
  subtitle: "Läsningar som nästan stämmer med ett känt fordon. Ingen av dem öppnade grinden.",
  count: (count: string, _isOne: boolean) => `${count} oklara`,
  search: "Sök registreringsnummer",
  gate: "Grind",
  allGates: "Alla grindar",
  loadFailed: "Kön kunde inte hämtas",

  lastRead: "Senast läst",
  cameraRead: "Kameran läste",
  likely: "Troligt fordon",
  rowName: (plate: string, gate: string) => `${plate} vid ${gate}`,
  removedGate: "Borttagen grind",
  today: (clock: string) => `i dag ${clock}`,
  yesterday: (clock: string) => `i går ${clock}`,
  times: (count: string, isOne: boolean) => (isOne ? "1 gång" : `${count} gånger`),
  lostSign: "saknat tecken",

  readAs: (meant: readonly string[], read: string) => `${meant.join(" eller ")} lästes som ${read}`,
  mistyped: (stored: string, read: string) => `${stored} i portalen, ${read} på skylten`,
  lost: { first: "Första tecknet saknas", last: "Sista tecknet saknas" },
  added: { first: "Ett tecken för mycket först", last: "Ett tecken för mycket sist" },

  link: "Koppla",
  linkOf: (reading: string, plate: string) => `Koppla ${reading} till ${plate}`,
  linkQuestion: (reading: string, plate: string) => `Koppla ${reading} till ${plate}?`,
  linkEffect: (who: string, gate: string) => `Läsningen öppnar ${gate} som ${who} från nästa gång. Inget öppnas nu.`,
  linkEnds:
    "Kopplingen upphör efter 90 dagar utan läsning, när fordonets nummer ändras och när någon får läsningen som sitt nummer.",
  linking: "Kopplar...",
  linked: (reading: string, plate: string) => `${reading} gäller nu som ${plate}`,

  correct: "Rätta",
  correctOf: (reading: string, plate: string) => `Rätta ${plate} till ${reading}`,
  correctQuestion: (plate: string, reading: string) => `Rätta ${plate} till ${reading}?`,
  correctEffect: (who: string) => `Numret för ${who} ändras i portalen och gäller vid alla fordonets grindar.`,
  correctEnds: "Det tidigare numret öppnar inte längre.",
  correcting: "Rättar...",
  corrected: (plate: string) => `Numret är nu ${plate}`,

  dismiss: "Avfärda",
  dismissOf: (reading: string) => `Avfärda ${reading}`,
  dismissed: (reading: string) => `${reading} avfärdad`,
  dismissedHelp: "Läsningen visas inte igen för de här fordonen.",
  undo: "Ångra",

  choose: "Välj fordon",
  chooseFor: (reading: string) => `Välj fordon för ${reading}`,
  chooseHelp: "Läsningen kan vara flera fordon. Koppla den till ett, eller rätta ett nummer som är fel i portalen.",

  helpLink: "låter läsningen gälla som fordonet från nästa gång. Upphör efter 90 dagar utan läsning.",
  helpCorrect: "ändrar numret i portalen.",
  helpDismiss: "tar bort raden och ändrar inget annat.",

  empty: "Inga oklara skyltar",
  emptyHelp: "När en kamera läser ett nummer som nästan stämmer med ett fordon visas läsningen här.",
  emptyFiltered: "Inga läsningar matchar",
  emptyFilteredHelp: "Ändra sökningen eller filtren.",

  aliases: "Kopplade läsningar",
  aliasesHelp: "Gäller som fordonet tills ingen kamera har läst dem på 90 dagar.",
  aliasesFailed: "Kopplade läsningar kunde inte hämtas",
  reading: "Läsning",
  vehicle: "Fordon",
  lastUsed: "Senast läst",
  endQuestion: (reading: string) => `Ta bort kopplingen av ${reading}?`,
  endEffect: (gate: string) => `Läsningen öppnar inte ${gate} längre. Fordonets eget nummer gäller som förut.`,
  endOf: (reading: string) => `Ta bort kopplingen av ${reading}`,
  ended: (reading: string) => `Kopplingen av ${reading} är borttagen`,
});
