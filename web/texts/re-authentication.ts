import { texts } from "./language.ts";

export const reAuthenticationTexts = texts("re-authentication", {
  title: "Bekräfta att det är du",
  helpPassword: "Skriv ditt lösenord för att fortsätta. Det räcker i fem minuter.",
  helpCode: "Skriv koden från din autentiseringsapp för att fortsätta. Den räcker i fem minuter.",
  helpPasskey: "Använd din passnyckel för att fortsätta. Den räcker i fem minuter.",
  helpOther: "Logga ut och in igen med ditt andra steg för att fortsätta.",
  password: "Lösenord",
  passwordMissing: "Skriv ditt lösenord",
  code: "Kod",
  codeMissing: "Skriv de sex siffrorna",
  confirm: "Bekräfta",
  confirming: "Bekräftar...",
  withPasskey: "Använd passnyckel",
});
