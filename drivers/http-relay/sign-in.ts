// Who asks the relay. A 401 comes before the relay moves, so one answer to a challenge keeps "at most once".
import type { RelayRequest } from "#contract/relay.ts";
import { parseChallenges } from "../challenges.ts";
import { chooseDigest, createDigestSession, type DigestSession } from "../digest.ts";
import { AuthFailedError, BasicOverHttpRefusedError, TimeoutError } from "../errors.ts";
import type { DeviceReply, DeviceRequest } from "../exchange.ts";
import { basicAuthorization, headerBytes } from "../negotiated-session.ts";
import type { DeviceConnection } from "../port.ts";
import type { DriverOptions, Transport } from "../transport.ts";

type Scheme = { kind: "basic" } | { kind: "digest"; session: DigestSession };

export interface RelaySignIn {
  /** Sends once, and once more only after a 401 with a challenge that was not answered before. */
  send(request: DeviceRequest, timeoutMs: number): Promise<DeviceReply>;
}

export interface SignInOptions extends Pick<DriverOptions, "clock"> {
  kind: RelayRequest["sign_in"];
  /** As an account, as a token or in another header. */
  sendsPassword: boolean;
}

export function createRelaySignIn(
  transport: Transport,
  connection: Pick<DeviceConnection, "username" | "password" | "allowPlainHttp">,
  { kind, sendsPassword, clock }: SignInOptions,
): RelaySignIn {
  let scheme: Scheme | null = null;
  const authorize = (request: DeviceRequest): string | null => {
    if (kind === "bearer") return headerBytes(`Bearer ${connection.password}`);
    if (kind === "none" || scheme === null) return null;
    if (scheme.kind === "basic") return basicAuthorization(connection);
    return headerBytes(scheme.session.authorize({ method: request.method, uri: transport.uriOf(request.path) }));
  };

  return {
    async send(request, timeoutMs) {
      if (sendsPassword && !transport.encrypted && !connection.allowPlainHttp) throw new BasicOverHttpRefusedError();
      const deadline = clock.monotonic() + timeoutMs;
      const once = async () => {
        const left = deadline - clock.monotonic();
        if (left <= 0) throw new TimeoutError(timeoutMs, { outcomeUnknown: false });
        return await transport.exchange({ ...request, timeoutMs: left }, authorize(request));
      };
      const used = scheme;
      // Fault point: relay-asked-once.
      const reply = await once();
      if (reply.status !== 401 || kind !== "account") return reply;
      const challenges = parseChallenges(reply.challenges);
      const digest = chooseDigest(challenges);
      const basic = challenges.some((one) => one.scheme === "basic");
      scheme = null;
      // The same password in the same form would be refused again, and may lock the account.
      if (digest === null && (!basic || used?.kind === "basic")) throw new AuthFailedError(401);
      scheme =
        digest === null ? { kind: "basic" } : { kind: "digest", session: createDigestSession(digest, connection) };
      const signed = await once();
      if (signed.status === 401) scheme = null;
      return signed;
    },
  };
}
