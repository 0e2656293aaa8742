// Signs in to the relay. A relay moves for no request that it answers with a 4xx, so one more request keeps "at most once".
import type { RelayRequest } from "#contract/relay.ts";
import { parseChallenges } from "../challenges.ts";
import { chooseDigest, createDigestSession, type DigestSession } from "../digest.ts";
import { BasicOverHttpRefusedError, PasswordNotAskedError, SignInDowngradedError, TimeoutError } from "../errors.ts";
import type { DeviceReply, DeviceRequest } from "../exchange.ts";
import { basicAuthorization, headerBytes } from "../negotiated-session.ts";
import type { DeviceConnection } from "../port.ts";
import { createSignInMemory } from "../sign-in-memory.ts";
import type { DriverOptions, Transport } from "../transport.ts";

type Scheme = { kind: "basic" } | { kind: "digest"; session: DigestSession };

export interface RelaySignIn {
  /**
   * Sends once, and again only after a 4xx: unsigned if the request was signed with an earlier challenge, signed if a challenge was not
   * answered before. Throws AuthFailedError unsent for a while after a refused password, PasswordNotAskedError and SignInDowngradedError.
   */
  send(request: DeviceRequest, timeoutMs: number): Promise<SignInReply>;
  /** Forgets the agreed scheme, so that the next request negotiates again. */
  forget(): void;
  /** Ends the wait, because a person asks and may have corrected the unit. */
  endHold(): void;
}

/** `isSigned`: the password went with the answered request. */
export type SignInReply = DeviceReply & { isSigned: boolean };

export interface SignInOptions extends Pick<DriverOptions, "clock"> {
  kind: RelayRequest["sign_in"];
  /** True if the password is sent: as an account, as a token or in another header. */
  sendsPassword: boolean;
}

/** Creates the sign-in. `send` throws AuthFailedError, also unsent while a refused password is held back. */
export function createRelaySignIn(
  transport: Transport,
  connection: Pick<DeviceConnection, "username" | "password" | "allowPlainHttp" | "signIn">,
  { kind, sendsPassword, clock }: SignInOptions,
): RelaySignIn {
  /** Kept while requests succeed; any other outcome ends it. */
  let agreed: Scheme | null = null;
  const memory = connection.signIn ?? createSignInMemory(clock);

  const authorize = (request: DeviceRequest, scheme: Scheme | null): string | null => {
    if (kind === "bearer") return headerBytes(`Bearer ${connection.password}`);
    if (kind === "basic" || scheme?.kind === "basic") return basicAuthorization(connection);
    if (scheme === null) return null;
    return headerBytes(scheme.session.authorize({ method: request.method, uri: transport.uriOf(request.path) }));
  };
  const answerTo = (reply: DeviceReply, before: Scheme | null) =>
    answerOf(reply, before, { ...connection, encrypted: transport.encrypted, minDigest: memory.digest });

  return {
    async send(request, timeoutMs) {
      if (sendsPassword && !transport.encrypted && !connection.allowPlainHttp) throw new BasicOverHttpRefusedError();
      memory.assertOver();
      const deadline = clock.monotonic() + timeoutMs;
      const ask = async (scheme: Scheme | null) => {
        const left = deadline - clock.monotonic();
        if (left <= 0) throw new TimeoutError(timeoutMs, { outcomeUnknown: false });
        return await transport.exchange({ ...request, timeoutMs: left }, authorize(request, scheme));
      };
      const signed = (reply: DeviceReply, scheme: Scheme | null): SignInReply => {
        if (reply.status < 400) {
          agreed = scheme;
          memory.endHold();
          if (scheme?.kind === "digest") memory.took(scheme.session.strength);
        }
        // Fault point: relay-password-held-back.
        if (reply.status === 401) memory.refused();
        return { ...reply, isSigned: true };
      };
      const kept = agreed;
      agreed = null;
      // Fault point: relay-asked-once.
      let reply = await ask(kept);
      if (kind !== "account") return sendsPassword ? signed(reply, null) : { ...reply, isSigned: false };
      let scheme = answerTo(reply, kept);
      // The same password in the same form would be refused again, and may lock the account.
      if (kept?.kind === "basic" && reply.status === 401 && scheme === null) return signed(reply, null);
      if (kept !== null && scheme === null && isRefusal(reply)) {
        // Units forget a nonce, or stop asking for a password, and report it by any status.
        const anew = await ask(null);
        scheme = answerTo(anew, kept);
        if (scheme === null) return anew.status === 401 ? signed(reply, null) : unsigned(anew);
      }
      if (scheme === null) return kept === null ? unsigned(reply) : signed(reply, kept);
      reply = await ask(scheme);
      const again = answerTo(reply, scheme);
      if (again?.kind === "digest" && again.session.stale) {
        scheme = again;
        reply = await ask(scheme);
      }
      return signed(reply, scheme);
    },
    forget() {
      agreed = null;
    },
    endHold: () => memory.endHold(),
  };
}

function isRefusal({ status }: DeviceReply): boolean {
  return status >= 400 && status < 500;
}

interface Answering {
  username: string;
  password: string;
  encrypted: boolean;
  /** Strength of the digest that the unit has taken before. */
  minDigest: number;
}

/** Returns the answer to a challenge. Null: none can be answered, or this password was refused for it. */
function answerOf({ status, challenges }: DeviceReply, before: Scheme | null, account: Answering): Scheme | null {
  const offered = status === 401 ? parseChallenges(challenges) : [];
  const digest = chooseDigest(offered);
  const session = digest && createDigestSession(digest, account);
  const isBasic = session === null && offered.some(({ scheme }) => scheme === "basic");
  if ((session ?? isBasic) && !account.encrypted && (session?.strength ?? 0) < account.minDigest)
    throw new SignInDowngradedError();
  if (session !== null) return { kind: "digest", session };
  return isBasic && before?.kind !== "basic" ? { kind: "basic" } : null;
}

function unsigned(reply: DeviceReply): SignInReply {
  if (reply.status === 401 || reply.status === 403) throw new PasswordNotAskedError(reply.status);
  return { ...reply, isSigned: false };
}
