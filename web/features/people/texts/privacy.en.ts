import type { privacyTexts } from "./privacy.sv.ts";

export const privacy: typeof privacyTexts = {
  handling: "Data and storage",
  kind: "Kind of organisation",
  kinds: { housing: "Housing", industry: "Industry", property: "Property", other: "Other" },
  logDays: "Days to keep passages",
  logDaysHint: (days, kind) => `Empty means ${days} days, as for ${kind}. Older passages are deleted.`,
  purposes: "Purposes",
  purposesHint: (standard) => `What the data are used for. Empty means: ${standard}`,

  howHandled: "How the data are handled",
  keptFor: "Passages are kept",
  days: (days, isOne) => (isOne ? `${days} day` : `${days} days`),
  rights:
    "Everyone has the right to know what the portal has stored about them, and to have it erased. Choose Edit on the person and open Personal data.",
  images:
    "The portal keeps no images. Where a gate has a camera for images, whoever may read the passage can fetch the LPR server's image of it, and the event log shows who looked.",
  whoChanges: "A system administrator changes purposes and storage time.",
  handlingFailed: "How the data are handled could not be fetched.",

  personal: "Personal data",
  personalHelp:
    "The data are everything that the portal knows about the person, to read, print or fetch as a file. Erasing removes it, on the devices too, and cannot be undone.",
  showIt: "Show data",
  exportIt: "Export data",
  exporting: "Exporting...",
  exported: (name) => `Everything that the portal knows about ${name} is in the file. The PIN is masked.`,
  exportedTitle: "The data have been exported",
  fileName: (person) => `${person}-personal-data.json`,

  eraseIt: "Erase data",
  erasing: "Erasing...",
  eraseQuestion: (name) => `Everything that the portal knows about ${name} is erased. This cannot be undone.`,
  goesTitle: "What is erased",
  goes: [
    "The person, the PIN and the number plate",
    "Name and number plate in the access log",
    "Copies on the devices, as soon as each device answers",
  ],
  staysTitle: "What is kept",
  stays: [
    "The time and gate of each passage, but not whose it was",
    "The event log and the devices' receipts, as evidence of who has had access",
    "Back-ups, until they are deleted",
  ],
  understood: (name) => `Yes, erase everything about ${name} for good`,
  notTicked: "Tick the box if the data are to be erased.",
  erasedTitle: "The data have been erased",
  erasedConfirmed: (name) => `Every device has confirmed that nothing about ${name} is left on it.`,
  erasedNowhere: (name) => `No device had anything about ${name}.`,
  erasedWaitsTitle: "Erased in the portal, but not on all devices",
  erasedWaits: (name, controllers) =>
    `${controllers} has not confirmed that ${name} is removed. This happens as soon as the controller answers; until then a PIN may work there. Sync status shows how far it has got.`,

  erasures: "Erased personal data",
  erasuresNote: "The last year",
  erasuresFailed: "The erasures could not be fetched.",
  noErasures: "No personal data have been erased in the last year",
  organizationGone: "Removed organisation",
  passages: (count, isOne) => (isOne ? "1 passage without a name" : `${count} passages without a name`),
  confirmed: "Gone from every device",
  nothingThere: "Was not on any device",
  waitsFor: (controllers) => `Waiting for ${controllers}`,
  moreErasures: (count) => `Show more (${count} left)`,
};
