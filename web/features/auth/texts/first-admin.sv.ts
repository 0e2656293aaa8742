import { texts } from "#web/texts/language.ts";

export const firstAdminTexts = texts("firstAdmin", {
  title: "Skapa systemadministratör",
  subtitle: "Portalen är ny och har ännu ingen administratör. Det här kontot får hantera allt.",
  firstName: "Förnamn",
  lastName: "Efternamn",
  repeat: "Lösenordet en gång till",
  repeatDiffers: "Lösenorden är inte lika",
  passwordTooShort: "Lösenord måste vara minst 6 tecken",
  passwordHint: "En mening med flera ord är lätt att minnas och svår att gissa.",
  strength: {
    weak: "Svagt. Lägg till fler ord eller tecken.",
    fair: "Godtagbart. Fler tecken gör det starkare.",
    strong: "Starkt lösenord.",
  },
  restore: "Återställ en säkerhetskopia",
  create: "Skapa konto",
  creating: "Skapar konto...",
  deadTitle: "Länken fungerar inte längre",
  toLogin: "Till inloggningen",
});

export const invitationTexts = texts("invitation", {
  title: "Välj ditt lösenord",
  subtitle: (email: string) => `Sedan loggar du in med ${email}.`,
  tooShort: "Lösenordet måste vara minst 6 tecken",
  save: "Spara och logga in",
  saving: "Sparar...",
});
