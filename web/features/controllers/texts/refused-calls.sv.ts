import { ownWord } from "#contract/own-word.ts";
import type { RefusedCallCause } from "#contract/refused-calls.ts";
import { texts } from "#web/texts/language.ts";

/** Sentences about a refused call to a gate: why, and what to do. The access log has no row of such a call. */
const causes: Record<RefusedCallCause, string> = {
  webhook_unauthorized:
    "Användarnamnet eller lösenordet var fel. Hämta inloggningen i grindens dialog och skriv in den hos avsändaren.",
  read_parameter_missing:
    "Adressen saknade regnr eller gateid. Kopiera adressen igen från grindens dialog till avsändaren.",
  read_too_late: "Anropet kom inte fram i tid. Kontrollera nätet mellan avsändaren och portalen.",
  push_unreadable:
    "Kamerans anrop gick inte att läsa. Kontrollera i kameran att protokollet är HTTP POST med JSON, eller tryck Ställ in kameran i grindens dialog.",
  push_too_large: "Anropet var större än portalen tar emot. Välj bort bilder i kameran.",
  push_unknown_type: "Adressen hör inte till en kamera som portalen känner. Kopiera den igen från grindens dialog.",
  push_from_another_camera:
    "Anropet kom från en annan kamera än grindens. Ställ in den kameran från dess egen styrenhet i portalen.",
  request_unreadable: "Anropet bröts eller gick inte att läsa. Kontrollera avsändarens inställningar och nätet.",
  foreign_website: "Anropet kom från en webbsida, inte från en kamera eller ett LPR-system.",
  address_unknown: "Anropet gick till fel adress eller med fel metod. Kopiera adressen igen från grindens dialog.",
  database_unavailable: "Portalens databas svarade inte. Kontrollera servern.",
  internal: "Ett fel i portalen. Orsaken står i serverns logg.",
  bad_http: "Det som skickades var ingen HTTP. Kontrollera port och om avsändaren ska använda https.",
};

export const refusedCallTexts = texts("refusedCalls", {
  causes,
  title: "Avvisade anrop till grindar",
  note: "Anrop som kom utan rätt inloggning för en grind. Inget av dem står i åtkomstloggen och ingen grind öppnades.",
  calls: (count: string, many: boolean) => (many ? `${count} anrop` : "1 anrop"),
  last: "senast",
  from: (address: string) => `från ${address}`,
  named: (gate: string) => `till ${gate}`,
  latest: "Senaste anrop som avvisades",
  notLogged: "Passagen står inte i åtkomstloggen och grinden öppnades inte.",
});

/** Returns the sentence. A newer server may name a cause that this page does not know. */
export const refusedCallSentence = (cause: string | null): string =>
  ownWord(refusedCallTexts.causes, cause ?? "") ?? refusedCallTexts.causes.internal;
