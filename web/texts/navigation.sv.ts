import { texts } from "./language.ts";

export const navigationTexts = texts("navigation", {
  mainNavigation: "Huvudmeny",
  openMenu: "Öppna menyn",
  closeMenu: "Stäng menyn",
  operation: "Uppföljning",
  signedInAs: "Inloggad som",
  overview: "Översikt",
  organizations: "Organisationer",
  controllers: "Styrenheter",
  allEndUsers: "Slutanvändare",
  accessLogs: "Åtkomstloggar",
  plates: "Oklara skyltar",
  admins: "Administratörer",
  endUsers: "Användare",
  permissions: "Behörigheter",
  groups: "Grupper",
  import: "Importera",
  sync: "Synkstatus",
  operations: "Drift",
  events: "Händelselogg",
  doors: "Dörrar och grindar",
});
