// Each gate's own name and password for the webhook. The password is kept sealed, to be shown again, and hashed, to be
// compared: the process that opens gates needs no key that could unseal one.
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { KeyRing } from "../crypto/key-ring.ts";
import { sealAad } from "../crypto/sealed-columns.ts";

export interface WebhookPair {
  username: string;
  password: string;
}

/** The columns of a new pair, and the pair itself. */
export function newWebhookPair(
  keys: KeyRing,
  controllerId: string,
): { columns: { webhook_user: string; webhook_hash: string; webhook_secret: string }; pair: WebhookPair } {
  const username = `lpr-${randomBytes(6).toString("hex")}`;
  const { columns, password } = newWebhookPassword(keys, controllerId);
  return { columns: { webhook_user: username, ...columns }, pair: { username, password } };
}

/** 144 random bits; a hash without salt is enough for such a secret. */
export function newWebhookPassword(
  keys: KeyRing,
  controllerId: string,
): { columns: { webhook_hash: string; webhook_secret: string }; password: string } {
  const password = randomBytes(18).toString("base64url");
  return {
    columns: {
      webhook_hash: webhookHash(password),
      webhook_secret: keys.sealText(password, sealAad("controllers.webhook_secret", controllerId)),
    },
    password,
  };
}

export function webhookHash(password: string): string {
  return createHash("sha256").update(password).digest("hex");
}

/** The pair that any gate may use, derived from the installation's secret: it needs no table of its own. */
export function installationWebhookPair(keys: KeyRing): WebhookPair {
  return { username: INSTALLATION_USER, password: keys.derive(INSTALLATION) };
}

const INSTALLATION_USER = "portal-webhook";
const INSTALLATION = "webhook/installation";

/** Stands for "no such sender", so that an unknown name costs the same comparison as a known one. */
const NO_HASH = webhookHash("");

/** Who a read's sender is. `password`: which of a gate's two it showed while both work. */
export type Sender = { reach: "any_gate" } | { reach: "own_gate"; password: "new" | "old" };

export interface ClaimedSender {
  hash: string | null;
  /** Of the password before, while it still works. */
  previousHash: string | null;
  user: string;
  password: string;
}

/** Compares digests in constant time: one hash a read, whoever sends it. */
export function createSenderCheck(keys: KeyRing): (sender: ClaimedSender) => Sender | null {
  // While a key is replaced, a gate may still have the password that comes of the other one.
  const installationHashes = keys.deriveAll(INSTALLATION).map(webhookHash);
  return ({ hash, previousHash, user, password }) => {
    const digest = webhookHash(password);
    const own = equalDigests(digest, hash ?? NO_HASH) && hash !== null;
    const old = equalDigests(digest, previousHash ?? NO_HASH) && previousHash !== null;
    const shared =
      installationHashes.filter((known) => equalDigests(digest, known)).length > 0 && user === INSTALLATION_USER;
    if (shared) return { reach: "any_gate" };
    if (own) return { reach: "own_gate", password: "new" };
    return old ? { reach: "own_gate", password: "old" } : null;
  };
}

/** Both are 64 hex digits; a stored text of another length equals nothing. */
function equalDigests(left: string, right: string): boolean {
  return left.length === right.length && timingSafeEqual(Buffer.from(left), Buffer.from(right));
}
