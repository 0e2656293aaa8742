// Everything that no source confirms about Axis door controllers, one named switch each. Tests flip them to show that a
// client survives either answer; a real device one day decides which default was right.

export interface AxisSwitches {
  /** Nonce life in ms. Not documented; 300 s assumed. */
  nonceLifeMs: number;
  /** A nonce count that does not rise is refused. The password was right, so the refusal says stale=true. */
  ncMustRise: boolean;
  /** Which Digest algorithms are offered, in this order. Documented: MD5. */
  digestAlgorithms: readonly ("MD5" | "SHA-256")[];
  /** Several challenges as several headers, or joined by commas in one. */
  challengeForm: "separate-headers" | "one-header";
  /** Offer Basic beside Digest whatever the policy says (seen on other devices of the family). */
  alsoOfferBasic: boolean;
  /** Digest with qop="auth"; false = the older form without it. */
  qop: boolean;
  /** Status for an account that signs in but is no admin. */
  notAdminStatus: 401 | 403;
  /** Most items on a page, and the page size when the caller gives no Limit. */
  pageCap: number;
  /** How long an unused StartReference lives, ms. */
  startReferenceLifeMs: number;
  /** An empty list as [] (true) or as a missing key (false). */
  emptyListAsArray: boolean;
  /** `"Token":"…"` instead of an array when one object was set (some samples show it). */
  singleTokenAsString: boolean;
  /** A Set call with one bad item changes nothing (true), or keeps the items before it (false). */
  setAllOrNothing: boolean;
  /** A Remove call with one unknown token removes nothing (true), or the known ones (false). */
  removeAllOrNothing: boolean;
  /** Field that carries the text "Item not found". */
  notFoundTextIn: "both" | "FaultReason" | "FaultMsg";
  /** Faults as HTTP 400, or inside a 200. */
  faultStatus: 400 | 200;
  /** Removing a user also removes its credentials. Sources say it does not. */
  removeUserCascades: boolean;
  /** ValidTo itself still opens. */
  validToInclusive: boolean;
  /** The clock part of ValidFrom/ValidTo counts. An A1001's ONVIF view says date only. */
  honourTimeOfDay: boolean;
  /** Reason in a refusal because no profile covers the door. */
  noProfileReason: string;
  /** Reason when a PIN alone is not enough at that reader. */
  wrongFactorReason: string;
  /** A PIN outside the reader's Min/MaxPINSize is never accepted by the keypad. */
  readerChecksPinSize: boolean;
  /** The decision of a PIN that several credentials share: any of them may open. */
  sharedPinOpensIfAny: boolean;
  /** Most access profiles on one credential (seen on an A1001); null = no limit. */
  maxProfilesPerCredential: number | null;
  /** Most credentials on the device. */
  maxCredentials: number;
  /** FetchEvents3 takes only Limit and Descending (seen on an A1001). */
  fetchEvents3Plain: boolean;
  /** basicdeviceinfo.cgi exists. */
  basicDeviceInfo: boolean;
  /** A bare operation name without its prefix works (seen on an A1001). */
  prefixOptional: boolean;
  /** systemlog.cgi answers at /axis-cgi/ , /axis-cgi/admin/ or both. */
  systemLogAt: "both" | "plain" | "admin";
  /** Somebody walks through each opened door (AccessTaken), or nobody does (AccessNotTaken). */
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

/** The defaults of a model. */
export function defaultSwitches(model: AxisModel): AxisSwitches {
  if (model !== "A1001") return { ...COMMON };
  return { ...COMMON, maxProfilesPerCredential: 20, fetchEvents3Plain: true, basicDeviceInfo: false };
}
