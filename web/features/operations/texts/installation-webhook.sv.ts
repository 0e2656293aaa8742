import { texts } from "#web/texts/language.ts";

export const installationWebhookTexts = texts("installationWebhook", {
  title: "Installationens LPR-inloggning",
  note: "Öppnar alla grindar. Ge varje grind sin egen inloggning, och stäng av den här när ingen grind använder den.",
  state: "Läge",
  on: "På",
  off: "Avstängd",
  changed: "Lösenordet byttes",
  never: "Aldrig",
  oldUntil: "Det gamla lösenordet gäller till",
  gates: "Grindar som använder den",
  noGates: "Ingen grind har använt den.",
  withOld: "med det gamla lösenordet",
  show: "Visa inloggningen",
  hide: "Dölj inloggningen",
  rotate: "Byt lösenord",
  rotateSentence:
    "Portalen skapar ett nytt lösenord. Skriv in det i LPR-systemet för varje grind som använder inloggningen medan det gamla fortfarande fungerar.",
  rotateNone: "Grindarna öppnas inte för någon förrän LPR-systemet har det nya lösenordet.",
  endOld: "Avsluta det gamla nu",
  endTitle: "Avsluta det gamla lösenordet",
  endSentence: "Grindar vars LPR-system inte har det nya lösenordet öppnas inte längre.",
  end: "Avsluta",
  ended: "Det gamla lösenordet är avslutat",
  switchOff: "Stäng av",
  switchOffTitle: "Stäng av installationens LPR-inloggning",
  switchOffSentence:
    "Grindar vars LPR-system använder den öppnas inte längre. Grindarnas egna inloggningar fungerar som förut.",
  switchOffUsed: (gates: readonly string[]) => `Har använts av ${gates.join(", ")}.`,
  switchedOff: "Inloggningen är avstängd",
  switchOn: "Slå på",
  switchedOn: "Inloggningen är på",
});
