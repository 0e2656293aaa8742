// The numbers of the authentication service, named once with unit and reason.
import { STEP_UP_SECONDS } from "#contract/limits.ts";

export interface AuthSettings {
  /** `iss` of every access token, e.g. https://portal.example/auth/v1. */
  issuer: string;
  /** Where people reach the page, without a trailing slash. Every link starts with it; no request header ever decides. */
  publicUrl: string;
  /** Life of an access token, seconds. Short, although every request also checks that the session lives. */
  accessTokenSeconds: number;
  /** Absolute life of a session, seconds; no refresh moves it. */
  sessionSeconds: number;
  /** How long the immediate parent of a refresh token may be repeated: two tabs, or a reply that was lost. */
  refreshGraceSeconds: number;
  /** Life of a mailed link, seconds. */
  linkSeconds: number;
  /** Life of the code that a link lands with, seconds: a page loads and trades it at once. */
  codeSeconds: number;
  /** Life of an invitation, seconds. */
  invitationSeconds: number;
  /** Life of a temporary password, seconds: it travelled by mail. */
  temporaryPasswordSeconds: number;
  /** How fresh the proof of a person must be to change password, address or factors, seconds. */
  stepUpSeconds: number;
  /** Life of a challenge of a second factor, seconds. */
  challengeSeconds: number;
  /** Life of a device token, seconds; each sign-in begins it anew, and a new password ends it. */
  deviceSeconds: number;
  guesses: GuessLimits;
  writes: WriteLimits;
  /** Mails and text messages that one may cause per hour. */
  sending: SendingLimits;
  hashing: HashingBounds;
}

export interface GuessLimits {
  windowSeconds: number;
  /** Evaluated guesses per account and window from anywhere. */
  perAccount: number;
  /**
   * Further guesses reserved for addresses from which somebody of this installation signed in lately, so that a
   * stranger who uses up `perAccount` again and again does not lock the owner out. Both together stay at 10. Not tied
   * to the account itself: then the number of tries would tell whether an account exists.
   */
  perAccountKnownAddress: number;
  /** Evaluated guesses per address (IPv6: per /64) and window, over all accounts. */
  perAddress: number;
  /**
   * Further attempts of a browser that holds a device token of the account, out of reach of everybody else: neither the
   * account's attempts nor the address's are asked first.
   */
  perDevice: number;
  /** Attempts at a password, digits or a factor within one session that has shown all factors; it has no others. */
  perSession: number;
  /** Attempts at the verifier of one code that a link landed with. */
  perCode: number;
}

/** What a signed-in account may have written, so that nobody fills the disk with rows that are kept for ever. */
export interface WriteLimits {
  windowSeconds: number;
  /** Sign-ins per account; a browser with a device token has as many of its own. */
  signIns: number;
  /** Changes of the account: each is a row of the audit. */
  changes: number;
  /** Refreshed tokens per session: each is a row for as long as the session is remembered. */
  refreshes: number;
}

export interface SendingLimits {
  windowSeconds: number;
  /** Links to one mailbox that one address may ask for. */
  mailsPerMailboxAndAddress: number;
  /** Links to one mailbox from anywhere. */
  mailsPerMailbox: number;
  /** As with guesses: a reserve for addresses that are known here, so that strangers cannot use up the owner's links. */
  mailsPerMailboxKnownAddress: number;
  /** Links that one address may ask for, over all mailboxes. */
  mailsPerAddress: number;
  /** Links and digits that a browser with a device token, or a signed-in session, may have mailed to its own address. */
  mailsPerOwner: number;
  /** The same over all devices and sessions of the mailbox's account: who signs in again and again floods nobody. */
  mailsPerMailboxOwners: number;
  /** Text messages per account. */
  messagesPerAccount: number;
}

export interface HashingBounds {
  /** Hashes computed at once: each takes 19 MiB and a core. */
  concurrent: number;
  /** Hashes that may wait; past that the caller is told to come back. */
  queued: number;
}

export const DEFAULT_AUTH_SETTINGS: Omit<AuthSettings, "issuer" | "publicUrl"> = {
  accessTokenSeconds: 15 * 60,
  sessionSeconds: 30 * 24 * 3600,
  refreshGraceSeconds: 10,
  linkSeconds: 60 * 60,
  codeSeconds: 10 * 60,
  invitationSeconds: 7 * 24 * 3600,
  temporaryPasswordSeconds: 24 * 3600,
  stepUpSeconds: STEP_UP_SECONDS,
  challengeSeconds: 5 * 60,
  deviceSeconds: 180 * 24 * 3600,
  guesses: {
    windowSeconds: 15 * 60,
    perAccount: 7,
    perAccountKnownAddress: 3,
    perAddress: 100,
    perDevice: 5,
    perSession: 5,
    perCode: 10,
  },
  writes: { windowSeconds: 15 * 60, signIns: 60, changes: 60, refreshes: 30 },
  sending: {
    windowSeconds: 3600,
    mailsPerMailboxAndAddress: 3,
    mailsPerMailbox: 10,
    mailsPerMailboxKnownAddress: 3,
    mailsPerAddress: 30,
    mailsPerOwner: 5,
    mailsPerMailboxOwners: 20,
    messagesPerAccount: 5,
  },
  hashing: { concurrent: 2, queued: 100 },
};
