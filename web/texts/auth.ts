// Texts of /auth.
import { texts } from "./language.ts";

export const authTexts = texts("auth", {
  title: "Logga in",
  subtitle: "Administrera dörrar och grindar",
  email: "E-post",
  password: "Lösenord",
  signIn: "Logga in",
  signingIn: "Loggar in...",
  signedIn: "Inloggad",
  wrongLogin: "Fel e-postadress eller lösenord",
  emailRequired: "Fyll i din e-postadress",
  emailInvalid: "Ogiltig e-postadress",
  passwordRequired: "Fyll i ditt lösenord",

  restrictedTitle: "Ett steg kvar",
  restrictedHelp: (email: string) => `Du är inloggad som ${email}, men kontot släpper inte in dig än.`,
  passwordChangeRequired: "Lösenordet är tillfälligt. Välj ett nytt innan du fortsätter.",
  secondFactorRequired: "Kontot har tvåstegsverifiering. Bekräfta med din kod innan du fortsätter.",

  againTitle: "Logga in igen",
  againHelp: (email: string) =>
    `Sessionen har gått ut. Det du skrivit är kvar. Logga in som ${email} för att fortsätta.`,

  forgot: "Glömt lösenordet?",
  forgotTitle: "Återställ lösenord",
  forgotHelp: "Ange din e-postadress så skickar vi en länk för att välja ett nytt lösenord.",
  sendLink: "Skicka länk",
  sendingLink: "Skickar...",
  sentTitle: "E-post skickad",
  sentText: "Kolla din e-post för instruktioner om att återställa lösenordet",
});
