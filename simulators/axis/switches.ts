// One switch per unconfirmed fact. Tests flip them to show that a client handles either answer.

export interface AxisSwitches {
  nonceLifeMs: number;
  /** Refuses a repeated nonce count with stale=true. */
  ncMustRise: boolean;
  /** Documented: MD5. */
  digestAlgorithms: readonly ("MD5" | "SHA-256")[];
  challengeForm: "separate-headers" | "one-header";
  /** Offers Basic whatever the policy (seen on other devices of the family). */
  alsoOfferBasic: boolean;
  qop: boolean;
  /** Status for an account that is no admin. */
  notAdminStatus: 401 | 403;
  /** After this many wrong passwords in a row from one address, every answer to it is delayed for a minute; null: never. */
  bruteForceDelay: { after: number; delayMs: number } | null;
  /** Adds this field to every object of an answer, as newer firmware may; null: none. */
  unknownField: string | null;
  /** A change of authentication profiles stops all decisions for this long ("minutes", according to the vendor). */
  authenticationStallMs: number;
  pageCap: number;
  startReferenceLifeMs: number;
  /** False: the key is missing. */
  emptyListAsArray: boolean;
  /** Writes `"Token":"…"` for one object (in some samples). */
  singleTokenAsString: boolean;
  /** False: items before a bad one are kept. */
  setAllOrNothing: boolean;
  /** False: known tokens are removed. */
  removeAllOrNothing: boolean;
  /** The field that holds the text "Item not found". */
  notFoundTextIn: "both" | "FaultReason" | "FaultMsg";
  faultStatus: 400 | 200;
  /** Sources say that it does not. */
  removeUserCascades: boolean;
  /** The moment ValidTo itself still opens. */
  validToInclusive: boolean;
  /** An A1001's ONVIF view says date only. */
  honourTimeOfDay: boolean;
  /** A read-back has the date alone (an A1001's ONVIF view says so; unconfirmed here). */
  cutsTimeOfDay: boolean;
  noProfileReason: string;
  wrongFactorReason: string;
  /** Reason for VerifyRequest and RequestAccess with an Action that the access point does not have. */
  wrongActionReason: string;
  /** The vendor's table and sample disagree. */
  idPointKey: "IdPoint" | "IdPointInfo";
  /** The reader enforces Min/MaxPINSize. */
  readerChecksPinSize: boolean;
  /** Any of the credentials that share a PIN may open. */
  sharedPinOpensIfAny: boolean;
  /** Seen on an A1001; null: no limit. */
  maxProfilesPerCredential: number | null;
  maxCredentials: number;
  /** Number of rows that the event log keeps; older ones vanish silently. */
  eventRing: number;
  /** UNCONFIRMED on an A1001. */
  fetchEvents2: boolean;
  /** The log has rows of schedules that begin and end. The vendor documents the event, not that the log keeps it. */
  logsSchedules: boolean;
  /** False: the log has no row of a restart. */
  logsRestarts: boolean;
  /** Operations that this firmware does not know. */
  missingOperations: readonly string[];
  /** Accepts only Limit and Descending (seen on an A1001). */
  fetchEvents3Plain: boolean;
  /** In a network, lists every unit's access controller (seen on an A1001). */
  listsNeighbours: boolean;
  basicDeviceInfo: boolean;
  /** Accepts operations without prefix; seen on an A1001. */
  prefixOptional: boolean;
  /** /axis-cgi/, /axis-cgi/admin/ or both. */
  systemLogAt: "both" | "plain" | "admin";
  /** Logs AccessTaken or AccessNotTaken. */
  personWalksThrough: boolean;
  /** False: a door's state has no position and no alarm. */
  doorMonitors: boolean;
}

export type AxisModel = "A1601" | "A1610" | "A1001" | "SECURE_ENTRY" | "ENTRY_MANAGER";

const COMMON: AxisSwitches = {
  nonceLifeMs: 300_000,
  ncMustRise: true,
  digestAlgorithms: ["MD5"],
  challengeForm: "separate-headers",
  alsoOfferBasic: false,
  qop: true,
  notAdminStatus: 403,
  bruteForceDelay: { after: 20, delayMs: 1_000 },
  unknownField: null,
  authenticationStallMs: 120_000,
  pageCap: 100,
  startReferenceLifeMs: 60_000,
  emptyListAsArray: true,
  singleTokenAsString: false,
  setAllOrNothing: true,
  removeAllOrNothing: true,
  notFoundTextIn: "both",
  faultStatus: 400,
  removeUserCascades: false,
  validToInclusive: true,
  honourTimeOfDay: true,
  cutsTimeOfDay: false,
  noProfileReason: "Unauthorized",
  wrongFactorReason: "Unauthorized",
  wrongActionReason: "Unauthorized",
  idPointKey: "IdPoint",
  readerChecksPinSize: true,
  sharedPinOpensIfAny: true,
  maxProfilesPerCredential: null,
  maxCredentials: 50_000,
  eventRing: 30_000,
  fetchEvents2: true,
  logsSchedules: false,
  logsRestarts: true,
  missingOperations: [],
  fetchEvents3Plain: false,
  listsNeighbours: true,
  basicDeviceInfo: true,
  prefixOptional: true,
  systemLogAt: "both",
  personWalksThrough: true,
  doorMonitors: true,
};

/** Returns what is most probable for the model. */
export function defaultSwitches(model: AxisModel): AxisSwitches {
  if (model === "ENTRY_MANAGER") return { ...COMMON, idPointKey: "IdPointInfo" };
  if (model !== "A1001") return { ...COMMON };
  const log = { fetchEvents2: false, fetchEvents3Plain: true };
  const older = { ...COMMON, bruteForceDelay: null };
  return { ...older, maxProfilesPerCredential: 20, ...log, basicDeviceInfo: false, honourTimeOfDay: false };
}
