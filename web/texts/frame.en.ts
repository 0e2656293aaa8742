import { withUnit } from "./durations.ts";
import type { frameTexts } from "./frame.sv.ts";

export const frame: typeof frameTexts = {
  skip: "Skip to content",
  signedIn: "Signed in",
  roleChangedTitle: "Your role has changed",
  roleChanged: "Your role in the portal has changed. That is why another page is shown.",
  signOut: "Sign out",
  account: "My account",
  handbook: "Handbook (Swedish)",

  theme: "Appearance",
  themeNow: (name) => `Appearance: ${name}`,
  light: "Light",
  dark: "Dark",
  followSystem: "Follow the system",
  themeAndLanguage: "Appearance and language",

  loadingPage: "Loading the page",
  noContact: "No connection to the server. What you have typed is kept.",
  nextTry: (seconds) => `Trying again in ${withUnit(seconds, "s")}`,
  trying: "Trying again...",
  contactBack: "The connection is back",

  notFoundTitle: "The page was not found",
  notFoundHelp: "The address may be mistyped, or the page has been removed.",
  toStart: "To the start page",

  crashTitle: "The page could not be shown",
  crashHelp: "Nothing you have saved is lost. Reload the page.",
  reload: "Reload",
};
