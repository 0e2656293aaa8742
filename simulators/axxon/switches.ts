// One switch per unconfirmed fact.

export type AxxonProfile = "next4" | "one2" | "one3";

export interface AxxonSwitches {
  anonymousInfo: boolean;
  challengeHeader: boolean;
  executeBody: string;
  /** 200 without effect, or 404. */
  disabledMacro: "no-op" | "404";
  malformedIdStatus: 400 | 404;
  noRightStatus: 403 | 404;
  /** As protobuf writes 64-bit numbers. */
  expiresInAsString: boolean;
  macrosAs: "items" | "array";
  /** Consecutive bad logins; the lock's duration (ms). */
  lockAfter: number;
  lockForMs: number;
  /** Bad logins from one address. */
  blockAddressAfter: number;
  basicCountsAsLogin: boolean;
  sessionLimit: number;
  /** Documented: 4 h. */
  tokenLifeMs: number;
  unreadText: string;
  /**
   * How the bridge answers the calls that newer servers describe as streams: as one object, as server-sent events, in
   * parts, or not at all. A call that streams its request takes one item a packet.
   */
  plateStreams: "unary" | "event-stream" | "multipart" | "refused";
  /** A bridge that streams what it has may still refuse to be sent a stream, and nobody knows by which status. */
  itemChanges: "taken" | 400 | 404 | 500;
  /** What a change with a plate that the server does not take comes to: its error, or no such plate and not a word. */
  refusedItems: 400 | 500 | "dropped";
  /** The login by REST answers a caller who has signed in already, not an anonymous one. */
  loginWantsAuthorization: boolean;
  /**
   * What stands in the archive: an image of every moment, none, a page of HTML that calls itself an image (a proxy's, after
   * its login ran out), or an image of 100 MB. A slow one is a fault of the network.
   */
  archive: "images" | "empty" | "html" | "huge";
  /** What a token that the server does not know is refused with. */
  forgottenToken: number;
  /** How long ago the archive begins; older images have been written over. */
  archiveMs: number;
  /** Archive calls are refused whatever the account, as on one server of the field; null: they are not. */
  archiveRefusal: 401 | 403 | null;
}

const DEFAULT_AXXON_SWITCHES: AxxonSwitches = {
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
  plateStreams: "unary",
  itemChanges: "taken",
  refusedItems: 400,
  loginWantsAuthorization: false,
  archive: "images",
  forgottenToken: 401,
  archiveMs: 30 * 86_400_000,
  archiveRefusal: null,
};

export function defaultAxxonSwitches(profile: AxxonProfile): AxxonSwitches {
  if (profile !== "one3") return DEFAULT_AXXON_SWITCHES;
  return { ...DEFAULT_AXXON_SWITCHES, plateStreams: "event-stream", loginWantsAuthorization: true };
}

export const PROFILES: Record<AxxonProfile, { version: string; basic: boolean; logicService: boolean }> = {
  next4: { version: "Axxon Next 4.6.4.124", basic: true, logicService: false },
  one2: { version: "Axxon One 2.0.8.45", basic: true, logicService: true },
  one3: { version: "Axxon One 3.0.0.46", basic: false, logicService: true },
};
