// Texts of the frame: navigation, top bar, command palette, connection bar, guard and 404.
import { texts } from "./language.ts";

export const frameTexts = texts("frame", {
  skip: "Hoppa till innehållet",
  mainNavigation: "Huvudmeny",
  openMenu: "Öppna menyn",
  closeMenu: "Stäng menyn",
  operation: "Drift",
  signedInAs: "Inloggad som",
  signOut: "Logga ut",
  account: "Mitt konto",

  overview: "Översikt",
  organizations: "Organisationer",
  controllers: "Styrenheter",
  allEndUsers: "Slutanvändare",
  accessLogs: "Åtkomstloggar",
  admins: "Administratörer",
  endUsers: "Användare",
  permissions: "Behörigheter",
  import: "Importera",
  sync: "Synkstatus",
  operations: "Drift",
  events: "Händelselogg",

  search: "Sök eller hoppa till…",
  searchShort: "Sök",
  searchKeys: "Ctrl K",
  goTo: "Gå till",
  actions: "Åtgärder",
  paletteName: "Sök eller hoppa till",
  people: "Användare",
  nothingFound: "Inget matchar",
  searching: "Söker...",
  findFailed: "Användare och styrenheter kunde inte sökas just nu. Sidorna nås som vanligt.",

  allSynced: "Allt synkat",
  waiting: (count: string) => `${count} väntar`,
  failed: (count: string) => `${count} fel`,

  theme: "Utseende",
  themeNow: (name: string) => `Utseende: ${name}`,
  light: "Ljust",
  dark: "Mörkt",
  followSystem: "Följ systemet",
  themeAndLanguage: "Utseende och språk",

  loadingPage: "Laddar sidan",
  noContact: "Ingen kontakt med servern. Det du skrivit är kvar.",
  nextTry: (seconds: number) => `Försöker igen om ${seconds} s`,
  trying: "Försöker igen...",
  contactBack: "Kontakten är tillbaka",

  notFoundTitle: "Hoppsan! Sidan hittades inte",
  notFoundHelp: "Adressen kan vara felskriven eller sidan borttagen.",
  toStart: "Till startsidan",

  crashTitle: "Sidan kunde inte visas",
  crashHelp: "Inget du har sparat har gått förlorat. Ladda om sidan.",
  reload: "Ladda om",
});
