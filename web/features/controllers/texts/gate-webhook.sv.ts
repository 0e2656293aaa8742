import { texts } from "#web/texts/language.ts";

export const gateWebhookTexts = texts("gateWebhook", {
  rotate: "Byt lösenord",
  rotating: "Byter...",
  rotated: "Lösenordet är bytt",
  rotateHelp:
    "Portalen skapar ett nytt lösenord. Användarnamnet är detsamma. Skriv sedan in det nya lösenordet i LPR-systemet medan det gamla fortfarande fungerar.",
  overlapLabel: "Det gamla lösenordet gäller",
  overlapDay: "I 24 timmar till",
  overlapFirstUse: "Tills det nya används, högst 24 timmar",
  overlapWeek: "I 7 dagar till",
  overlapNone: "Inte alls",
  overlapNoneHint: "Grinden öppnas inte för någon förrän LPR-systemet har det nya lösenordet.",
  oldUntil: (when: string) => `Det gamla lösenordet gäller till ${when}.`,
  oldUntilUse: (when: string) => `Det gamla lösenordet gäller tills det nya används, längst till ${when}.`,
  newNotUsed: "LPR-systemet har ännu inte använt det nya.",
  newUsed: (when: string) => `LPR-systemet använde det nya senast ${when}.`,
  oldUsed: (when: string) => `Det gamla användes senast ${when}.`,
  endNow: "Avsluta det gamla nu",
  endTitle: "Avsluta det gamla lösenordet",
  endConsequence: "Grinden öppnas inte för någon förrän LPR-systemet har det nya lösenordet.",
  endConfirm: "Avsluta",
  ended: "Det gamla lösenordet är avslutat",
});
