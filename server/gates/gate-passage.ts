// Handles an arriving plate: facts, decision, log row, answer, then at most one opening.

import { randomUUID } from "node:crypto";
import { DatabaseError, type Pool } from "pg";
import type { Logger } from "pino";
import { type AccessReason, DEVICE_KINDS, DEVICE_TRAITS } from "#contract/devices.ts";
import { PLATE_TEXT_MAX } from "#contract/functions/axxon-webhook.ts";
import { GATE_LATEST_MS } from "#contract/limits.ts";
import { readingText, readPlate } from "#contract/plate.ts";
import type { Clock } from "#drivers/clock.ts";
import type { MacroOutcome } from "#drivers/port.ts";
import type { PortalMetrics } from "#server/platform/metrics/metrics.ts";
import type { CameraAddresses } from "./camera-addresses.ts";
import type { ReadAge } from "./camera-clock.rules.ts";
import { decideGate, type GateDecision } from "./decide-gate.rules.ts";
import {
  type GateFactsRow,
  type LoggedPassage,
  type PassageToLog,
  readGateFacts,
  storeMacroResult,
} from "./gate.store.ts";
import type { GateTables } from "./gate-batches.ts";
import type { ClaimedSender, Sender } from "./webhook-credentials.ts";
import type { WebhookUse } from "./webhook-use.ts";

export type GateConnection = NonNullable<GateFactsRow["gate"]> & { id: string };

export interface GateDeps {
  pool: Pool;
  tables: GateTables;
  clock: Clock;
  log: Logger;
  /** Checks the password against the gate's digests and the installation's. */
  senderMay(sender: ClaimedSender): Sender | null;
  /** Records use of the password, during an overlap or with the installation's credentials. Does not wait, never rejects. */
  recordUse(use: WebhookUse): void;
  /** Sends one opening; resolves with the outcome within `timeoutMs`. */
  openGate(gate: GateConnection, options: { timeoutMs: number }): Promise<MacroOutcome>;
  /** Tells whether the address belongs to another camera, whose pushes with this gate's credentials must not count for this gate. */
  isAnothers: CameraAddresses["isAnothers"];
  /** Records that another gate's camera, at that address, has this gate's account. */
  copied(gateId: string, address: string): void;
  /** Records a call of the gate's own camera, with the age of its read if it brought one. Does not wait, never rejects. */
  pushed(gateId: string, read: ReadAge | null): void;
  /** Wakes subscribers of the log. */
  wake(): void;
  metrics: Pick<PortalMetrics, "decided" | "opened" | "broken">;
}

export interface Read {
  plateText: string;
  gateId: string | null;
  user: string;
  password: string;
  /** clock.monotonic() at the earliest possible arrival (pause-watch.rules.ts). */
  arrivedAt: number;
  /** The camera repeated the push of the read, too late for an opening. */
  late?: boolean;
}

export interface PassageAnswer {
  granted: boolean;
  reason: AccessReason;
  logId: string;
  /** Opens the gate; call it after the answer is sent. Null when nothing opens. Never rejects. */
  open: (() => Promise<void>) | null;
}

/** The credential or gate was deleted after the facts were read, so the read is decided again. */
const FOREIGN_KEY_VIOLATION = "23503";

/** Decides and logs one read. Returns null, without a log row, for wrong credentials. */
export async function gatePassage(deps: GateDeps, read: Read): Promise<PassageAnswer | null> {
  return againIfGone(async () => {
    const judged = await judge(deps, read);
    if (judged === null) return null;
    // Fault point: answered-before-logged.
    return answerOf(deps, read, judged, await deps.tables.log(judged.passage));
  });
}

/** Runs `work` a second time when a row that it refers to was deleted meanwhile. */
export async function againIfGone<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DatabaseError && error.code === FOREIGN_KEY_VIOLATION)) throw error;
    return work();
  }
}

export interface Judgement {
  passage: PassageToLog;
  gate: GateConnection | null;
  sender: Sender;
  facts: GateFactsRow;
}

