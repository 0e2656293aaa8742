import type { frameTexts } from "../frame.ts";

export const frame: typeof frameTexts = {
  skip: "Skip to content",
  mainNavigation: "Main menu",
  openMenu: "Open the menu",
  closeMenu: "Close the menu",
  operation: "Operation",
  signedInAs: "Signed in as",
  signOut: "Sign out",
  account: "My account",

  overview: "Overview",
  organizations: "Organisations",
  controllers: "Controllers",
  allEndUsers: "End users",
  accessLogs: "Access logs",
  admins: "Administrators",
  endUsers: "Users",
  permissions: "Permissions",
  import: "Import",
  sync: "Sync status",
  events: "Event log",

  search: "Search or go to…",
  searchShort: "Search",
  searchKeys: "Ctrl K",
  goTo: "Go to",
  actions: "Actions",
  paletteName: "Search or go to",
  nothingFound: "Nothing matches",

  allSynced: "All synced",
  waiting: (count) => `${count} waiting`,
  failed: (count) => `${count} failed`,

  theme: "Appearance",
  themeNow: (name) => `Appearance: ${name}`,
  light: "Light",
  dark: "Dark",
  followSystem: "Follow the system",
  themeAndLanguage: "Appearance and language",

  loadingPage: "Loading the page",
  noContact: "No contact with the server. What you have typed is kept.",
  nextTry: (seconds) => `Trying again in ${seconds} s`,
  trying: "Trying again...",
  contactBack: "Contact is back",

  notFoundTitle: "The page was not found",
  notFoundHelp: "The address may be mistyped or the page removed.",
  toStart: "To the start page",

  crashTitle: "The page could not be shown",
  crashHelp: "Nothing you have saved is lost. Reload the page.",
  operations: "Operation",
  reload: "Reload",
};
