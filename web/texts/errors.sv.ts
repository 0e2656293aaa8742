// Sentences for errors that have none of their own, and for errors that the specification words by place. Other refusals have the
// server's sentence.
import { ownWord } from "#contract/own-word.ts";
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
  /** Sentences of section 8 for a refused deletion. The first takes the thing as "Styrenheten", the second as "styrenheten". */
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

/** Returns the sentence for a code of PostgREST, PostgreSQL or the page itself; else undefined. */
export function sentenceForCode(code: string): string | undefined {
  return ownWord(BY_CODE, code);
}

const BY_CODE: Record<string, string> = {
  network: errorTexts.network,
  PGRST001: errorTexts.database,
  "42501": errorTexts.notAllowed,
  PGRST116: errorTexts.notFound,
  PGRST301: errorTexts.signedOut,
  PGRST303: errorTexts.signedOut,
  "40001": errorTexts.conflict,
  "23505": errorTexts.alreadyExists,
  "23503": errorTexts.hasLinks,
  bad_reply: errorTexts.badReply,
};
