// Signs in to the server. Failed logins lock accounts, so after a refusal nothing is sent for a while.
import type { Clock } from "../clock.ts";
import {
  AccountLockedError,
  AuthFailedError,
  type DeviceError,
  DeviceFailedError,
  NonsenseReplyError,
} from "../errors.ts";
import type { DeviceReply, DeviceRequest } from "../exchange.ts";
import { basicAuthorization } from "../negotiated-session.ts";
import { createSignInMemory, type SignInMemory } from "../sign-in-memory.ts";
import type { Transport } from "../transport.ts";
import { GRPC_LOGIN, PATHS } from "./endpoints.ts";
import { parseBody } from "./replies.ts";
import { type WireLogin, wireLogin } from "./wire.ts";

const WRONG_PASSWORD_COOLDOWN_MS = 60_000;
/** Wait after "locked", "address blocked" or "second factor needed". */
const LOCKED_COOLDOWN_MS = 300_000;
const RENEW_BEFORE_MS = 600_000;
/** The documented life of a token. */
const TOKEN_LIFE_MS = 4 * 3_600_000;

const WRONG_PASSWORD = new Set(["WRONG_CREDENTIALS", "PASSWORD_INVALID"]);
const LOCKED = /^(USER_LOCKED|IP_BLOCKED|TIMEZONE_DENIED|WRONG_SUPERVISOR_ROLE|SECOND_FACTOR|TFA_)/;

export interface AxxonLogin {
  token(options: { deadline: number; renew: boolean }): Promise<string>;
  drop(token: string): void;
  assertNotLocked(): void;
  refused(error: AuthFailedError | AccountLockedError): void;
  endHold(): void;
  logout(): Promise<void>;
}

interface Account {
  username: string;
  password: string;
  clock: Clock;
  signIn?: SignInMemory | undefined;
}

export function createAxxonLogin(transport: Transport, account: Account): AxxonLogin {
  const { clock } = account;
  let held: { value: string; endsAt: number } | null = null;
  const memory = account.signIn ?? createSignInMemory(clock);
  /** The refusal that caused the wait. */
  let refusal: DeviceError | null = null;
  let running: Promise<string> | null = null;

  const send = async (request: DeviceRequest, authorization: string | null, deadline: number) => {
    const left = Math.max(0, deadline - clock.monotonic());
    return await transport.exchange(
      { ...request, timeoutMs: Math.min(left, transport.timeouts.callMs) },
      authorization,
    );
  };

  const refused: AxxonLogin["refused"] = (error) => {
    const cooldown = error instanceof AccountLockedError ? error.cooldownMs : WRONG_PASSWORD_COOLDOWN_MS;
    refusal = error;
    memory.refused(cooldown);
    held = null;
  };

  const accept = (login: WireLogin): string => {
    if (login.error_code !== "OK") throw refusalOf(login.error_code);
    if (!login.token_value || !/^[\x21-\x7e]+$/.test(login.token_value))
      throw new NonsenseReplyError("a login without token");
    const life = login.expires_in === null || login.expires_in <= 0 ? TOKEN_LIFE_MS : login.expires_in * 1000;
    held = { value: login.token_value, endsAt: clock.monotonic() + life };
    memory.endHold();
    return held.value;
  };

  const login = async (deadline: number): Promise<string> => {
    const data = { user_name: account.username, password: account.password };
    let reply = await send(post(PATHS.login, data), null, deadline);
    if (reply.status === 401 || reply.status === 404) {
      reply = await send(post(PATHS.grpcBridge, { method: GRPC_LOGIN, data }), basicAuthorization(account), deadline);
    }
    try {
      if ([401, 403, 404, 405].includes(reply.status)) throw new AuthFailedError(401);
      return accept(readLogin(reply));
    } catch (error) {
      if (error instanceof AuthFailedError || error instanceof AccountLockedError) refused(error);
      throw error;
    }
  };

  const renew = async (old: string, deadline: number): Promise<string> => {
    const reply = await send({ method: "GET", path: PATHS.renew }, `Bearer ${old}`, deadline);
    if (reply.status !== 200) return await login(deadline);
    const answer = readLogin(reply);
    return answer.error_code === "OK" ? accept(answer) : await login(deadline);
  };

  return {
    async token({ deadline, renew: early }) {
      const left = held === null ? 0 : held.endsAt - clock.monotonic();
      if (held !== null && left > (early ? RENEW_BEFORE_MS : 0)) return held.value;
      // Only one login at a time, because the server counts sessions.
      running ??= (held !== null && left > 0 ? renew(held.value, deadline) : login(deadline)).finally(() => {
        running = null;
      });
      return await running;
    },
    drop(token) {
      if (held?.value === token) held = null;
    },
    assertNotLocked() {
      try {
        memory.assertOver();
      } catch (error) {
        throw refusal ?? error;
      }
    },
    refused,
    endHold() {
      memory.endHold();
    },
    async logout() {
      if (held === null) return;
      const { value } = held;
      held = null;
      await send({ method: "GET", path: PATHS.logout, read: "none" }, `Bearer ${value}`, clock.monotonic() + 1_000);
    },
  };
}

function post(path: string, value: unknown): DeviceRequest {
  return { method: "POST", path, headers: { "content-type": "application/json" }, body: JSON.stringify(value) };
}

function readLogin(reply: DeviceReply): WireLogin {
  if (reply.status !== 200) throw new DeviceFailedError(reply.status, "the login failed");
  const parsed = wireLogin.safeParse(parseBody(reply.text));
  if (!parsed.success) throw new NonsenseReplyError("a login in an unknown shape", { cause: parsed.error });
  return parsed.data;
}

function refusalOf(code: string): DeviceError {
  const reason = code.toLowerCase();
  if (WRONG_PASSWORD.has(code)) return new AuthFailedError(401, reason);
  if (LOCKED.test(code)) return new AccountLockedError(reason, LOCKED_COOLDOWN_MS);
  return new DeviceFailedError(200, `login: ${reason}`);
}
