export interface AuthSettings {
  /** The `iss` claim of every access token, e.g. https://portal.example/auth/v1. */
  issuer: string;
  /** Prefix of every link, without a trailing slash; never taken from a request header. */
  publicUrl: string;
  /** Life of an access token, seconds. Short, although every request also checks that the session is live. */
  accessTokenSeconds: number;
  /** Absolute life of a session, seconds; refreshes do not extend it. */
  sessionSeconds: number;
  /** Seconds within which a refresh token's immediate parent may be repeated, for two tabs or a lost reply. */
  refreshGraceSeconds: number;
  linkSeconds: number;
  /** Life of a code, seconds: a page redeems it as it loads. */
  codeSeconds: number;
  invitationSeconds: number;
  /** Life of a temporary password, seconds. It is limited, because the password was mailed. */
  temporaryPasswordSeconds: number;
  challengeSeconds: number;
  /** Life of a device token, seconds; each sign-in renews it, a new password ends it. */
  deviceSeconds: number;
  attempts: AttemptLimits;
  writes: WriteLimits;
  /** Limits per hour. */
  sending: SendingLimits;
  hashing: HashingSettings;
}

export interface AttemptLimits {
  windowSeconds: number;
  /** Attempts per account and window from anywhere. */
  perAccount: number;
  /**
   * A reserve for addresses with a recent sign-in, against outsiders who exhaust `perAccount`; together at most 10. It does not depend on
   * the account, or the number of attempts would reveal whether it exists.
   */
  perAccountKnownAddress: number;
  /** Attempts per address (IPv6: per /64) and window, over all accounts. */
  perAddress: number;
  /** Extra attempts of a browser with the account's device token, charged before the account's and the address's. */
  perDevice: number;
  /** Attempts within one fully authenticated session, which has no others. */
  perSession: number;
  perCode: number;
}

/** Limits the permanent rows that a signed-in account can cause. */
export interface WriteLimits {
  windowSeconds: number;
  /** Sign-ins per account. Its browsers with a device token share as many again: a device costs nothing to get. */
  signIns: number;
  /** The part of that reserve that one device may use. */
  signInsPerDevice: number;
  changes: number;
  /** Refreshes per session: each is a row for the session's life. */
  refreshes: number;
}

export interface SendingLimits {
  windowSeconds: number;
  mailsPerMailboxAndAddress: number;
  mailsPerMailbox: number;
  /** A reserve for known addresses, so that outsiders cannot use up the owner's links. */
  mailsPerMailboxKnownAddress: number;
  mailsPerAddress: number;
  /** Emails per device token or signed-in session to its own address. */
  mailsPerOwner: number;
  /** Emails over all devices and sessions of the account. */
  mailsPerMailboxOwners: number;
  /** Text messages to the verified number. The account's known devices share as many again. */
  messagesPerAccount: number;
  /** Text messages to numbers that nobody has verified yet, whose owners are unknown. */
  messagesToUnverifiedPerDay: number;
}

export interface HashingSettings {
  /** Concurrent hashes: each takes its memory and a core. */
  concurrent: number;
  /** Longest queue; beyond it callers must retry. */
  queued: number;
  /** Cost of a new hash; a stored one is verified with its own. */
  memoryKib: number;
  passes: number;
}

export const DEFAULT_AUTH_SETTINGS: Omit<AuthSettings, "issuer" | "publicUrl"> = {
  accessTokenSeconds: 15 * 60,
  sessionSeconds: 30 * 24 * 3600,
  refreshGraceSeconds: 10,
  linkSeconds: 60 * 60,
  codeSeconds: 10 * 60,
  invitationSeconds: 7 * 24 * 3600,
  temporaryPasswordSeconds: 24 * 3600,
  challengeSeconds: 5 * 60,
  deviceSeconds: 180 * 24 * 3600,
  attempts: {
    windowSeconds: 15 * 60,
    perAccount: 7,
    perAccountKnownAddress: 3,
    perAddress: 100,
    perDevice: 5,
    perSession: 5,
    perCode: 10,
  },
  writes: { windowSeconds: 15 * 60, signIns: 60, signInsPerDevice: 20, changes: 60, refreshes: 30 },
  sending: {
    windowSeconds: 3600,
    mailsPerMailboxAndAddress: 3,
    mailsPerMailbox: 10,
    mailsPerMailboxKnownAddress: 3,
    mailsPerAddress: 30,
    mailsPerOwner: 5,
    mailsPerMailboxOwners: 20,
    messagesPerAccount: 5,
    messagesToUnverifiedPerDay: 10,
  },
  // OWASP's first choice for argon2id.
  hashing: { concurrent: 2, queued: 100, memoryKib: 19_456, passes: 2 },
};
