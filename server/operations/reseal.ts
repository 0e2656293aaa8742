// Re-encrypts everything with the current key, a transaction per batch: interruptible and repeatable.
import type { Pool } from "pg";
import { writeAudit } from "#server/audit/record-operation.ts";
import { type KeyRing, SealError } from "#server/platform/crypto/key-ring.ts";
import { sealAad } from "#server/platform/crypto/sealed-columns.ts";
import { retriedTransaction, transaction } from "#server/platform/database/transaction.ts";
import {
  countByKey,
  dropReservations,
  type Resealed,
  SEALED_PLACES,
  type SealedPlace,
  type SealedRow,
  sealedRowsAfter,
  unknownReservations,
  writeResealed,
} from "./sealed-rows.store.ts";

export interface ResealDeps {
  engine: Pool;
  auth: Pool;
  keys: KeyRing;
  onProgress?: (progress: PlaceDone) => void;
  batch?: number;
}

export interface PlaceDone {
  column: string;
  read: number;
  resealed: number;
  /** Rewritten by a server meanwhile, with the current key. */
  changedMeanwhile: number;
  /** Damaged, or no key opens them. */
  unreadable: number;
}

export interface ResealReport {
  places: PlaceDone[];
  remaining: Map<string, number>;
  former: number;
  foreign: number;
}

const BATCH = 300;

/** Visits every encrypted column once. Desired generations stay: a PIN that keeps one HMAC is the same PIN. */
export async function reseal(deps: ResealDeps): Promise<ResealReport> {
  const places: PlaceDone[] = [];
  for (const place of SEALED_PLACES) places.push(await resealPlace(deps, place));
  const remaining = await keysInUse(deps);
  const resealed = Object.fromEntries(places.map((done) => [done.column, done.resealed]));
  await transaction(deps.engine, (client) =>
    writeAudit(client, {
      action: "secrets_resealed",
      objectType: null,
      objectId: null,
      after: { key: deps.keys.keyId, resealed },
    }),
  );
  return { places, remaining, ...(await unknownReservations(deps.engine)) };
}

/** By key, over all columns. */
export async function keysInUse({ engine, auth }: Pick<ResealDeps, "engine" | "auth">): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (const place of SEALED_PLACES) {
    const pool = place.role === "auth" ? auth : engine;
    for (const { keyId, rows } of await countByKey(pool, place)) found.set(keyId, (found.get(keyId) ?? 0) + rows);
  }
  return found;
}

async function resealPlace(deps: ResealDeps, place: SealedPlace): Promise<PlaceDone> {
  const { keys, onProgress, batch = BATCH } = deps;
  const pool = place.role === "auth" ? deps.auth : deps.engine;
  const done: PlaceDone = { column: place.column, read: 0, resealed: 0, changedMeanwhile: 0, unreadable: 0 };
  for (let after: string | null = null; ; ) {
    const rows = await sealedRowsAfter(pool, place, after, batch);
    const due: Resealed[] = [];
    for (const row of rows) {
      const anew = sealAnew(keys, place, row);
      if (anew === "unreadable") done.unreadable += 1;
      else if (anew !== null) due.push(anew);
    }
    const written = due.length === 0 ? 0 : await write(pool, place, due);
    done.read += rows.length;
    done.resealed += written;
    done.changedMeanwhile += due.length - written;
    onProgress?.(done);
    const last = rows.at(-1);
    if (last === undefined || rows.length < batch) return done;
    after = last.id;
  }
}

function sealAnew(
  keys: KeyRing,
  place: SealedPlace,
  { id, text, organizationId }: SealedRow,
): Resealed | "unreadable" | null {
  const aad = sealAad(place.column, id);
  try {
    if (place.kind === "text") {
      const sealed = keys.resealText(text, aad);
      return sealed === null ? null : { id, old: text, sealed, grams: null };
    }
    const anew = keys.resealPin(text, aad);
    if (anew === null) return null;
    const grams = organizationId === null ? null : keys.pinGrams(anew.pin, organizationId);
    return { id, old: text, sealed: anew.sealed, grams };
  } catch (error) {
    // Counted, with its key; the rest is still worth doing.
    if (error instanceof SealError) return "unreadable";
    throw error;
  }
}

const hmacsOf = (sealedPin: string): string[] => (sealedPin.split(":")[2] ?? "").split(",");

async function write(pool: Pool, place: SealedPlace, due: readonly Resealed[]): Promise<number> {
  return retriedTransaction(pool, async (client) => {
    const ids = new Set(await writeResealed(client, place, due));
    if (place.kind === "pin") {
      const dropped = due
        .filter(({ id }) => ids.has(id))
        .flatMap(({ id, old, sealed }) => {
          const kept = hmacsOf(sealed);
          return hmacsOf(old).flatMap((hmac) => (kept.includes(hmac) ? [] : [{ holderId: id, hmac }]));
        });
      await dropReservations(client, dropped);
    }
    return ids.size;
  });
}

/** Keys in use that the ring lacks. */
export function missingKeys(remaining: ReadonlyMap<string, number>, keys: Pick<KeyRing, "keyIds">): string[] {
  return [...remaining.keys()].filter((id) => !keys.keyIds.includes(id)).sort();
}
