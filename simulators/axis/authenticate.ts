import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { DeviceCall, DeviceReply } from "../network/device-call.ts";
import type { AxisAccount, AxisState } from "./state.ts";

export type AuthenticationPolicy = "recommended" | "digest" | "basic" | "basic_digest";

const MAX_NONCES = 200;
const DELAYED_FOR_MS = 60_000;

const REFUSED_BODY =
  '<!DOCTYPE HTML PUBLIC "-//IETF//DTD HTML 2.0//EN">\n<html><head><title>401 Unauthorized</title></head><body><h1>Unauthorized</h1></body></html>\n';

type Verdict = { account: AxisAccount } | { account: null; stale: boolean };

export class AxisAuthentication {
  policy: AuthenticationPolicy;
  #state: AxisState;
  #nonces = new Map<string, { madeAt: number; count: number }>();
  #fixedNonce: string | null;
  /** Wrong passwords by address. */
  #wrong = new Map<string, { count: number; last: number }>();

  constructor(state: AxisState, policy: AuthenticationPolicy, fixedNonce: string | null = null) {
    this.#state = state;
    this.policy = policy;
    this.#fixedNonce = fixedNonce;
  }

  /** Checks a call. Null: accepted. Otherwise a 401, or the switch's status without admin rights. */
  check(call: DeviceCall, { adminOnly }: { adminOnly: boolean }): DeviceReply | null {
    const verdict = this.#verdict(call);
    this.#count(call, verdict);
    if (!verdict.account) return this.challenge(call, verdict.stale);
    if (!adminOnly || verdict.account.role === "admin") return null;
    if (this.#state.switches.notAdminStatus === 401) return this.challenge(call, false);
    return { status: 403, headers: { "content-type": "text/html" }, body: "<h1>Forbidden</h1>" };
  }

  /** Returns the delay for this address, whatever the password of this call. */
  delayMs({ remoteAddress }: DeviceCall): number {
    const { bruteForceDelay } = this.#state.switches;
    const { count = 0, last = 0 } = this.#wrong.get(remoteAddress) ?? {};
    const isNear = this.#state.clock.world() - last < DELAYED_FOR_MS;
    // Fault point: sim-axis-brute-force.
    return bruteForceDelay !== null && isNear && count >= bruteForceDelay.after ? bruteForceDelay.delayMs : 0;
  }

  challenge(call: DeviceCall, stale = false): DeviceReply {
    const challenges = this.#schemes(call).flatMap((scheme) =>
      scheme === "Basic" ? [`Basic realm="${this.realm}"`] : this.#digestChallenges(stale),
    );
    const joined = this.#state.switches.challengeForm === "one-header" ? [challenges.join(", ")] : challenges;
    return {
      status: 401,
      headers: { "www-authenticate": joined, "content-type": "text/html; charset=iso-8859-1" },
      body: REFUSED_BODY,
    };
  }

  get realm(): string {
    return `AXIS_${this.#state.serial}`;
  }

  deleteNonces(): void {
    this.#nonces.clear();
  }

  #count({ headers, remoteAddress }: DeviceCall, verdict: Verdict): void {
    if (verdict.account) this.#wrong.delete(remoteAddress);
    else if (headers.authorization !== undefined && !verdict.stale) {
      const count = (this.#wrong.get(remoteAddress)?.count ?? 0) + 1;
      this.#wrong.set(remoteAddress, { count, last: this.#state.clock.world() });
    }
  }

