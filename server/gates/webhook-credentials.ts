// Webhook credentials per gate are encrypted for showing and hashed for comparing, so the gate process needs no key.
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { encryptionAad } from "#database/encrypted-columns.ts";
import type { KeyRing } from "#server/platform/crypto/key-ring.ts";

export interface WebhookCredentials {
  username: string;
  password: string;
}

/** Makes a user name and a password. `columns` are stored; `credentials` are shown. */
export function newWebhookCredentials(
  keys: KeyRing,
  controllerId: string,
): {
  columns: { webhook_user: string; webhook_hash: string; webhook_secret: string };
  credentials: WebhookCredentials;
} {
  const username = `lpr-${randomBytes(6).toString("hex")}`;
  const { columns, password } = newWebhookPassword(keys, controllerId);
  return { columns: { webhook_user: username, ...columns }, credentials: { username, password } };
}

interface NewPassword {
  columns: { webhook_hash: string; webhook_secret: string };
  password: string;
}

/** Makes a password for a gate that keeps its user name. */
export function newWebhookPassword(keys: KeyRing, controllerId: string): NewPassword {
  return passwordColumns(keys, newPassword(), encryptionAad("controllers.webhook_secret", controllerId));
}

/** Makes the columns of a password of the installation. */
export function installationPassword(keys: KeyRing, rowId: string, password = newPassword()): NewPassword {
  return passwordColumns(keys, password, encryptionAad("installation_webhook.webhook_secret", rowId));
}

function passwordColumns(keys: KeyRing, password: string, aad: string): NewPassword {
  return {
    columns: { webhook_hash: webhookHash(password), webhook_secret: keys.encryptText(password, aad) },
    password,
  };
}

/** 144 random bits need no salt. */
const newPassword = () => randomBytes(18).toString("base64url");

/** Returns the SHA-256 in hex. The password is random and long, so it needs no slow hash. */
export function webhookHash(password: string): string {
  return createHash("sha256").update(password).digest("hex");
}

/** A hash for unknown senders, so that an unknown name costs the same comparison. */
const NO_HASH = webhookHash("");

/** The sender of a read, and which password it used during an overlap. */
export interface Sender {
  reach: "any_gate" | "own_gate";
  password: "new" | "old";
}

interface Digests {
  hash: string | null;
  previousHash: string | null;
}

export interface ClaimedSender {
  own: Digests;
  installation: Digests;
  password: string;
}

/** Checks a sender in constant time: one hash and four comparisons per read. */
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

/** Compares two digests of 64 hex digits; texts of another length equal nothing. */
function equalDigests(left: string, right: string): boolean {
  return left.length === right.length && timingSafeEqual(Buffer.from(left), Buffer.from(right));
}
