// Each unconfirmed fact about Axxon servers is one named switch, beside the three known ways to sign in.

export type AxxonProfile = "next4" | "one2" | "one3";

export interface AxxonSwitches {
  /** /hosts/ and /statistics/* answer without a login (seen on 3.0). */
  anonymousInfo: boolean;
  /** A 401 carries WWW-Authenticate. */
  challengeHeader: boolean;
  /** Body of a successful /macro/execute. */
  executeBody: string;
  /** A disabled macro answers 200 without effect, or 404. */
  disabledMacro: "no-op" | "404";
  /** Status for an id that is no GUID. */
  malformedIdStatus: 400 | 404;
  /** Status when the account may not run the macro. */
  noRightStatus: 403 | 404;
  /** `expires_in` as a text, as protobuf writes 64-bit numbers. */
  expiresInAsString: boolean;
  /** /v1/logic_service/macros as {"items":[…]} or a bare array. */
  macrosAs: "items" | "array";
  /** Consecutive bad logins until the account is locked; the lock's duration (ms). */
  lockAfter: number;
  lockForMs: number;
  /** Bad logins from one address until it is blocked. */
  blockAddressAfter: number;
  /** A wrong password over Basic counts as a bad login too. */
  basicCountsAsLogin: boolean;
  /** Open sessions until AuthenticateEx2 refuses. */
  sessionLimit: number;
  /** Documented: 4 h. */
  tokenLifeMs: number;
  /** Replaces {plate} when the plate is unreadable. */
  unreadText: string;
}

export const DEFAULT_AXXON_SWITCHES: AxxonSwitches = {
  anonymousInfo: true,
  challengeHeader: true,
  executeBody: "",
  disabledMacro: "no-op",
  malformedIdStatus: 400,
  noRightStatus: 403,
  expiresInAsString: false,
  macrosAs: "items",
  lockAfter: 5,
  lockForMs: 15 * 60_000,
  blockAddressAfter: 20,
  basicCountsAsLogin: true,
  sessionLimit: 64,
  tokenLifeMs: 4 * 3_600_000,
  unreadText: "",
};

/** Differences between the products. */
export const PROFILES: Record<AxxonProfile, { version: string; basic: boolean; logicService: boolean }> = {
  next4: { version: "Axxon Next 4.6.4.124", basic: true, logicService: false },
  one2: { version: "Axxon One 2.0.8.45", basic: true, logicService: true },
  one3: { version: "Axxon One 3.0.0.46", basic: false, logicService: true },
};
