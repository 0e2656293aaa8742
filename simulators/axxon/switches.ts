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
  /** Writes it as text, like protobuf's 64-bit numbers. */
  expiresInAsString: boolean;
  macrosAs: "items" | "array";
  /** Consecutive bad logins before a lock, and the lock's duration (ms). */
  lockAfter: number;
  lockForMs: number;
  /** Bad logins from one address before it is blocked. */
  blockAddressAfter: number;
  basicCountsAsLogin: boolean;
  sessionLimit: number;
  /** Documented: 4 h. */
  tokenLifeMs: number;
  unreadText: string;
  /**
   * How the bridge answers calls that newer servers describe as streams: as one object, as server-sent events, in parts, or not at all. A
   * call that streams its request takes one item per packet.
   */
  plateStreams: "unary" | "event-stream" | "multipart" | "refused";
  /** A bridge that streams its answers may still refuse a stream, with an unknown status. */
  itemChanges: "taken" | 400 | 404 | 500;
  /** The outcome of a change with a plate that the server refuses: an error, or the plate is silently dropped. */
  refusedItems: 400 | 500 | "dropped";
  /** The REST login answers only a caller who has signed in already. */
  loginWantsAuthorization: boolean;
  /**
   * Contents of the archive: an image of every moment, none, an HTML page that calls itself an image (a proxy's, after its login ran out),
   * or an image of 100 MB. A slow one is a network fault.
   */
  archive: "images" | "empty" | "html" | "huge";
  /** Status for an unknown token. */
  forgottenToken: number;
  /** Age of the oldest image; older ones have been overwritten. */
  archiveMs: number;
  /** Refuses archive calls whatever the account, as one server in the field does; null: it does not. */
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