  #schemes(call: DeviceCall): ("Digest" | "Basic")[] {
    const basic = this.policy === "basic" || (this.policy === "recommended" && call.secure);
    if (basic) return ["Basic"];
    return this.#state.switches.alsoOfferBasic ? ["Basic", "Digest"] : ["Digest"];
  }

  #digestChallenges(stale: boolean): string[] {
    const nonce = this.#newNonce();
    const { digestAlgorithms, qop } = this.#state.switches;
    return digestAlgorithms.map((algorithm) =>
      [
        `Digest realm="${this.realm}"`,
        `nonce="${nonce}"`,
        `algorithm=${algorithm}`,
        ...(stale ? ["stale=true"] : []),
        ...(qop ? ['qop="auth"'] : []),
      ].join(", "),
    );
  }

  #newNonce(): string {
    const madeAt = this.#state.clock.world();
    const time = Buffer.alloc(8);
    time.writeBigUInt64LE(BigInt(Math.floor(madeAt)) * 1000n);
    const nonce = this.#fixedNonce ?? `${time.toString("base64")}${randomBytes(20).toString("hex")}`;
    this.#nonces.set(nonce, { madeAt, count: 0 });
    const [oldest] = this.#nonces.keys();
    if (this.#nonces.size > MAX_NONCES && oldest !== undefined) this.#nonces.delete(oldest);
    return nonce;
  }

  #verdict(call: DeviceCall): Verdict {
    const header = call.headers.authorization ?? "";
    const [scheme] = header.split(" ", 1);
    const wrong: Verdict = { account: null, stale: false };
    if (!this.#schemes(call).some((offered) => offered.toLowerCase() === scheme?.toLowerCase())) return wrong;
    return scheme?.toLowerCase() === "basic" ? this.#basic(header) : this.#digest(header, call);
  }

  #basic(header: string): Verdict {
    const [name = "", ...rest] = Buffer.from(header.slice(6).trim(), "base64").toString("utf8").split(":");
    const account = this.#state.accounts.find((one) => one.name === name && same(one.password, rest.join(":")));
    return account ? { account } : { account: null, stale: false };
  }

  #digest(header: string, call: DeviceCall): Verdict {
    const sent = parseParameters(header.slice("Digest".length));
    const wrong: Verdict = { account: null, stale: false };
    const { nonce = "", uri = "", response = "", username = "", realm = "" } = sent;
    const algorithm = (sent["algorithm"] ?? "MD5").toUpperCase();
    const account = this.#state.accounts.find((one) => one.name === username);
    if (!account || realm !== this.realm || uri !== call.target) return wrong;
    if (!this.#state.switches.digestAlgorithms.some((offered) => offered === algorithm)) return wrong;
    if (this.#state.switches.qop !== (sent["qop"] !== undefined)) return wrong;
    const hash = (text: string): string =>
      createHash(algorithm === "MD5" ? "md5" : "sha256")
        .update(text)
        .digest("hex");
    const ha1 = hash(`${username}:${realm}:${account.password}`);
    const ha2 = hash(`${call.method}:${uri}`);
    const middle = sent["qop"] ? `${nonce}:${sent["nc"]}:${sent["cnonce"]}:${sent["qop"]}` : nonce;
    if (!same(hash(`${ha1}:${middle}:${ha2}`), response)) return wrong;
    return this.#nonceServes(nonce, sent["nc"]) ? { account } : { account: null, stale: true };
  }

  #nonceServes(nonce: string, nc: string | undefined): boolean {
    const known = this.#nonces.get(nonce);
    if (!known) return false;
    if (this.#state.clock.world() - known.madeAt > this.#state.switches.nonceLifeMs) {
      this.#nonces.delete(nonce);
      return false;
    }
    if (nc === undefined) return true;
    const count = /^[0-9a-f]{8}$/i.test(nc) ? Number.parseInt(nc, 16) : 0;
    // Fault point: sim-axis-nonce-count.
    if (count < 1 || (this.#state.switches.ncMustRise && count <= known.count)) return false;
    known.count = Math.max(known.count, count);
    return true;
  }
}

function parseParameters(text: string): Record<string, string | undefined> {
  const found: Record<string, string | undefined> = {};
  for (const [, name = "", quoted, plain] of text.matchAll(/([a-z0-9]+)=(?:"((?:[^"\\]|\\.)*)"|([^",\s]+))/gi)) {
    found[name.toLowerCase()] = quoted?.replace(/\\(.)/g, "$1") ?? plain ?? "";
  }
  return found;
}

function same(one: string, other: string): boolean {
  const [left, right] = [one, other].map((text) => createHash("sha256").update(text).digest());
  return left !== undefined && right !== undefined && timingSafeEqual(left, right);
}
