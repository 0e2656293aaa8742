// Converts rows for the planner; digests show which replicas a door or link change concerns.
import { createHash } from "node:crypto";
import { type EncryptedColumn, encryptionAad } from "#database/encrypted-columns.ts";
import { EncryptionError, type KeyRing } from "#server/platform/crypto/key-ring.ts";
import type { ReplicaRow } from "./device-sync.store.ts";
import type { DesiredContent, DesiredReplica } from "./plan-device-changes.rules.ts";

const PIN_COLUMNS: Record<ReplicaRow["source_kind"], EncryptedColumn> = {
  credential: "credentials.credential_value",
  weekly_code: "weekly_codes.code",
  direct: "controller_users.pin",
};

/** Thrown when the row does not tell what the device should hold. */
class UnreadableReplicaError extends Error {
  override name = "UnreadableReplicaError";
}

/** Returns the code of the replica's own error; it does not stop its controller. */
export function unreadableCode(error: unknown): "pin_unreadable" | "replica_unreadable" {
  return error instanceof EncryptionError ? "pin_unreadable" : "replica_unreadable";
}

/** Converts a row and decrypts its PIN. Throws EncryptionError when the text does not belong to the row, and UnreadableReplicaError. */
export function desiredReplica(row: ReplicaRow, keys: Pick<KeyRing, "openPin">): DesiredReplica {
  const tokens = { userToken: row.user_token, credentialToken: row.credential_token };
  if (!row.desired && !row.suspends) return { ...tokens, content: null };
  if (row.unreadable) throw new UnreadableReplicaError("the row of a source cannot be read");
  const content: DesiredContent = {
    firstName: row.first_name ?? "",
    lastName: row.last_name ?? "",
    pin:
      row.encrypted_pin === null
        ? null
        : keys.openPin(row.encrypted_pin, encryptionAad(PIN_COLUMNS[row.source_kind], row.source_id)),
    validFrom: row.valid_from,
    validTo: row.valid_to,
    wholeDays: row.whole_days,
    profileTokens: row.profile_tokens,
    isSuspended: !row.desired,
  };
  return { ...tokens, content };
}

/**
 * Digests what a controller change can alter; returns null if the device should hold nothing. The PIN is left out, because a digest of it
 * could be attacked.
 */
export function replicaDigest(row: ReplicaRow): string | null {
  if (row.suspends) return suspendedDigest(row);
  if (!row.desired) return null;
  const { user_token, credential_token, first_name, last_name, valid_from, valid_to } = row;
  const profiles = [...new Set(row.profile_tokens)].sort();
  const facts = [
    user_token,
    credential_token,
    first_name,
    last_name,
    valid_from,
    valid_to,
    profiles,
    row.doors_without_profile,
    ...(row.doors_withheld > 0 ? [row.doors_withheld] : []),
  ];
  return createHash("sha256").update(JSON.stringify(facts)).digest("hex");
}

function suspendedDigest({
  user_token,
  credential_token,
  first_name,
  last_name,
  valid_from,
  valid_to,
}: ReplicaRow): string {
  const facts = ["suspended", user_token, credential_token, first_name, last_name, valid_from, valid_to];
  return createHash("sha256").update(JSON.stringify(facts)).digest("hex");
}
