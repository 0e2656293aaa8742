import { texts } from "./language.ts";

export const reAuthenticationTexts = texts("re-authentication", {
  title: "Bekräfta att det är du",
  helpPassword: "Skriv ditt lösenord för att fortsätta. Bekräftelsen gäller i fem minuter.",
  helpCode: "Skriv koden från din autentiseringsapp för att fortsätta. Bekräftelsen gäller i fem minuter.",
  helpPasskey: "Använd din passkey för att fortsätta. Bekräftelsen gäller i fem minuter.",
  helpOther: "Logga ut och in igen med ditt andra steg för att fortsätta.",
  password: "Lösenord",
  passwordMissing: "Skriv ditt lösenord",
  code: "Kod",
  codeMissing: "Skriv de sex siffrorna",
  confirm: "Bekräfta",
  confirming: "Bekräftar...",
  withPasskey: "Använd passkey",
});
