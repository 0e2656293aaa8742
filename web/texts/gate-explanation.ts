import type { PassageCause } from "#contract/functions/explain-passage.ts";
import { texts } from "./language.ts";

/** What is said otherwise of a gate and a plate than of a door and a code. */
export const gateExplanationTexts = texts("gate-explanation", {
  held: "Grinden hade",
  decided: "Grinden svarade",
  portalDecides: "Ingen lista: portalen avgör",
  heldPlate: "Fordonet",
  heldPlateSince: (since: string) => `Fordonet sedan ${since}`,
  heldNoPlate: "Inte fordonet",
  heldOlder: "Fordonet, i en äldre lista",
  letIn: "Öppnade",
  stayedShut: "Öppnade inte",
  noAnswer: "Inget svar",

  candidates: "Fordon som läsningen liknar",
  candidatesHelp: "Läsningen liknar de här personernas registreringsnummer.",

  short: {
    expired: "behörigheten hade gått ut",
    not_yet_valid: "behörigheten gällde inte än",
    disabled: "behörigheten var inaktiverad",
    no_assignment: "grinden var inte tilldelad",
    organisation_unlinked: "organisationen hade den inte",
    restore_held: "väntade efter återläsning",
  } satisfies Partial<Record<PassageCause, string>>,
  sentence: {
    expired: "Fordonets behörighet hade gått ut.",
    not_yet_valid: "Fordonets behörighet hade inte börjat gälla.",
    disabled: "Fordonets behörighet var inaktiverad.",
    no_assignment: "Fordonet hade ingen åtkomst till den här grinden.",
    organisation_unlinked: "Fordonet var tilldelat grinden, men organisationen hade den inte.",
    restore_held: "Portalen var återläst från en säkerhetskopia. Tills någon bekräftar öppnas ingen grind.",
  } satisfies Partial<Record<PassageCause, string>>,
  advice: {
    expired: "Förläng behörigheten om personen fortfarande ska komma in.",
    not_yet_valid: "Ändra startdatumet om personen ska in redan nu.",
    disabled: "Aktivera behörigheten om personen ska komma in.",
    no_assignment: "Ge fordonet åtkomst till grinden.",
    organisation_unlinked: "En systemadministratör kan tilldela organisationen grinden igen.",
    restore_held: "Bekräfta återläsningen under Drift, så öppnas grindarna igen.",
  } satisfies Partial<Record<PassageCause, string>>,
});
