import { texts } from "#web/texts/language.ts";

export const nearMissesTexts = texts("nearMisses", {
  title: "Oklara skyltar",
  subtitle: "Läsningar som nästan stämmer med ett känt fordon. Ingen av dem öppnade grinden.",
  count: (count: string, isOne: boolean) => `${count} ${isOne ? "oklar" : "oklara"}`,
  search: "Sök registreringsnummer",
  gate: "Grind",
  allGates: "Alla grindar",
  loadFailed: "Kön kunde inte hämtas",

  lastRead: "Senast läst",
  cameraRead: "Kameran läste",
  likely: "Troligt fordon",
  rowName: (plate: string, gate: string) => `${plate} vid ${gate}`,
  removedGate: "Borttagen grind",
  times: (count: string, isOne: boolean) => (isOne ? "1 gång" : `${count} gånger`),
  lostSign: "saknat tecken",

  readAs: (meant: readonly string[], read: string) => `${meant.join(" eller ")} lästes som ${read}`,
  mistyped: (stored: string, read: string) => `${stored} i portalen, ${read} på skylten`,
  lost: { first: "Första tecknet saknas", last: "Sista tecknet saknas" },
  added: { first: "Ett tecken för mycket först", last: "Ett tecken för mycket sist" },

  /** For a button: two gates may have the same reading. */
  atGate: (label: string, gate: string) => `${label} vid ${gate}`,
  link: "Koppla",
  linkOf: (reading: string, plate: string) => `Koppla ${reading} till ${plate}`,
  linkQuestion: (reading: string, plate: string) => `Koppla ${reading} till ${plate}?`,
  linkEffect: (who: string, gate: string) => `Läsningen öppnar ${gate} som ${who} från nästa gång. Inget öppnas nu.`,
  linkEnds:
    "Kopplingen upphör efter 90 dagar utan läsning, när fordonets registreringsnummer ändras och när någon får läsningen som sitt.",
  linking: "Kopplar...",
  linked: (reading: string, plate: string) => `${reading} gäller nu som ${plate}`,

  correct: "Rätta",
  correctOf: (reading: string, plate: string) => `Rätta ${plate} till ${reading}`,
  correctQuestion: (plate: string, reading: string) => `Rätta ${plate} till ${reading}?`,
  correctEffect: (who: string) =>
    `Registreringsnumret för ${who} ändras i portalen och gäller vid alla fordonets grindar.`,
  correctEnds: "Det tidigare registreringsnumret öppnar inte längre.",
  correcting: "Rättar...",
  corrected: (plate: string) => `Registreringsnumret är nu ${plate}`,

  dismiss: "Avfärda",
  dismissOf: (reading: string) => `Avfärda ${reading}`,
  dismissed: (reading: string) => `${reading} avfärdad`,
  dismissedHelp: "Läsningen visas inte igen för de här fordonen.",
  undo: "Ångra",
  dismissedTitle: "Avfärdade läsningar",
  dismissedListHelp: "Visas inte igen för de här fordonen. Ångra lägger tillbaka läsningen i listan ovan.",
  dismissedFailed: "Avfärdade läsningar kunde inte hämtas",
  restoreOf: (reading: string) => `Ångra att ${reading} avfärdades`,
  restored: (reading: string) => `${reading} är tillbaka bland oklara skyltar`,

  choose: "Välj fordon",
  chooseFor: (reading: string) => `Välj fordon för ${reading}`,
  chooseHelp:
    "Läsningen kan vara flera fordon. Koppla den till ett, eller rätta ett registreringsnummer som är fel i portalen.",

  helpLink: "låter läsningen gälla som fordonet från nästa gång. Upphör efter 90 dagar utan läsning.",
  helpCorrect: "ändrar registreringsnumret i portalen.",
  helpDismiss: "tar bort raden och ändrar inget annat.",

  empty: "Inga oklara skyltar",
  emptyHelp: "När en kamera läser en skylt som nästan stämmer med ett fordon visas läsningen här.",
  emptyFiltered: "Inga läsningar matchar",
  emptyFilteredHelp: "Ändra sökningen eller filtren.",

  cameras: "Kamerorna",
  camerasNote: "olästa per dag, 7 dagar",
  camerasFailed: "Kamerorna kunde inte hämtas",
  allCameras: (count: string) => `Visa alla ${count} kameror`,
  cameraStates: { good: "Bra", worse: "Försämrad", unknown: "Okänd" },
  shares: (unread: string, unclear: string) => `${unread} olästa · ${unclear} oklara`,
  worseSince: (day: string) => `Sämre sedan ${day}. Rengör eller rikta om kameran.`,
  silentSince: (when: string) => `Inga läsningar sedan ${when}`,
  fewReadings: "För få läsningar på två veckor för att säga något",

  toCorrect: "Registreringsnummer att rätta",
  toCorrectHelp:
    "Sparade registreringsnummer som ingen kamera kan läsa, eller som läses som ett annat. Öppna personen och skriv registreringsnumret som det står på skylten.",
  toCorrectFailed: "Registreringsnummer att rätta kunde inte hämtas",
  correctPlateOf: (plate: string, person: string) => `Rätta ${plate} för ${person}`,
  notReadable: "Läses inte av någon kamera och öppnar ingen grind",
  readAsAnother: (plate: string) => `Läses som ${plate}, så att båda öppnar för den andra`,

  aliases: "Kopplade läsningar",
  aliasesHelp: "Gäller som fordonet tills ingen kamera har läst dem på 90 dagar.",
  aliasesFailed: "Kopplade läsningar kunde inte hämtas",
  reading: "Läsning",
  vehicle: "Fordon",
  lastUsed: "Senast läst",
  endQuestion: (reading: string) => `Koppla bort ${reading}?`,
  endEffect: (gate: string) =>
    `Läsningen öppnar inte ${gate} längre. Fordonets eget registreringsnummer gäller som förut.`,
  endOf: (reading: string) => `Koppla bort ${reading}`,
  ended: (reading: string) => `${reading} är bortkopplad`,
});