/** Judges a read; returns null for wrong credentials. */
export async function judge(deps: GateDeps, read: Read): Promise<Judgement | null> {
  const plate = readPlate(read.plateText);
  const facts = await deps.tables.facts({ webhookUser: read.user, gateId: read.gateId, plate });
  const sender = deps.senderMay({
    own: { hash: facts.sender_hash, previousHash: facts.sender_previous_hash },
    installation: { hash: facts.installation_hash, previousHash: facts.installation_previous_hash },
    password: read.password,
  });
  if (sender === null) return null;
  const speaksForGate = facts.gate !== null && (sender.reach === "any_gate" || facts.sender_id === facts.gate_id);
  const gate =
    speaksForGate && facts.gate !== null && facts.gate_id !== null ? { ...facts.gate, id: facts.gate_id } : null;
  const decision = decisionOf({ facts, gate, plate, late: read.late ?? false });
  const passage = {
    id: randomUUID(),
    plateText: readingText(read.plateText).slice(0, PLATE_TEXT_MAX),
    plate: facts.candidates.find(({ id }) => id === decision.credentialId)?.alias_of ?? plate,
    gateId: gate?.id ?? null,
    ...decision,
  };
  return { passage, gate, sender, facts };
}

interface Judged {
  facts: Pick<GateFactsRow, "candidates" | "held">;
  gate: GateFactsRow["gate"];
  plate: string | null;
  late: boolean;
}

function decisionOf({ facts, gate, plate, late }: Judged): GateDecision {
  return decideGate({
    gate: gate && {
      plateReader: DEVICE_KINDS[gate.device_type] === "gate",
      // The portal does not know which plates were removed after the back-up was made, so no gate opens until somebody has checked.
      // Fault point: gate-opens-restored.
      enabled: gate.enabled && !facts.held,
      hasMacro:
        (gate.macro_id ?? "") !== "" &&
        (DEVICE_TRAITS[gate.device_type].opensBy !== "request" || gate.relay_request !== null),
    },
    plate,
    candidates: facts.candidates.map(({ id, alias_of, uses_gate, ...rest }) => ({
      credentialId: id,
      alias: alias_of !== null,
      usesGate: uses_gate,
      ...rest,
    })),
    late,
  });
}

/** Tells whether a gate would let the reading in now. Nothing is logged and nothing opens. */
export async function wouldOpen(
  pool: Pool,
  { gateId, plateText }: { gateId: string; plateText: string },
): Promise<boolean> {
  const plate = readPlate(plateText);
  const [facts] = await readGateFacts(pool, [{ webhookUser: "", gateId, plate }]);
  return facts !== undefined && decisionOf({ facts, gate: facts.gate, plate, late: false }).granted;
}

/** Builds the answer. Called after the log row is committed. */
export function answerOf(
  deps: GateDeps,
  read: Read,
  { passage, gate, sender, facts }: Judgement,
  logged: LoggedPassage,
): PassageAnswer {
  deps.wake();
  if (sender.reach === "any_gate" && gate !== null)
    deps.recordUse({
      credentials: "installation",
      controllerId: gate.id,
      password: sender.password,
      rotation: facts.installation_hash,
    });
  if (sender.reach === "own_gate" && facts.sender_previous_hash !== null && facts.sender_id !== null)
    deps.recordUse({
      credentials: "own",
      controllerId: facts.sender_id,
      password: sender.password,
      rotation: facts.sender_previous_hash,
    });
  return {
    granted: passage.granted,
    reason: passage.reason,
    logId: logged.id,
    open: logged.opened && gate !== null ? () => openOnce(deps, gate, logged, read.arrivedAt) : null,
  };
}

async function openOnce(deps: GateDeps, gate: GateConnection, logged: LoggedPassage, arrivedAt: number): Promise<void> {
  const left = GATE_LATEST_MS - (deps.clock.monotonic() - arrivedAt);
  let reported = false;
  try {
    const { outcome, ...answer } = left <= 0 ? TOO_LATE : await deps.openGate(gate, { timeoutMs: left });
    deps.metrics.opened(outcome);
    reported = true;
    if (outcome !== "executed")
      deps.log.warn({ gate: gate.id, passage: logged.id, outcome, ...answer }, "gate did not confirm");
    if (outcome === "unknown") return;
    await storeMacroResult(deps.pool, logged, outcome === "executed");
    deps.wake();
  } catch (error) {
    if (!reported) deps.metrics.opened("error");
    // macro_executed stays null ("unknown"): the gate may have opened.
    deps.log.error({ err: error, gate: gate.id, passage: logged.id }, "gate outcome not stored");
  }
}

/** Nothing was sent, so the row says that the macro did not run. */
const TOO_LATE = { outcome: "too_late", reason: "the read is too old" } as const;
