import { validityWords } from "#contract/validity-words.sv.ts";
import { texts } from "#web/texts/language.ts";

export const handoverTexts = texts("handover", {
  title: "Lämna över koden",
  open: "Lämna över",
  code: "Kod",
  apartment: (number: string) => `lgh ${number}`,
  doors: "Dörrar",
  valid: "Gäller",
  validity: validityWords,
  advice: "Koden är personlig. Lämna den inte vidare.",
  copy: "Kopiera text",
  copied: "Texten är kopierad",
  copyFailed: "Webbläsaren tillåter inte kopiering här. Skriv ut lappen i stället, eller markera texten.",
  share: "Dela",
  shareFailed: "Webbläsaren kunde inte dela texten. Kopiera den i stället.",
  print: "Skriv ut lapp",
  mailTo: (address: string) => `Skicka till ${address}`,
  sending: "Skickar...",
  mailed: (address: string) => `Koden är skickad till ${address}`,
  mailQueued: (address: string) => `Koden skickas till ${address} så snart e-postservern svarar, inom en timme`,
  note: "Lapp att lämna över",
});
