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

interface Account {
  username: string;
  password: string;
  clock: Clock;
  signIn?: SignInMemory | undefined;
}

export class AxxonLogin {
  readonly #transport: Transport;
  readonly #account: Account;
  readonly #clock: Clock;
  readonly #memory: SignInMemory;
  #held: { value: string; endsAt: number } | null = null;
  /** The refusal that caused the wait. */
  #refusal: DeviceError | null = null;
  #running: Promise<string> | null = null;

  constructor(transport: Transport, account: Account) {
    this.#transport = transport;
    this.#account = account;
    this.#clock = account.clock;
    this.#memory = account.signIn ?? createSignInMemory(account.clock);
  }

  async token({ deadline, renew }: { deadline: number; renew: boolean }): Promise<string> {
    const held = this.#held;
    const left = held === null ? 0 : held.endsAt - this.#clock.monotonic();
    if (held !== null && left > (renew ? RENEW_BEFORE_MS : 0)) return held.value;
    // Only one login at a time, because the server counts sessions.
    this.#running ??= (held !== null && left > 0 ? this.#renew(held.value, deadline) : this.#login(deadline)).finally(
      () => {
        this.#running = null;
      },
    );
    return await this.#running;
  }

  drop(token: string): void {
    if (this.#held?.value === token) this.#held = null;
  }

  assertNotLocked(): void {
    try {
      this.#memory.assertOver();
    } catch (error) {
      throw this.#refusal ?? error;
    }
  }

  /** Holds logins back after a refusal; returns the refusal. */
  refused<Refusal extends AuthFailedError | AccountLockedError>(error: Refusal): Refusal {
    this.#refusal = error;
    this.#memory.refused(error instanceof AccountLockedError ? error.cooldownMs : WRONG_PASSWORD_COOLDOWN_MS);
    this.#held = null;
    return error;
  }

  endHold(): void {
    this.#memory.endHold();
  }

  async logout(): Promise<void> {
    if (this.#held === null) return;
    const { value } = this.#held;
    this.#held = null;
    const deadline = this.#clock.monotonic() + 1_000;
    await this.#send({ method: "GET", path: PATHS.logout, read: "none" }, `Bearer ${value}`, deadline);
  }

  async #renew(old: string, deadline: number): Promise<string> {
    const reply = await this.#send({ method: "GET", path: PATHS.renew }, `Bearer ${old}`, deadline);
    if (reply.status !== 200) return await this.#login(deadline);
    const answer = readLogin(reply);
    return answer.error_code === "OK" ? this.#accept(answer) : await this.#login(deadline);
  }

  async #login(deadline: number): Promise<string> {
    const data = { user_name: this.#account.username, password: this.#account.password };
    let reply = await this.#send(post(PATHS.login, data), null, deadline);
    if (reply.status === 401 || reply.status === 404) {
      const bridged = post(PATHS.grpcBridge, { method: GRPC_LOGIN, data });
      reply = await this.#send(bridged, basicAuthorization(this.#account), deadline);
    }
    try {
      if ([401, 403, 404, 405].includes(reply.status)) throw new AuthFailedError(401);
      return this.#accept(readLogin(reply));
    } catch (error) {
      if (error instanceof AuthFailedError || error instanceof AccountLockedError) this.refused(error);
      throw error;
    }
  }

  #accept(login: WireLogin): string {
    if (login.error_code !== "OK") throw refusalOf(login.error_code);
    if (!login.token_value || !/^[\x21-\x7e]+$/.test(login.token_value))
      throw new NonsenseReplyError("a login without token");
    const life = login.expires_in === null || login.expires_in <= 0 ? TOKEN_LIFE_MS : login.expires_in * 1000;
    this.#held = { value: login.token_value, endsAt: this.#clock.monotonic() + life };
    this.#memory.endHold();
    return this.#held.value;
  }

  async #send(request: DeviceRequest, authorization: string | null, deadline: number): Promise<DeviceReply> {
    const left = Math.max(0, deadline - this.#clock.monotonic());
    const timeoutMs = Math.min(left, this.#transport.timeouts.callMs);
    return await this.#transport.exchange({ ...request, timeoutMs }, authorization);
  }
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
