import type { nearMissesTexts } from "../near-misses.ts";

export const nearMisses: typeof nearMissesTexts = {
  title: "Unclear plates",
  subtitle: "Readings that nearly match a known vehicle. None of them opened the gate.",
  count: (count) => `${count} unclear`,
  search: "Search number plates",
  gate: "Gate",
  allGates: "All gates",
  loadFailed: "The queue could not be fetched",

  lastRead: "Last read",
  cameraRead: "The camera read",
  likely: "Likely vehicle",
  rowName: (plate, gate) => `${plate} at ${gate}`,
  removedGate: "Removed gate",
  today: (clock) => `today ${clock}`,
  yesterday: (clock) => `yesterday ${clock}`,
  times: (count, isOne) => (isOne ? "once" : `${count} times`),
  lostSign: "missing character",

  readAs: (meant, read) => `${meant.join(" or ")} was read as ${read}`,
  mistyped: (stored, read) => `${stored} in the portal, ${read} on the plate`,
  lost: { first: "The first character is missing", last: "The last character is missing" },
  added: { first: "One character too many at the beginning", last: "One character too many at the end" },

  link: "Link",
  linkOf: (reading, plate) => `Link ${reading} to ${plate}`,
  linkQuestion: (reading, plate) => `Link ${reading} to ${plate}?`,
  linkEffect: (who, gate) => `From the next time, the reading opens ${gate} as ${who}. Nothing opens now.`,
  linkEnds:
    "The link ends after 90 days without a reading, when the vehicle's number changes, and when somebody gets the reading as their number.",
  linking: "Linking...",
  linked: (reading, plate) => `${reading} now counts as ${plate}`,

  correct: "Correct",
  correctOf: (reading, plate) => `Correct ${plate} to ${reading}`,
  correctQuestion: (plate, reading) => `Correct ${plate} to ${reading}?`,
  correctEffect: (who) => `The number of ${who} changes in the portal and counts at all gates of the vehicle.`,
  correctEnds: "The former number no longer opens.",
  correcting: "Correcting...",
  corrected: (plate) => `The number is now ${plate}`,

  dismiss: "Dismiss",
  dismissOf: (reading) => `Dismiss ${reading}`,
  dismissed: (reading) => `${reading} dismissed`,
  dismissedHelp: "The reading is not shown again for these vehicles.",
  undo: "Undo",

  choose: "Choose vehicle",
  chooseFor: (reading) => `Choose vehicle for ${reading}`,
  chooseHelp: "The reading may be several vehicles. Link it to one, or correct a number that is wrong in the portal.",

  helpLink: "makes the reading count as the vehicle from the next time. Ends after 90 days without a reading.",
  helpCorrect: "changes the number in the portal.",
  helpDismiss: "removes the row and changes nothing else.",

  empty: "No unclear plates",
  emptyHelp: "When a camera reads a number that nearly matches a vehicle, the reading is shown here.",
  emptyFiltered: "No readings match",
  emptyFilteredHelp: "Change the search or the filters.",

  aliases: "Linked readings",
  aliasesHelp: "Count as the vehicle until no camera has read them for 90 days.",
  aliasesFailed: "Linked readings could not be fetched",
  reading: "Reading",
  vehicle: "Vehicle",
  lastUsed: "Last read",
  endQuestion: (reading) => `Remove the link of ${reading}?`,
  endEffect: (gate) => `The reading no longer opens ${gate}. The vehicle's own number counts as before.`,
  endOf: (reading) => `Remove the link of ${reading}`,
  ended: (reading) => `The link of ${reading} is removed`,
};
