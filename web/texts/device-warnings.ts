import { texts } from "./language.ts";

/** By the code of a connection test. */
const warnings: Record<string, string> = {
  clock_skew: "Enhetens klocka går fel. Ställ in den, annars gäller behörigheter på fel tider.",
  macro_missing: "Macrot finns inte på LPR-servern.",
  macro_disabled: "Macrot är avstängt på LPR-servern, så grinden öppnas inte. Slå på det där.",
  macro_list_unavailable: "Kontot får inte läsa listan över macron.",
  camera_clock_wrong:
    "Kamerans klocka går fel. Grinden öppnas inte för läsningar vars tid inte stämmer. Ställ klockan mot en tidsserver.",
  password_not_asked:
    "Enheten bad inte om något lösenord, så inget lösenord har skickats. Vill den ha det utan att be om det, välj inloggningen Basic direkt.",
  relay_unit_unknown: "Enheten svarade, men inte på anslutningstestets sökväg. Kontrollera numret och testa öppningen.",
  plain_http: "Förbindelsen är okrypterad.",
};

export const deviceWarningTexts = texts("device-warnings", {
  warnings,
  macroGone:
    "LPR-servern har inte grindens macro, så grinden öppnas inte. Det kan vara borttaget där: skapa det på nytt, eller välj ett annat här.",
});
