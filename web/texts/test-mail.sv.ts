import { texts } from "./language.ts";

/** Shared by the cards and dialogs in which emails are chosen. */
export const testMailTexts = texts("testMail", {
  send: "Skicka testmail till mig",
  sending: "Skickar...",
  sent: (address: string) =>
    `E-postservern har tagit emot testmailet till ${address}. Kommer det inte fram, se efter i skräpposten.`,
  queued: (address: string) =>
    `Testmailet till ${address} är inte skickat: e-postservern har inte tagit emot det. Portalen försöker igen i en timme.`,
  failed: (address: string) => `E-postservern tar inte emot mail till ${address}. Kontrollera e-postadressen.`,
  noServer:
    "Inget mail skickades: portalen har ingen e-postserver. En systemadministratör anger den på servern (SMTP_URL).",
  /** Followed by the mail server's own words. */
  reason: "Svaret var:",
});
