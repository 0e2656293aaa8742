import type { errorTexts } from "./errors.sv.ts";

export const errors: typeof errorTexts = {
  unexpected: "An unexpected error occurred",
  unexpectedLater: "An unexpected error occurred. Try again later.",
  network: "Connection problem. Check your internet connection.",
  database: "Could not connect to the database",
  notAllowed: "You are not allowed to do this. Reload the page if your role has changed.",
  signedOut: "You are no longer signed in. Sign in again.",
  notFound: "What you are looking for is no longer there. Someone else may have removed it.",
  conflict: "Someone else made a change at the same time. Reload and try again.",
  alreadyExists: "It already exists.",
  hasLinks: "Other things are linked to it. Remove these first.",
  linkedResources: (thing) => `${thing} has linked resources. Remove these first.`,
  axisUnreachable: "Cannot reach the Axis device. Check the connection.",
  deleteFailed: (thing) => `Could not remove ${thing}. Contact support if the problem persists.`,
  partMissing:
    "The dialog could not be fetched from the server. Nothing has changed. Check the connection and try again, or reload the page.",
  pieceMissing:
    "A part of the page could not be fetched from the server. What you have typed is kept. Check the connection and try again. If that does not help, reload the page.",
  badReply: "The server answered in a way that the page does not understand. Reload the page.",
  tooMany: "Too many attempts. Wait a while and try again.",
  roleMissing: "The account has no role in the portal. Contact a system administrator.",
};
