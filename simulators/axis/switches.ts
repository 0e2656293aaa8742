// Each unconfirmed fact about Axis door controllers is one named switch. Tests flip them to show that a client survives
// either answer.

export interface AxisSwitches {
  /** Not documented; 300 s assumed. */
  nonceLifeMs: number;
  /** Refuses a nonce count that does not rise. The password was right, so the refusal says stale=true. */
  ncMustRise: boolean;
  /** Offered Digest algorithms in order. Documented: MD5. */
  digestAlgorithms: readonly ("MD5" | "SHA-256")[];
  /** Several headers, or one header with commas. */
  challengeForm: "separate-headers" | "one-header";
  /** Offers Basic beside Digest whatever the policy (seen on other devices of the family). */
  alsoOfferBasic: boolean;
  /** Digest with qop="auth"; false: the older form. */
  qop: boolean;
  /** Status for an account that signs in but is no admin. */
  notAdminStatus: 401 | 403;
  /** Largest page, and the default Limit. */
  pageCap: number;
  /** Lifetime of an unused StartReference. */
  startReferenceLifeMs: number;
  /** An empty list is [] or a missing key. */
  emptyListAsArray: boolean;
  /** `"Token":"…"` instead of an array when one object was set (in some samples). */
  singleTokenAsString: boolean;
  /** A Set with one bad item changes nothing, or keeps the items before it. */
  setAllOrNothing: boolean;
  /** A Remove with one unknown token removes nothing, or the known ones. */
  removeAllOrNothing: boolean;
  /** Field with the text "Item not found". */
  notFoundTextIn: "both" | "FaultReason" | "FaultMsg";
  /** Faults as HTTP 400, or inside a 200. */
  faultStatus: 400 | 200;
  /** Removing a user also removes its credentials. Sources say it does not. */
  removeUserCascades: boolean;
  /** ValidTo itself still opens. */
  validToInclusive: boolean;
  /** The time of day in ValidFrom/ValidTo counts. An A1001's ONVIF view says date only. */
  honourTimeOfDay: boolean;
  /** Reason when no profile covers the door. */
  noProfileReason: string;
  /** Reason when a PIN alone is not enough at that reader. */
  wrongFactorReason: string;
  /** The keypad never accepts a PIN outside Min/MaxPINSize. */
  readerChecksPinSize: boolean;
  /** Of credentials that share a PIN, any may open. */
  sharedPinOpensIfAny: boolean;
  /** Access profiles per credential (seen on an A1001); null: no limit. */
  maxProfilesPerCredential: number | null;
  maxCredentials: number;
  /** FetchEvents3 takes only Limit and Descending (seen on an A1001). */
  fetchEvents3Plain: boolean;
  /** basicdeviceinfo.cgi exists. */
  basicDeviceInfo: boolean;
  /** A bare operation name without prefix works (seen on an A1001). */
  prefixOptional: boolean;
  /** systemlog.cgi answers at /axis-cgi/, /axis-cgi/admin/ or both. */
  systemLogAt: "both" | "plain" | "admin";
  /** Somebody passes each opened door (AccessTaken), or nobody (AccessNotTaken). */
  personWalksThrough: boolean;
}

export type AxisModel = "A1601" | "A1610" | "A1001" | "SECURE_ENTRY";

const COMMON: AxisSwitches = {
  nonceLifeMs: 300_000,
  ncMustRise: true,
  digestAlgorithms: ["MD5"],
  challengeForm: "separate-headers",
  alsoOfferBasic: false,
  qop: true,
  notAdminStatus: 403,
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
  noProfileReason: "Unauthorized",
  wrongFactorReason: "Unauthorized",
  readerChecksPinSize: true,
  sharedPinOpensIfAny: true,
  maxProfilesPerCredential: null,
  maxCredentials: 50_000,
  fetchEvents3Plain: false,
  basicDeviceInfo: true,
  prefixOptional: true,
  systemLogAt: "both",
  personWalksThrough: true,
};

export function defaultSwitches(model: AxisModel): AxisSwitches {
  if (model !== "A1001") return { ...COMMON };
  return { ...COMMON, maxProfilesPerCredential: 20, fetchEvents3Plain: true, basicDeviceInfo: false };
}
