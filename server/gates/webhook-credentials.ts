// Each gate's own name and password for the webhook. The password is kept sealed, to be shown again, and hashed, to be
// compared: the process that opens gates needs no key that could unseal one.
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { KeyRing } from "#server/platform/crypto/key-ring.ts";
import { sealAad } from "#server/platform/crypto/sealed-columns.ts";

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

interface NewPassword {
  columns: { webhook_hash: string; webhook_secret: string };
  password: string;
}

/** A new password of a gate. */
export function newWebhookPassword(keys: KeyRing, controllerId: string): NewPassword {
  return passwordColumns(keys, newPassword(), sealAad("controllers.webhook_secret", controllerId));
}

/** A new password of the installation's pair, or `password`, that it has already. */
export function installationPassword(keys: KeyRing, rowId: string, password = newPassword()): NewPassword {
  return passwordColumns(keys, password, sealAad("installation_webhook.webhook_secret", rowId));
}

function passwordColumns(keys: KeyRing, password: string, aad: string): NewPassword {
  return {
    columns: { webhook_hash: webhookHash(password), webhook_secret: keys.sealText(password, aad) },
    password,
  };
}

/** 144 random bits; a hash without salt is enough for such a secret. */
const newPassword = () => randomBytes(18).toString("base64url");

export function webhookHash(password: string): string {
  return createHash("sha256").update(password).digest("hex");
}

/** Stands for "no such sender", so that an unknown name costs the same comparison as a known one. */
const NO_HASH = webhookHash("");

/** Who a read's sender is, and which of two passwords it showed while both work. */
export interface Sender {
  reach: "any_gate" | "own_gate";
  password: "new" | "old";
}

interface Digests {
  hash: string | null;
  /** Of the password before, while it still works. */
  previousHash: string | null;
}

export interface ClaimedSender {
  /** Of the gate with that user name. */
  own: Digests;
  /** Of the installation's pair, if it is on and has that user name. */
  installation: Digests;
  password: string;
}

/** Compares digests in constant time: one hash and four comparisons a read, whoever sends it. */
export function checkSender({ own, installation, password }: ClaimedSender): Sender | null {
  const digest = webhookHash(password);
  const matches = (hash: string | null) => equalDigests(digest, hash ?? NO_HASH) && hash !== null;
  const found = {
    any: { new: matches(installation.hash), old: matches(installation.previousHash) },
    own: { new: matches(own.hash), old: matches(own.previousHash) },
  };
  if (found.any.new || found.any.old) return { reach: "any_gate", password: found.any.new ? "new" : "old" };
  if (found.own.new || found.own.old) return { reach: "own_gate", password: found.own.new ? "new" : "old" };
  return null;
}

/** Both are 64 hex digits; a stored text of another length equals nothing. */
function equalDigests(left: string, right: string): boolean {
  return left.length === right.length && timingSafeEqual(Buffer.from(left), Buffer.from(right));
}
