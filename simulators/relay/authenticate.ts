// Signs callers in as each brand documents it. Nonces are short-lived and counts must rise.
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { type DeviceCall, type DeviceReply, textReply } from "../network/device-call.ts";
import type { RelayState } from "./state.ts";

export type RelayLogin = "basic" | "digest-md5" | "digest-sha256" | "bearer" | "none";

const NONCE_LIFE_MS = 60_000;
const MAX_NONCES = 100;

/** Habits of real units that differ from their brand's documentation. */
export interface SignInHabits {
  /** Answers a forgotten nonce with this status instead of a 401 (Shelly firmware 2.0: 429). */
  forgottenNonce?: number;
  /** After this many wrong passwords in a row it refuses everybody with 429. */
  locksAfter?: number;
  /** Refuses an unsigned request with this status and without a challenge, and takes Basic that comes by itself. */
  neverAsks?: number;
}

export class RelayAuthentication {
  login: RelayLogin;
  refusedLogins = 0;
  /** The scheme of each call; "" for one that did not sign in. */
  readonly schemes: string[] = [];
  habits: SignInHabits = {};
  #wrongInARow = 0;
  #state: RelayState;
  #nonces = new Map<string, { madeAt: number; count: number }>();

  constructor(state: RelayState, login: RelayLogin) {
    this.#state = state;
    this.login = login;
  }

  get realm(): string {
    if (this.#state.brand === "axis-lpv") return "AXIS_ACCC8EA0A110";
    return this.#state.brand === "2n" ? "HTTP API" : this.#state.brand;
  }

  /** Returns a refusal; null: let in. */
  refusal(call: DeviceCall): DeviceReply | null {
    const { locksAfter = Number.POSITIVE_INFINITY, forgottenNonce, neverAsks } = this.habits;
    const header = call.headers.authorization ?? "";
    this.schemes.push(header.split(" ")[0] ?? "");
    if (this.#wrongInARow >= locksAfter) return textReply("Locked", 429);
    if (forgottenNonce !== undefined && /^Digest /i.test(header) && !this.#nonces.has(fieldsOf(header)["nonce"] ?? ""))
      return textReply("Too Many Requests", forgottenNonce);
    if (this.#accepts(call)) {
      if (header !== "") this.#wrongInARow = 0;
      return null;
    }
    if (header !== "") this.#wrongInARow += 1;
    return neverAsks === undefined ? this.challenge() : textReply("Refused", neverAsks);
  }

  #accepts(call: DeviceCall): boolean {
    const header = call.headers.authorization ?? "";
    // Fault point: sim-relay-without-login.
    if (this.login === "none") return true;
    const right =
      this.login === "basic"
        ? same(header, `Basic ${Buffer.from(`${this.#state.username}:${this.#state.password}`).toString("base64")}`)
        : this.login === "bearer"
          ? same(header, `Bearer ${this.#state.password}`)
          : this.#digest(header, call);
    if (!right && header !== "") this.refusedLogins += 1;
    return right;
  }

  challenge(): DeviceReply {
    if (this.login === "bearer")
      return {
        status: 401,
        headers: { "content-type": "application/json" },
        body: '{"code":"CODE_UNAUTHORIZED","msg":"Unauthorized","data":null}',
      };
    return {
      status: 401,
      headers: { "www-authenticate": this.#challengeHeader(), "content-type": "text/plain" },
      body: "Unauthorized",
    };
  }

  deleteNonces(): void {
    this.#nonces.clear();
  }

  #challengeHeader(): string {
    if (this.login === "basic") return `Basic realm="${this.realm}"`;
    const nonce = randomBytes(12).toString("hex");
    this.#nonces.set(nonce, { madeAt: this.#state.world(), count: 0 });
    const [oldest] = this.#nonces.keys();
    if (this.#nonces.size > MAX_NONCES && oldest !== undefined) this.#nonces.delete(oldest);
    const algorithm = this.login === "digest-sha256" ? ", algorithm=SHA-256" : "";
    return `Digest qop="auth", realm="${this.realm}", nonce="${nonce}"${algorithm}`;
  }

  #digest(header: string, call: DeviceCall): boolean {
    const sent = fieldsOf(header);
    const { nonce = "", uri = "", response = "", username, realm, nc = "", cnonce = "", qop } = sent;
    const wanted = this.login === "digest-sha256" ? "SHA-256" : "MD5";
    const algorithm = sent["algorithm"] ?? "MD5";
    if (!/^Digest /i.test(header) || algorithm !== wanted || qop !== "auth") return false;
    if (username !== this.#state.username || realm !== this.realm || uri !== call.target) return false;
    const hash = (text: string) =>
      createHash(wanted === "MD5" ? "md5" : "sha256")
        .update(text)
        .digest("hex");
    const ha1 = hash(`${username}:${realm}:${this.#state.password}`);
    const ha2 = hash(`${call.method}:${uri}`);
    if (!same(response, hash(`${ha1}:${nonce}:${nc}:${cnonce}:auth:${ha2}`))) return false;
    const known = this.#nonces.get(nonce);
    const count = /^[0-9a-f]{8}$/i.test(nc) ? Number.parseInt(nc, 16) : 0;
    if (known === undefined || this.#state.world() - known.madeAt > NONCE_LIFE_MS || count <= known.count) return false;
    known.count = count;
    return true;
  }
}

function fieldsOf(header: string): Record<string, string | undefined> {
  const fields: Record<string, string | undefined> = {};
  for (const [, name = "", quoted, bare] of header.matchAll(/([a-z]+)=(?:"([^"]*)"|([^",\s]+))/gi))
    fields[name.toLowerCase()] = quoted ?? bare;
  return fields;
}

function same(one: string, other: string): boolean {
  const [left, right] = [one, other].map((text) => createHash("sha256").update(text).digest());
  return left !== undefined && right !== undefined && timingSafeEqual(left, right);
}
