// Records gate calls that are refused before a passage is logged: at the gate whose account called, otherwise for the portal. There is one
// record per cause, not one row per call, so a flood of calls cannot fill the table.

import type { Pool } from "pg";
import type { RefusedCallCause } from "#contract/refused-calls.ts";
import type { Deps } from "#server/platform/deps.ts";
import { readGateFacts } from "./gate.store.ts";
import { countRefusedCalls, recordRefusedAtGate } from "./refused-calls.store.ts";
import { checkSender } from "./webhook-credentials.ts";

export { listRefusedCalls } from "./refused-calls.store.ts";

export interface RefusedCall {
  cause: RefusedCallCause;
  address: string | null;
  /** The gate id as the call wrote it. */
  gateId: string | null;
  account: { user: string; password: string } | null;
}

export interface RefusedCalls {
  /** Notes a call. Does not wait, never rejects. */
  note(call: RefusedCall): void;
  /** Resolves when the notes are stored, or have failed to be stored. */
  idle(): Promise<void>;
}

/** Highest number of different callers, causes and gates that wait to be stored. Beyond it only the cause is counted. */
const MOST_WAITING = 100;
/** Time between two rounds, in which equal calls become one. */
const ROUND_MS = 250;
/** A database failure may itself be the reason why calls are refused, so storing is retried after this time. */
const AGAIN_AFTER_MS = 2_000;

/** Creates the record. Equal calls within 250 ms become one; beyond 100 different ones only their causes are counted. */
export function createRefusedCalls({ pools, clock, log }: Pick<Deps, "pools" | "clock" | "log">): RefusedCalls {
  let waiting = new Map<string, { call: RefusedCall; calls: number }>();
  let storing: Promise<void> | null = null;
  let isAway = false;
  const closing = new AbortController();

  const keep = (call: RefusedCall, calls: number) => {
    const known = waiting.get(keyOf(call));
    const kept = known || waiting.size < MOST_WAITING ? call : { ...call, address: null, gateId: null, account: null };
    const before = waiting.get(keyOf(kept));
    waiting.set(keyOf(kept), { call: kept, calls: (before?.calls ?? 0) + calls });
  };

  async function store({ cause, address, gateId, account }: RefusedCall, calls: number): Promise<void> {
    const caller = account === null ? null : await gateOf(pools.gate, { gateId, account });
    if (caller?.gateId) await recordRefusedAtGate(pools.engine, caller.gateId, cause);
    else await countRefusedCalls(pools.engine, { cause, calls, address, gateId });
  }

  async function storeAll(): Promise<void> {
    while (waiting.size > 0) {
      const round = waiting;
      waiting = new Map();
      let failed = false;
      for (const { call, calls } of round.values()) {
        try {
          if (!failed) await store(call, calls);
        } catch (error) {
          failed = true;
          if (!isAway) log.warn({ err: error, cause: call.cause }, "refused calls to gates wait to be noted");
        }
        if (failed) keep(call, calls);
      }
      isAway = failed;
      if (closing.signal.aborted && failed) return;
      await clock.wait(failed ? AGAIN_AFTER_MS : ROUND_MS, closing.signal).catch(() => {});
    }
  }

  return {
    note(call) {
      keep(call, 1);
      storing ??= storeAll().finally(() => {
        storing = null;
      });
    },
    async idle() {
      closing.abort();
      await storing;
    },
  };
}

/** Returns the gate that the account belongs to; null when it belongs to none. */
async function gateOf(
  gates: Pool,
  { gateId, account }: { gateId: string | null; account: { user: string; password: string } },
) {
  const [facts] = await readGateFacts(gates, [{ webhookUser: account.user, gateId, plate: null }]);
  if (facts === undefined) return null;
  const sender = checkSender({
    own: { hash: facts.sender_hash, previousHash: facts.sender_previous_hash },
    installation: { hash: facts.installation_hash, previousHash: facts.installation_previous_hash },
    password: account.password,
  });
  if (sender === null) return null;
  return { gateId: sender.reach === "own_gate" ? facts.sender_id : facts.gate_id };
}

const keyOf = ({ cause, address, gateId, account }: RefusedCall): string =>
  JSON.stringify([cause, address, gateId, account?.user, account?.password]);
