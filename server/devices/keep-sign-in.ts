// Work with a saved gate starts from the sign-in facts in its row, and stores there the facts it learns.
import type { Pool } from "pg";
import type { Logger } from "pino";
import { NOTHING_LEARNED, type SignInFacts, type SignInMemory } from "#drivers/sign-in-memory.ts";
import { storeSignIn } from "./stored-controllers.store.ts";

interface SignInDeps {
  engine: Pool;
  log: Pick<Logger, "warn">;
}

interface SavedGate {
  id: string;
  sign_in?: SignInFacts;
}

/** Runs `work` and stores its sign-in facts. A failure to store never fails the work: the gate still opens. */
export async function keepingSignIn<T>(
  { engine, log }: SignInDeps,
  gate: SavedGate,
  memory: SignInMemory,
  work: () => Promise<T>,
): Promise<T> {
  memory.recall(gate.sign_in ?? NOTHING_LEARNED);
  try {
    return await work();
  } finally {
    const learned = memory.unsaved();
    if (learned !== null) {
      try {
        const isStored = await storeSignIn(engine, gate.id, learned);
        if (isStored) memory.saved(learned.facts.version);
        else memory.outdated();
      } catch (error) {
        log.warn({ err: error, gate: gate.id }, "what a gate's sign-in has taught waits to be stored");
      }
    }
  }
}
