import type { controllersTexts } from "../controllers.ts";

const doors = (count: number) => (count === 1 ? "1 door" : `${count} doors`);

export const controllers: typeof controllersTexts = {
  add: "Add controller",
  emptyTitle: "No controllers found",
  emptyHelp: "Add the first controller to fetch its doors or its gate.",
  emptyFilteredHelp: "No controller matches the search and the filters.",
  search: "Search name or address",
  count: (total, isOne) => (isOne ? `${total} controller` : `${total} controllers`),
  loadFailed: "The controllers could not be fetched",

  lastSync: "Last sync",
  never: "Never",
  answered: "Answered",
  neverAnswered: "Has not answered yet",
  axis: "Axis",
  axxon: "AxxonSoft LPR",
  types: { axis: "Axis", axxon_lpr: "AxxonSoft LPR", http_relay: "Relay", axis_lpv: "Axis number plate camera" },
  doors,
  gate: "1 gate",
  plainHttp: "Unencrypted connection: the password is sent as plain text",
  plain: "Unencrypted",
  plainAxis: "The PINs are sent as plain text between the portal and the device",

  filterType: "Type",
  allTypes: "All types",
  filterState: "State",
  allStates: "All states",

  switchLabel: (name) => `${name} enabled`,
  pauseNote: "PINs that are already on the controller still work. Changes are written when it is enabled again.",
  pausedTip: "The controller is disabled. PINs that are already on it still work.",
  disableGateTitle: "Disable the gate",
  disableGate: (name) => `${name} opens for nobody while it is disabled.`,
  disableGatePeople: (people, isOne) =>
    isOne ? "1 person cannot get in through the gate." : `${people} people cannot get in through the gate.`,
  disable: "Disable",

  notYetRead: "The controller has not been read yet.",
  failedSince: (since, next) => `Failing since ${since}. Next attempt ${next}.`,
  nextTry: (next) => `Next attempt ${next}.`,
  lastRead: (when) => `Everything on it was compared ${when}.`,
  waitingOnIt: (count, isOne) =>
    isOne ? "1 change is not written to the controller." : `${count} changes are not written to the controller.`,

  causes: {
    unreachable: "not answering",
    timeout: "not answering",
    connection_lost: "not answering",
    aborted: "not answering",
    auth_failed: "wrong sign-in",
    account_locked: "the account is locked",
    certificate_changed: "new certificate",
    certificate_error: "bad certificate",
    tls_too_old: "only speaks an old TLS",
    serial_changed: "another device answers",
    system_shared: "same network as another controller",
    basic_over_http_refused: "needs https",
    address_forbidden: "the address is not allowed",
    address_invalid: "wrong address",
    not_this_kind_of_device: "wrong kind of device",
    https_wanted: "wants https",
    unsupported_firmware: "the firmware is not supported",
    no_plate_lists: "has no plate lists",
    overloaded: "overloaded",
    nonsense_reply: "incomprehensible answer",
    reply_too_large: "incomprehensible answer",
  },

  test: "Test connection",
  syncDoors: "Sync access points",
  users: "Users",
  manageDoors: "Manage access points",
  showSync: "Show sync status",
  setup: "Name, assign and test",
  testing: "Testing...",
  testOk: "Connection succeeded",
  testFailed: "Connection failed",
  testedName: (name, found) => (found === "" ? name : `${name}: ${found}`),
  macros: (count) => (count === 1 ? "1 macro" : `${count} macros`),
  warnings: {
    clock_skew: "The device's clock is wrong. Set it, or credentials are valid at the wrong times.",
    macro_missing: "The macro is not on the LPR server.",
    macro_disabled: "The macro is switched off on the LPR server, so the gate does not open. Switch it on there.",
    macro_list_unavailable: "The account may not read the list of macros.",
    camera_clock_wrong:
      "The camera's clock is wrong. The gate does not open for reads whose time is wrong. Set the clock from a time server.",
    relay_unit_unknown:
      "The device answered, but not to the path of the connection test. Check the number and test the opening.",
    plain_http: "The connection is unencrypted.",
  },

  updated: "Controller updated",
};
