import type { navigationTexts } from "./navigation.sv.ts";

export const navigation: typeof navigationTexts = {
  mainNavigation: "Main menu",
  openMenu: "Open the menu",
  closeMenu: "Close the menu",
  operation: "Follow-up",
  signedInAs: "Signed in as",
  overview: "Overview",
  organizations: "Organisations",
  controllers: "Controllers",
  allEndUsers: "End users",
  accessLogs: "Access logs",
  plates: "Unclear plates",
  admins: "Administrators",
  endUsers: "Users",
  permissions: "Permissions",
  groups: "Groups",
  import: "Import",
  sync: "Sync status",
  events: "Event log",
  operations: "Operations",
  doors: "Doors and gates",
};
