import { texts } from "./language.ts";

export const invitationTexts = texts("invitation", {
  title: "Välj ditt lösenord",
  subtitle: (email: string) => `Sedan loggar du in med ${email}.`,
  tooShort: "Lösenordet måste vara minst 6 tecken",
  save: "Spara och logga in",
  saving: "Sparar...",
});
