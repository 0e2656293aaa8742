// Re-encrypts everything with the current key, one transaction per batch, so it can be interrupted and repeated.
import type { Pool } from "pg";
import { encryptionAad } from "#database/encrypted-columns.ts";
import { writeAudit } from "#server/audit/record-operation.ts";
import { EncryptionError, type KeyRing } from "#server/platform/crypto/key-ring.ts";
import { isRefusal } from "#server/platform/database/batches.ts";
import { retriedTransaction, transaction } from "#server/platform/database/transaction.ts";
import {
  countByKey,
  dropReservations,
  ENCRYPTED_PLACES,
  type EncryptedPlace,
  type EncryptedRow,
  encryptedRowsAfter,
  type Reencrypted,
  unknownReservations,
  writeReencrypted,
} from "./encrypted-rows.store.ts";

export interface ReencryptDeps {
  engine: Pool;
  auth: Pool;
  keys: KeyRing;
  onProgress?: (progress: PlaceDone) => void;
  batch?: number;
}

export interface PlaceDone {
  column: string;
  read: number;
  reencrypted: number;
  /** Rows that a server meanwhile rewrote with the current key. */
  changedMeanwhile: number;
  /** Texts that are damaged, or that no key decrypts. */
  unreadable: number;
  /** Rows that the database refuses as they are: a rule was added after them, or they were written past it. */
  refused: number;
}

export interface ReencryptReport {
  places: PlaceDone[];
  remaining: Map<string, number>;
  former: number;
  foreign: number;
}

const BATCH = 300;

/** Visits every encrypted column once. Generations do not change: a PIN that keeps one HMAC is the same PIN. */
export async function reencrypt(deps: ReencryptDeps): Promise<ReencryptReport> {
  const places: PlaceDone[] = [];
  for (const place of ENCRYPTED_PLACES) places.push(await reencryptPlace(deps, place));
  const remaining = await keysInUse(deps);
  const reencrypted = Object.fromEntries(places.map((done) => [done.column, done.reencrypted]));
  await transaction(deps.engine, (client) =>
    writeAudit(client, {
      action: "secrets_reencrypted",
      objectType: null,
      objectId: null,
      after: { key: deps.keys.keyId, reencrypted },
    }),
  );
  return { places, remaining, ...(await unknownReservations(deps.engine)) };
}

/** Returns the number of texts by key, over all columns. */
export async function keysInUse({
  engine,
  auth,
}: Pick<ReencryptDeps, "engine" | "auth">): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (const place of ENCRYPTED_PLACES) {
    const pool = place.role === "auth" ? auth : engine;
    for (const { keyId, rows } of await countByKey(pool, place)) found.set(keyId, (found.get(keyId) ?? 0) + rows);
  }
  return found;
}

async function reencryptPlace(deps: ReencryptDeps, place: EncryptedPlace): Promise<PlaceDone> {
  const { keys, onProgress, batch = BATCH } = deps;
  const pool = place.role === "auth" ? deps.auth : deps.engine;
  const done: PlaceDone = {
    column: place.column,
    read: 0,
    reencrypted: 0,
    changedMeanwhile: 0,
    unreadable: 0,
    refused: 0,
  };
  for (let after: string | null = null; ; ) {
    const rows = await encryptedRowsAfter(pool, place, after, batch);
    const due: Reencrypted[] = [];
    for (const row of rows) {
      const anew = encryptAnew(keys, place, row);
      if (anew === "unreadable") done.unreadable += 1;
      else if (anew !== null) due.push(anew);
    }
    const { written, refused } = await writeEach(pool, place, due);
    done.read += rows.length;
    done.reencrypted += written;
    done.refused += refused;
    done.changedMeanwhile += due.length - written - refused;
    onProgress?.(done);
    const last = rows.at(-1);
    if (last === undefined || rows.length < batch) return done;
    after = last.id;
  }
}

function encryptAnew(
  keys: KeyRing,
  place: EncryptedPlace,
  { id, text, organizationId }: EncryptedRow,
): Reencrypted | "unreadable" | null {
  const aad = encryptionAad(place.column, id);
  try {
    if (place.kind === "text") {
      const encrypted = keys.reencryptText(text, aad);
      return encrypted === null ? null : { id, old: text, encrypted, grams: null };
    }
    const anew = keys.reencryptPin(text, aad);
    if (anew === null) return null;
    const grams = organizationId === null ? null : keys.pinGrams(anew.pin, organizationId);
    return { id, old: text, encrypted: anew.encrypted, grams };
  } catch (error) {
    // The text is counted under its key, because the other texts can still be re-encrypted.
    if (error instanceof EncryptionError) return "unreadable";
    throw error;
  }
}

const hmacsOf = (encryptedPin: string): string[] => (encryptedPin.split(":")[2] ?? "").split(",");

/** Writes a batch at once. If the database refuses a row, writes each row alone, because the others may belong to another tenant. */
async function writeEach(
  pool: Pool,
  place: EncryptedPlace,
  due: readonly Reencrypted[],
): Promise<{ written: number; refused: number }> {
  if (due.length === 0) return { written: 0, refused: 0 };
  try {
    return { written: await write(pool, place, due), refused: 0 };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    if (due.length === 1) return { written: 0, refused: 1 };
  }
  const total = { written: 0, refused: 0 };
  for (const row of due) {
    const { written, refused } = await writeEach(pool, place, [row]);
    total.written += written;
    total.refused += refused;
  }
  return total;
}

async function write(pool: Pool, place: EncryptedPlace, due: readonly Reencrypted[]): Promise<number> {
  return retriedTransaction(pool, async (client) => {
    const ids = new Set(await writeReencrypted(client, place, due));
    if (place.kind === "pin") {
      const dropped = due
        .filter(({ id }) => ids.has(id))
        .flatMap(({ id, old, encrypted }) => {
          const kept = hmacsOf(encrypted);
          return hmacsOf(old).flatMap((hmac) => (kept.includes(hmac) ? [] : [{ sourceId: id, hmac }]));
        });
      await dropReservations(client, dropped);
    }
    return ids.size;
  });
}

/** Returns keys in use that the ring lacks. */
export function missingKeys(remaining: ReadonlyMap<string, number>, keys: Pick<KeyRing, "keyIds">): string[] {
  return [...remaining.keys()].filter((id) => !keys.keyIds.includes(id)).sort();
}
