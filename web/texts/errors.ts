// The sentence of an error code, for errors that arrive without one (network, table calls) and for those that the
// specification words otherwise at a certain place. A function's own `error` is Swedish already and wins; for a person who
// reads another language it is looked up.
import { texts } from "./language.ts";

export const errorTexts = texts("errors", {
  unexpected: "Ett oväntat fel uppstod",
  unexpectedLater: "Ett oväntat fel uppstod. Försök igen senare.",
  network: "Anslutningsproblem. Kontrollera din internetanslutning.",
  database: "Kunde inte ansluta till databasen",
  notAllowed: "Du har inte behörighet till det här. Ladda om sidan om din roll har ändrats.",
  signedOut: "Du är inte längre inloggad. Logga in igen.",
  notFound: "Det du söker finns inte längre. Någon annan kan ha tagit bort det.",
  conflict: "Någon annan ändrade samtidigt. Ladda om och försök igen.",
  alreadyExists: "Det finns redan.",
  hasLinks: "Det finns kopplade resurser. Ta bort dessa först.",
  /** §8's mapping of a refused delete: the thing as "Styrenheten" and as "styrenheten". */
  linkedResources: (thing: string) => `${thing} har kopplade resurser. Ta bort dessa först.`,
  axisUnreachable: "Kan inte ansluta till Axis-enheten. Kontrollera anslutningen.",
  deleteFailed: (thing: string) => `Kunde inte ta bort ${thing}. Kontakta support om problemet kvarstår.`,
  partMissing:
    "Rutan kunde inte hämtas från servern. Inget är ändrat. Kontrollera anslutningen och försök igen, eller ladda om sidan.",
  pieceMissing:
    "En del av sidan kunde inte hämtas från servern. Det du skrivit är kvar. Kontrollera anslutningen och försök igen. Hjälper det inte, ladda om sidan.",
  badReply: "Servern svarade på ett sätt som sidan inte förstår. Ladda om sidan.",
  tooMany: "För många försök. Vänta en stund och försök igen.",
  roleMissing: "Kontot saknar behörighet i portalen. Kontakta en systemadministratör.",
});

/** Sentence for a code of the server (contract/errors.ts), of PostgREST or of PostgreSQL; undefined when we have none. */
export function sentenceForCode(code: string): string | undefined {
  return BY_CODE[code];
}

const BY_CODE: Record<string, string> = {
  network: errorTexts.network,
  database_unavailable: errorTexts.database,
  not_signed_in: errorTexts.signedOut,
  session_not_found: errorTexts.signedOut,
  bad_jwt: errorTexts.signedOut,
  forbidden: errorTexts.notAllowed,
  "42501": errorTexts.notAllowed,
  not_found: errorTexts.notFound,
  PGRST116: errorTexts.notFound,
  PGRST301: errorTexts.signedOut,
  PGRST303: errorTexts.signedOut,
  conflict: errorTexts.conflict,
  changed_by_other: errorTexts.conflict,
  "40001": errorTexts.conflict,
  "23505": errorTexts.alreadyExists,
  "23503": errorTexts.hasLinks,
  rate_limited: errorTexts.tooMany,
  PT429: errorTexts.tooMany,
  over_request_rate_limit: errorTexts.tooMany,
  bad_reply: errorTexts.badReply,
  internal: errorTexts.unexpectedLater,
};

/** Swedish sentences of the server and of contract/forms → the page's language. */
const sentences: Record<string, string> = texts("sentences", {});
/** What stands in for a sentence that holds a name or a number, by its code. */
const serverCodes: Record<string, string> = texts("server-codes", {});

/**
 * A Swedish sentence that the server or a form's rule has said, in the page's language: by the sentence, also after a prefix
 * of the specification ("Failed to sync access points: …"), else by the error's code. Unknown, it stays Swedish: better than
 * nothing.
 */
export function inOurWords(sentence: string, code = ""): string {
  const [, prefix = "", rest = sentence] = /^([\w ]+: )?(.*)$/su.exec(sentence) ?? [];
  const known = sentences[rest] ?? serverCodes[code];
  return sentences[sentence] ?? (known === undefined ? sentence : prefix + known);
}
