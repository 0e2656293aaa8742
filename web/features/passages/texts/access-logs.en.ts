import { counted } from "#web/texts/counted.ts";
import type { accessLogsTexts } from "./access-logs.sv.ts";

export const accessLogs: typeof accessLogsTexts = {
  title: "Access logs",
  passages: "Passages",
  subtitle24: (what) => `${what} in the last 24 hours, newest first`,
  subtitleFrom: (what, from) => `${what} from ${from}, newest first`,
  subtitleTo: (what, to) => `${what} up to and including ${to}, newest first`,
  subtitleRange: (what, from, to) =>
    from === to ? `${what} on ${from}, newest first` : `${what} ${from} – ${to}, newest first`,

  liveHelp: "New passages appear by themselves",
  pause: "Pause",
  resume: "Resume",
  newRows: (count) => `${count} new`,
  newRowsSaid: (count) => `${counted(count, "new passage", "new passages")} waiting`,
  exportCsv: "Export CSV",
  exporting: "Exporting...",
  exported: "CSV exported",
  exportCut: (rows) => `The file has the ${rows} newest rows. Choose a shorter period for the rest.`,
  fileName: (day) => `access-logs-gates-${day}.csv`,

  search: "Search number plates",
  allControllers: "All controllers",
  controllerFilter: "Controller",
  statusFilter: "Status",
  all: "All",
  grantedMany: "Granted",
  deniedMany: "Denied",
  last24: "Last 24 hours",

  shown: (shown, total, isCut) => (isCut ? `${shown} newest of ${total}` : counted(total, "passage", "passages")),
  onePassage: "1 passage",
  noPassages: "0 passages",

  time: "Time",
  person: "Person",
  organization: "Organisation",
  controller: "Controller",
  reason: "Reason",
  macro: "Macro",
  unknownGate: "Unknown gate",
  removedController: "Removed controller",
  removedSuffix: "(removed)",
  rowName: (plate, time) => `${plate} ${time}`,

  sending: "Sending",
  executed: "Done",
  refused: "Failed",
  unknown: "Unknown",
  repeat: "Repeated read",

  empty: "No passages in the last 24 hours",
  emptyHelp:
    "When a camera reads a number plate, the passage is shown here at once. Older passages are shown for a longer period.",
  noGates: "There are no gates here",
  noGatesHelp: "Passages at doors are under Doors and under All.",
  emptyFiltered: "No passages match",
  emptyFilteredHelp: "Change the search, the filters or the period.",
  failed: "The log could not be fetched",

  reasons: {
    valid_credential: "Valid credential",
    expired: "Expired",
    no_match: "No match",
    disabled: "Disabled",
    gate_not_found: "Gate not found",
    no_access_assignment: "No access assigned",
    invalid_configuration: "Invalid configuration",
    not_yet_valid: "Not valid yet",
    read_too_late: "The read came too late",
  },

  unreadAt: (gate) => `Unread plate at ${gate}`,
  detailWhen: "When",
  detailRead: "As the camera read it",
  detailGate: "Where",
  detailWho: "Who",
  detailNobody: "Nobody in the portal has this number plate",
  detailGone: "The person or the vehicle has been removed",
  detailMacro: "Macro",
  detailWhy: "Why",
  detailValidity: "Validity",
  validityRange: (from, to) => `${from} – ${to}`,
  validityOpen: (from) => `from ${from}, with no end date`,

  fixUsers: "To the end users",
  fixControllers: "To the controllers",
  macroWhy: {
    sending: "The gate has been sent the command to open. Its answer is on its way.",
    executed: "The gate answered that it opened.",
    refused: "The gate answered that it could not open. Check the macro ID and the gate's own log.",
    unknown: "The gate did not answer in time. It may have opened all the same. The command is never sent twice.",
    repeat:
      "The same plate was read again within 10 seconds. The gate had its command already and was not opened once more.",
    none: "Nothing was sent to the gate.",
  },
};
