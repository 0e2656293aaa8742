import { formatNumber } from "#web/texts/counted.ts";
import type { controllersTexts, doorSyncTexts } from "./controllers.sv.ts";

const doors = (count: number) => (count === 1 ? "1 door" : `${formatNumber(count)} doors`);

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
  types: { axis: "Axis", axxon_lpr: "AxxonSoft LPR", http_relay: "Relay", axis_lpv: "Axis number plate camera" },
  doors,
  gate: "1 gate",
  plainHttp: "Unencrypted connection: the password is sent as plain text",
  plain: "Unencrypted",
  oldTls: "Old TLS",
  oldTlsUsed: "Allowed for this controller: PINs and password are less protected on the network",
  oldTlsNotNeeded: "No longer needed: the device speaks a newer TLS. Remove the exception under Edit.",
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
    password_not_asked: "asked for no password",
    sign_in_downgraded: "weaker sign-in than before",
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
    https_required: "requires https",
    unsupported_firmware: "the firmware is not supported",
    no_plate_lists: "has no plate lists",
    plate_list_fixed: "does not take the list",
    plate_list_too_long: "plate list too long",
    overloaded: "overloaded",
    nonsense_reply: "answer could not be read",
    reply_too_large: "too large an answer",
  },

  test: "Test connection",
  examine: "Examine the unit",
  syncDoors: "Sync access points",
  users: "Users",
  manageDoors: "Manage access points",
  showSync: "Show sync status",
  setup: "Name, assign and test",
  setupGate: "Assign and try",
  testing: "Testing...",
  testOk: "Connection succeeded",
  testFailed: "Connection failed",
  testedName: (name, found) => (found === "" ? name : `${name}: ${found}`),
  macros: (count) => (count === 1 ? "1 macro" : `${formatNumber(count)} macros`),

  updated: "Controller updated",
};

export const doorSync: typeof doorSyncTexts = {
  synced: "Access points synced",
  syncedText: (name, count, added, missing) =>
    [
      `${name}: ${doors(count)} on the device`,
      added > 0 && `${formatNumber(added)} new`,
      missing > 0 && `${formatNumber(missing)} missing`,
    ]
      .filter(Boolean)
      .join(", "),
  syncFailed: "Could not sync",
};
