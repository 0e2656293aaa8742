import { withUnit } from "./durations.ts";
import { texts } from "./language.ts";

export const frameTexts = texts("frame", {
  skip: "Hoppa till innehållet",
  signedIn: "Inloggad",
  roleChangedTitle: "Behörigheten är ändrad",
  roleChanged: "Din behörighet i portalen har ändrats. Därför visas en annan sida.",
  signOut: "Logga ut",
  account: "Mitt konto",
  handbook: "Handbok",

  theme: "Utseende",
  themeNow: (name: string) => `Utseende: ${name}`,
  light: "Ljust",
  dark: "Mörkt",
  followSystem: "Följ systemet",
  themeAndLanguage: "Utseende och språk",

  loadingPage: "Laddar sidan",
  noContact: "Ingen kontakt med servern. Det du skrivit är kvar.",
  nextTry: (seconds: number) => `Försöker igen om ${withUnit(seconds, "s")}`,
  trying: "Försöker igen...",
  contactBack: "Kontakten är tillbaka",

  notFoundTitle: "Hoppsan! Sidan hittades inte",
  notFoundHelp: "Adressen kan vara felskriven, eller så är sidan borttagen.",
  toStart: "Till startsidan",

  crashTitle: "Sidan kunde inte visas",
  crashHelp: "Inget du har sparat har gått förlorat. Ladda om sidan.",
  reload: "Ladda om",
});
