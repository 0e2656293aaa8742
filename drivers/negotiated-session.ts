// Signs in by Digest where offered, else by Basic over TLS only. Requests run one after the other, since a nonce's count must rise.
import { type AuthChallenge, parseChallenges } from "./challenges.ts";
import type { Clock } from "./clock.ts";
import { within } from "./deadline.ts";
import { chooseDigest, createDigestSession, type DigestSession } from "./digest.ts";
import { AuthFailedError, BasicOverHttpRefusedError, ConnectionLostError, TimeoutError } from "./errors.ts";
import type { DeviceReply, DeviceRequest } from "./exchange.ts";
import type { Transport } from "./transport.ts";

/** After a few more refusals a device may answer everybody slowly, or nobody. A single refusal may come from a device that is starting. */
const REFUSALS_MAX = 3;
const REFUSED_COOLDOWN_MS = 20_000;

export interface NegotiatedSessionOptions {
  username: string;
  password: string;
  clock: Clock;
  onChallenges?: (challenges: readonly AuthChallenge[]) => void;
}

export interface NegotiatedSession {
  /**
   * Sends a request; repeated once when a kept connection is dead, so requests that are not idempotent need a fresh one. `totalMs` covers
   * waiting in line and every exchange. Throws AuthFailedError, also unsent for a while after three refusals in a row.
   */
  send(request: DeviceRequest, options?: { totalMs?: number }): Promise<DeviceReply>;
}

interface Limit {
  /** Monotonic time. */
  deadline: number;
  totalMs: number;
}

type Scheme = { kind: "unknown" } | { kind: "basic" } | { kind: "digest"; session: DigestSession };

/** Creates the session, which has agreed on no scheme yet. */
export function createNegotiatedSession(transport: Transport, options: NegotiatedSessionOptions): NegotiatedSession {
  const { clock } = options;
  let scheme: Scheme = { kind: "unknown" };
  const inTurn = createLine(clock);
  let refusals = 0;
  let heldUntil = 0;

  const authorize = (request: DeviceRequest): string | null => {
    if (scheme.kind === "unknown") return null;
    if (scheme.kind === "basic") return basicAuthorization(options);
    return headerBytes(scheme.session.authorize({ method: request.method, uri: transport.uriOf(request.path) }));
  };

  const exchange = (request: DeviceRequest, { deadline, totalMs }: Limit): Promise<DeviceReply> =>
    repeatedIfDead(transport, request, async () => {
      const left = deadline - clock.monotonic();
      if (left <= 0) throw new TimeoutError(totalMs, { outcomeUnknown: false });
      const timeoutMs = Math.min(left, request.timeoutMs ?? transport.timeouts.callMs);
      return await transport.exchange({ ...request, timeoutMs }, authorize(request));
    });

  const negotiate = async (request: DeviceRequest, limit: Limit): Promise<DeviceReply> => {
    // "kept": signed with an earlier challenge; "fresh": signed with this request's own.
    let signed: "no" | "kept" | "fresh" = scheme.kind === "unknown" ? "no" : "kept";
    let staleAllowed = true;
    for (;;) {
      const before = scheme.kind;
      const reply = await exchange(request, limit);
      if (reply.status !== 401) return reply;
      const challenges = parseChallenges(reply.challenges);
      options.onChallenges?.(challenges);
      const stale = chooseDigest(challenges)?.stale === true;
      scheme = { kind: "unknown" };
      if (signed === "fresh" && !(stale && staleAllowed)) throw new AuthFailedError(401);
      if (signed === "fresh") staleAllowed = false;
      const chosen = chooseScheme(challenges, { ...options, encrypted: transport.encrypted });
      // Repeating the refused password could lock the account.
      // Fault point: refused-password-sent-once.
      if (before === "basic" && chosen.kind === "basic") throw new AuthFailedError(401);
      scheme = chosen;
      signed = "fresh";
    }
  };

  return {
    async send(request, { totalMs = transport.timeouts.totalMs } = {}) {
      const limit = { deadline: clock.monotonic() + totalMs, totalMs };
      return await inTurn(totalMs, async () => {
        try {
          // Fault point: wrong-password-held-back.
          if (clock.monotonic() < heldUntil) throw new AuthFailedError(401, "held_back");
          const reply = await negotiate(request, limit);
          refusals = 0;
          return reply;
        } catch (error) {
          if (!(error instanceof AuthFailedError)) throw error;
          scheme = { kind: "unknown" };
          if (error.reason === null) refusals += 1;
          if (refusals >= REFUSALS_MAX && error.reason === null) heldUntil = clock.monotonic() + REFUSED_COOLDOWN_MS;
          throw error;
        }
      });
    },
  };
}

/** Returns a function that runs one work after the other, in the order of its calls. `ms`: limit for the wait. */
function createLine(clock: Clock) {
  let turn: Promise<void> = Promise.resolve();
  let inLine = 0;
  return async <T>(ms: number, work: () => Promise<T>): Promise<T> => {
    const before = turn;
    const mine = Promise.withResolvers<void>();
    turn = mine.promise;
    inLine += 1;
    try {
      if (inLine > 1) await within({ clock, ms, outcomeUnknown: () => false }, () => before);
      return await work();
    } finally {
      // An aborted waiter must not let the next one overtake.
      void before.then(mine.resolve);
      inLine -= 1;
    }
  };
}

/** Exchanges, and once more when the kept connection was dead and the request allows it. */
async function repeatedIfDead(
  transport: Transport,
  request: DeviceRequest,
  exchange: () => Promise<DeviceReply>,
): Promise<DeviceReply> {
  const connections = transport.connectionsOpened();
  try {
    return await exchange();
  } catch (error) {
    const wasDead = error instanceof ConnectionLostError && transport.connectionsOpened() === connections;
    if (!wasDead || request.freshConnection === true) throw error;
    return await exchange();
  }
}

function chooseScheme(
  challenges: readonly AuthChallenge[],
  account: { username: string; password: string; encrypted: boolean },
): Scheme {
  const digest = chooseDigest(challenges);
  if (digest) return { kind: "digest", session: createDigestSession(digest, account) };
  if (!challenges.some((one) => one.scheme === "basic")) throw new AuthFailedError(401, "no_known_scheme");
  if (!account.encrypted) throw new BasicOverHttpRefusedError();
  return { kind: "basic" };
}

/** Returns the header's value, in UTF-8. */
export function basicAuthorization(account: { username: string; password: string }): string {
  return `Basic ${Buffer.from(`${account.username}:${account.password}`, "utf8").toString("base64")}`;
}

/** Encodes a text so that UTF-8 arrives although headers are sent as Latin-1. */
export function headerBytes(text: string): string {
  return Buffer.from(text, "utf8").toString("latin1");
}
