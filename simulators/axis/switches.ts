// One switch per unconfirmed fact. Tests flip them to show that a client survives either answer.

export interface AxisSwitches {
  nonceLifeMs: number;
  /** Refuses a repeated nonce count with stale=true. */
  ncMustRise: boolean;
  /** Documented: MD5. */
  digestAlgorithms: readonly ("MD5" | "SHA-256")[];
  challengeForm: "separate-headers" | "one-header";
  /** Whatever the policy (seen on other devices of the family). */
  alsoOfferBasic: boolean;
  qop: boolean;
  /** For an account that is no admin. */
  notAdminStatus: 401 | 403;
  /** So many wrong passwords in a row from one address, and every answer to it takes longer for a minute; null: never. */
  bruteForceDelay: { after: number; delayMs: number } | null;
  /** In every object of an answer, as a newer firmware has; null: none. */
  unknownField: string | null;
  /** A change of authentication profiles stops all decisions for so long ("minutes", says the vendor). */
  authenticationStallMs: number;
  pageCap: number;
  startReferenceLifeMs: number;
  /** Else a missing key. */
  emptyListAsArray: boolean;
  /** `"Token":"…"` for one object (in some samples). */
  singleTokenAsString: boolean;
  /** Else the items before a bad one are kept. */
  setAllOrNothing: boolean;
  /** Else the known tokens are removed. */
  removeAllOrNothing: boolean;
  /** "Item not found". */
  notFoundTextIn: "both" | "FaultReason" | "FaultMsg";
  faultStatus: 400 | 200;
  /** Sources say it does not. */
  removeUserCascades: boolean;
  /** ValidTo itself still opens. */
  validToInclusive: boolean;
  /** An A1001's ONVIF view says date only. */
  honourTimeOfDay: boolean;
  /** What is read back has the date alone (an A1001's ONVIF view says so; unconfirmed here). */
  cutsTimeOfDay: boolean;
  noProfileReason: string;
  wrongFactorReason: string;
  /** VerifyRequest and RequestAccess whose Action is not the access point's. */
  wrongActionReason: string;
  /** The vendor's table and sample disagree. */
  idPointKey: "IdPoint" | "IdPointInfo";
  /** Min/MaxPINSize. */
  readerChecksPinSize: boolean;
  /** Of credentials that share a PIN, any may open. */
  sharedPinOpensIfAny: boolean;
  /** Seen on an A1001; null: no limit. */
  maxProfilesPerCredential: number | null;
  maxCredentials: number;
  /** Rows of the event log that are kept; older ones are gone without a word. */
  eventRing: number;
  /** UNCONFIRMED on an A1001. */
  fetchEvents2: boolean;
  /** Else the log has no row of a restart. */
  logsRestarts: boolean;
  /** Operations that this firmware does not know. */
  missingOperations: readonly string[];
  /** Only Limit and Descending (seen on an A1001). */
  fetchEvents3Plain: boolean;
  /** Of a network, every unit's access controller (seen on an A1001). */
  listsNeighbours: boolean;
  basicDeviceInfo: boolean;
  /** Seen on an A1001. */
  prefixOptional: boolean;
  /** /axis-cgi/, /axis-cgi/admin/ or both. */
  systemLogAt: "both" | "plain" | "admin";
  /** AccessTaken or AccessNotTaken. */
  personWalksThrough: boolean;
  /** Else a door's state has no position and no alarm. */
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

export function defaultSwitches(model: AxisModel): AxisSwitches {
  if (model === "ENTRY_MANAGER") return { ...COMMON, idPointKey: "IdPointInfo" };
  if (model !== "A1001") return { ...COMMON };
  const log = { fetchEvents2: false, fetchEvents3Plain: true };
  const older = { ...COMMON, bruteForceDelay: null };
  return { ...older, maxProfilesPerCredential: 20, ...log, basicDeviceInfo: false, honourTimeOfDay: false };
}
