// Signs callers in: Basic where the version takes it, tokens of four hours, lock-outs.
import { randomBytes, randomUUID } from "node:crypto";
import { type DeviceCall, type DeviceReply, jsonReply } from "../network/device-call.ts";
import type { AxxonAccount, AxxonState } from "./state.ts";
import { PROFILES } from "./switches.ts";

interface Session {
  account: string;
  userId: string;
  expires: number;
}

export class AxxonAuthentication {
  #state: AxxonState;
  #sessions = new Map<string, Session>();
  #badLogins = new Map<string, { count: number; lockedUntil: number }>();
  #badByAddress = new Map<string, number>();
  #userIds = new Map<string, string>();

  constructor(state: AxxonState) {
    this.#state = state;
  }

  accountOf(call: DeviceCall): AxxonAccount | null {
    const header = call.headers.authorization ?? "";
    const space = header.indexOf(" ");
    const scheme = header.slice(0, space).toLowerCase();
    const value = header.slice(space + 1).trim();
    if (scheme === "bearer") return this.#byToken(value);
    if (scheme !== "basic" || !(PROFILES[this.#state.profile].basic || call.path === "/grpc")) return null;
    const [name = "", ...rest] = Buffer.from(value, "base64").toString("utf8").split(":");
    const { switches } = this.#state;
    const verdict = this.#verify(name, rest.join(":"), call.remoteAddress, switches.basicCountsAsLogin);
    return typeof verdict === "string" ? null : verdict;
  }

  refusal(call?: DeviceCall): DeviceReply {
    const { forgottenToken } = this.#state.switches;
    if (forgottenToken !== 401 && /^bearer /i.test(call?.headers.authorization ?? ""))
      return jsonReply({ error: "session expired" }, forgottenToken);
    const reply = jsonReply({ error: "unauthorized" }, 401);
    if (!this.#state.switches.challengeHeader) return reply;
    return { ...reply, headers: { ...reply.headers, "www-authenticate": 'Basic realm="axxon"' } };
  }

  /** Answers AuthenticateEx2, where a failure is an error_code, not an HTTP status. */
  logIn(name: string, password: string, address: string): Record<string, unknown> {
    const verdict = this.#verify(name, password, address, true);
    if (typeof verdict === "string") return { error_code: `AUTHENTICATE_CODE_${verdict}` };
    this.#deleteExpired();
    if (this.#sessions.size >= this.#state.switches.sessionLimit) {
      const error_description = { reached_connection_limit: true };
      return { error_code: "AUTHENTICATE_CODE_GENERAL_ERROR", error_description };
    }
    return this.#open(verdict.name);
  }

  renew(call: DeviceCall): Record<string, unknown> {
    const account = this.accountOf(call);
    return account ? this.#open(account.name) : { error_code: "AUTHENTICATE_CODE_GENERAL_ERROR" };
  }

  close(call: DeviceCall): void {
    this.#sessions.delete((call.headers.authorization ?? "").replace(/^bearer /i, ""));
  }

  get openSessions(): number {
    this.#deleteExpired();
    return this.#sessions.size;
  }

  deleteSessions(): void {
    this.#sessions.clear();
  }

  unlock(): void {
    this.#badLogins.clear();
    this.#badByAddress.clear();
  }

  #byToken(token: string): AxxonAccount | null {
    this.#deleteExpired();
    const session = this.#sessions.get(token);
    return this.#state.accounts.find((account) => account.name === session?.account) ?? null;
  }

  #verify(name: string, password: string, address: string, counts: boolean): AxxonAccount | string {
    const { lockAfter, lockForMs, blockAddressAfter } = this.#state.switches;
    if ((this.#badByAddress.get(address) ?? 0) >= blockAddressAfter) return "IP_BLOCKED";
    const bad = this.#badLogins.get(name) ?? { count: 0, lockedUntil: 0 };
    if (bad.lockedUntil > this.#state.world()) return "USER_LOCKED";
    const account = this.#state.accounts.find((one) => one.name === name && one.password === password);
    if (account) {
      this.#badLogins.delete(name);
      return account;
    }
    if (counts) {
      bad.count += 1;
      if (bad.count >= lockAfter) {
        bad.lockedUntil = this.#state.world() + lockForMs;
        bad.count = 0;
      }
      this.#badLogins.set(name, bad);
      this.#badByAddress.set(address, (this.#badByAddress.get(address) ?? 0) + 1);
    }
    return "WRONG_CREDENTIALS";
  }

  #open(account: string): Record<string, unknown> {
    const { tokenLifeMs, expiresInAsString } = this.#state.switches;
    const userId = this.#userIds.get(account) ?? randomUUID();
    this.#userIds.set(account, userId);
    const expires = this.#state.world() + tokenLifeMs;
    const token = `eyJhbGciOiJIUzI1NiJ9.${randomBytes(24).toString("base64url")}.${randomBytes(16).toString("base64url")}`;
    this.#sessions.set(token, { account, userId, expires });
    const seconds = Math.round(tokenLifeMs / 1000);
    return {
      token_name: "auth_token",
      token_value: token,
      expires_at: axxonTime(expires + this.#state.clockOffsetMs).slice(0, 15),
      expires_in: expiresInAsString ? String(seconds) : seconds,
      is_unrestricted: true,
      user_id: userId,
      roles_ids: [],
      error_code: "AUTHENTICATE_CODE_OK",
    };
  }

  #deleteExpired(): void {
    for (const [token, { expires }] of this.#sessions) {
      if (expires <= this.#state.world()) this.#sessions.delete(token);
    }
  }
}

/** Returns "20260131T083000.123000", in UTC. */
export function axxonTime(ms: number): string {
  return `${new Date(ms).toISOString().replaceAll(/[-:]/g, "").slice(0, 19)}000`;
}
