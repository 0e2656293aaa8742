// Batches concurrent gate queries into one statement (server/platform/database/batches.ts).
import type { Pool } from "pg";
import { inBatches } from "#server/platform/database/batches.ts";
import {
  type GateFactsRow,
  type GateRead,
  type LoggedPassage,
  logPassages,
  type PassageToLog,
  readGateFacts,
} from "./gate.store.ts";
import { logPushedReads, type PushToLog } from "./pushed-read.store.ts";

export interface GateTables {
  facts(read: GateRead): Promise<GateFactsRow>;
  /** Logs a passage. Throws DatabaseError 23503 when the gate or the credential is gone. */
  log(passage: PassageToLog): Promise<LoggedPassage>;
  /** Logs a push; returns null when the read is already logged. Throws DatabaseError 23503 in the same case as `log`. */
  push(push: PushToLog): Promise<LoggedPassage | null>;
}

/** Several at once, so that a hung connection delays nobody and PostgreSQL groups the commits. More would make smaller batches. */
const READS_AT_ONCE = 4;
const LOGS_AT_ONCE = 6;
const MOST_IN_ONE = 32;

/**
 * Batches the gate's tables.
 * @param quick gives up on locks soon
 * @param waiting waits as long as a gate may
 */
export function batchedGateTables({ quick, waiting }: { quick: Pool; waiting: Pool }): GateTables {
  return {
    facts: inBatches({
      atOnce: READS_AT_ONCE,
      most: MOST_IN_ONE,
      readsOnly: true,
      together: (reads) => readGateFacts(quick, reads),
      alone: async (read) => first(await readGateFacts(waiting, [read])),
    }),
    log: inBatches({
      atOnce: LOGS_AT_ONCE,
      most: MOST_IN_ONE,
      together: (passages) => logPassages(quick, passages),
      alone: async (passage) => first(await logPassages(waiting, [passage])),
    }),
    push: inBatches({
      atOnce: LOGS_AT_ONCE,
      most: MOST_IN_ONE,
      together: (pushes) => logPushedReads(quick, pushes),
      alone: async (push) => first(await logPushedReads(waiting, [push])),
    }),
  };
}

function first<T>([row]: readonly T[]): T {
  if (row === undefined) throw new Error("the statement of a passage gave no row");
  return row;
}
