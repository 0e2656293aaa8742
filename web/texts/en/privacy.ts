import type { privacyTexts } from "../privacy.ts";

export const privacy: typeof privacyTexts = {
  handling: "Data and storage",
  kind: "Kind of organisation",
  kinds: { housing: "Housing", industry: "Industry", property: "Property", other: "Other" },
  logDays: "Days that passages are kept",
  logDaysHint: (days, kind) => `Empty means ${days} days, as for ${kind}. Older passages are deleted.`,
  purposes: "Purposes",
  purposesHint: (standard) => `What the data are used for. Empty means: ${standard}`,

  howHandled: "How the data are handled",
  keptFor: "Passages are kept",
  days: (days, isOne) => (isOne ? `${days} day` : `${days} days`),
  rights:
    "Whoever wants to know what the portal knows of them, or to have it erased, has the right to: choose Edit on the person and fold out Personal data.",
  whoChanges: "A system administrator changes purposes and storage time.",
  handlingFailed: "How the data are handled could not be fetched.",

  personal: "Personal data",
  personalHelp:
    "The export is a file with everything that the portal knows of the person. Erasing removes it, on the devices too, and cannot be undone.",
  exportIt: "Export data",
  exporting: "Exporting...",
  exported: (name) => `Everything that the portal knows of ${name} is in the file. The PIN is masked.`,
  exportedTitle: "The data have been exported",
  fileName: (person) => `${person}-personal-data.json`,

  eraseIt: "Erase data",
  erasing: "Erasing...",
  eraseQuestion: (name) => `Everything that the portal knows of ${name} is erased. This cannot be undone.`,
  goesTitle: "This goes",
  goes: [
    "The person, the PIN and the number plate",
    "Name and number plate in the access log",
    "Copies on the devices, as soon as each device answers",
  ],
  staysTitle: "This stays",
  stays: [
    "Time and gate of the passages, without who it was",
    "The event log and the devices' receipts, as evidence of who has had access",
    "Back-ups, until they are deleted",
  ],
  understood: (name) => `Yes, erase everything about ${name} for good`,
  notTicked: "Tick the box if the data are to be erased.",
  erasedTitle: "The data have been erased",
  erasedConfirmed: (name) => `Every device has steppedUp that nothing about ${name} is left on it.`,
  erasedNowhere: (name) => `No device had anything about ${name}.`,
  erasedWaitsTitle: "Erased in the portal, but not on all devices",
  erasedWaits: (name, controllers) =>
    `${controllers} has not steppedUp that ${name} is removed. It is done as soon as the controller answers; until then a PIN may work there. Sync status shows how far it has come.`,

  erasures: "Erased personal data",
  erasuresNote: "The last year",
  erasuresFailed: "The erasures could not be fetched.",
  noErasures: "No personal data have been erased in the last year",
  organizationGone: "Removed organisation",
  passages: (count, isOne) => (isOne ? "1 passage without a name" : `${count} passages without a name`),
  steppedUp: "Gone from every device",
  nothingThere: "Was on no device",
  waitsFor: (controllers) => `Waiting for ${controllers}`,
  moreErasures: (count) => `Show more (${count} left)`,
};
