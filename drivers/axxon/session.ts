import { parseChallenges } from "../challenges.ts";
import type { Clock } from "../clock.ts";
import { AuthFailedError, BasicOverHttpRefusedError, NotThisKindOfDeviceError, TimeoutError } from "../errors.ts";
import type { DeviceReply, DeviceRequest } from "../exchange.ts";
import { basicAuthorization } from "../negotiated-session.ts";
import type { SignInMemory } from "../sign-in-memory.ts";
import type { Transport } from "../transport.ts";
import { AxxonLogin } from "./login.ts";

/** A 503 is sent before the request is read, so one repeat is safe. */
const OVERLOAD_PAUSE_MS = 1_000;

export interface AxxonSession {
  /** Sends at most once, except after a 401 that leads to a token and after one 503; neither was processed. `inFlight`: unanswered. */
  send(request: DeviceRequest, options?: SendOptions): Promise<DeviceReply>;
  endHold(): void;
  logout(): Promise<void>;
}

export interface SendOptions {
  totalMs?: number;
  /** False for an opening. */
  renew?: boolean;
  /** Treats a 401 as the answer: the login serves more important calls and is not renewed for this one. */
  asSignedIn?: boolean;
  progress?: { inFlight: boolean };
}

interface SessionOptions {
  username: string;
  password: string;
  allowPlainHttp: boolean;
  clock: Clock;
  signIn?: SignInMemory | undefined;
}

/** Creates the session, which tries Basic first and changes to tokens when the server refuses it. */
export function createAxxonSession(transport: Transport, connection: SessionOptions): AxxonSession {
  const { clock } = connection;
  const login = new AxxonLogin(transport, connection);
  let wantsToken = false;
  /** The status with which even a new token was refused: the account may not do this, and another login would change nothing. */
  let refusedAnyway: number | null = null;

  const exchange = async (request: DeviceRequest, authorization: string, context: Context) => {
    const left = context.deadline - clock.monotonic();
    if (left <= 0) throw new TimeoutError(context.totalMs, { outcomeUnknown: false });
    context.progress.inFlight = true;
    const timeoutMs = Math.min(left, request.timeoutMs ?? transport.timeouts.callMs);
    const reply = await transport.exchange({ ...request, timeoutMs }, authorization);
    context.progress.inFlight = false;
    return reply;
  };

  /** A server that has lost its login may take Basic, which is tried first the next time. */
  const tokenOrBasic = async ({ deadline, renew }: Context): Promise<string> => {
    wantsToken = true;
    try {
      return await login.token({ deadline, renew });
    } catch (error) {
      if (error instanceof AuthFailedError) wantsToken = false;
      throw error;
    }
  };

  const signed = async (request: DeviceRequest, context: Context): Promise<DeviceReply> => {
    if (!wantsToken) {
      const reply = await exchange(request, basicAuthorization(connection), context);
      if (isTaken(reply)) login.endHold();
      if (reply.status !== 401 || context.asSignedIn) return reply;
      refuseAxisDevice(reply);
    }
    for (let fresh = !wantsToken; ; fresh = true) {
      const token = await tokenOrBasic(context);
      const reply = await exchange(request, `Bearer ${token}`, context);
      if (isTaken(reply)) refusedAnyway = null;
      if (context.asSignedIn || !isOfTheSignIn(reply) || reply.status === refusedAnyway) return reply;
      if (!fresh || reply.status === 401) login.drop(token);
      if (!fresh) continue;
      if (reply.status !== 401) {
        refusedAnyway = reply.status;
        return reply;
      }
      throw login.refused(new AuthFailedError(401));
    }
  };

  return {
    async send(request, options: SendOptions = {}) {
      const { totalMs = transport.timeouts.totalMs, renew = true, asSignedIn = false } = options;
      const { progress = { inFlight: false } } = options;
      if (!transport.encrypted && !connection.allowPlainHttp) throw new BasicOverHttpRefusedError();
      login.assertNotLocked();
      const context = { deadline: clock.monotonic() + totalMs, totalMs, renew, asSignedIn, progress };
      const reply = await signed(request, context);
      if (reply.status !== 503 || context.deadline - clock.monotonic() <= OVERLOAD_PAUSE_MS) return reply;
      await clock.wait(OVERLOAD_PAUSE_MS);
      return await signed(request, context);
    },
    endHold: () => login.endHold(),
    logout: () => login.logout(),
  };
}

function isTaken({ status }: DeviceReply): boolean {
  return status >= 200 && status < 300;
}

/**
 * Tells whether a status concerns the sign-in. Servers report an ended token by many statuses. A malformed id is 400; 404 and 405 concern
 * the path.
 */
function isOfTheSignIn({ status }: DeviceReply): boolean {
  return status > 400 && status < 500 && status !== 404 && status !== 405;
}

/** Throws for an Axis device, registered as the wrong type. Reporting a wrong password would send a person to look there. */
function refuseAxisDevice({ challenges }: DeviceReply): void {
  const isAxis = parseChallenges(challenges).some(({ params }) => params.get("realm")?.startsWith("AXIS_"));
  if (isAxis) throw new NotThisKindOfDeviceError("an Axis device");
}

interface Context {
  deadline: number;
  totalMs: number;
  renew: boolean;
  asSignedIn: boolean;
  progress: { inFlight: boolean };
}
