// Dependencies of the gate decision: driver, sender check, wake-up.
import type { Pool } from "pg";
import { isCameraClockWrong } from "#contract/camera-clock.ts";
import { DEVICE_TRAITS } from "#contract/devices.ts";
import { AddressInvalidError } from "#drivers/errors.ts";
import { MACRO_DISABLED, type MacroOutcome } from "#drivers/port.ts";
import type { GateDrivers } from "#server/devices/gate-drivers.ts";
import { type MacroState, recordContact, recordPush } from "#server/devices/stored-controller.ts";
import type { Deps } from "#server/platform/deps.ts";
import { recordCopiedCamera } from "./camera-addresses.store.ts";
import { createCameraAddresses } from "./camera-addresses.ts";
import { cameraSkewMs, type ReadAge, recentAges } from "./camera-clock.rules.ts";
import { batchedGateTables } from "./gate-batches.ts";
import type { GateConnection, GateDeps } from "./gate-passage.ts";
import { checkSender } from "./webhook-credentials.ts";
import { createUseNotes } from "./webhook-use.ts";

export interface Gate {
  deps: GateDeps;
  track: (opening: Promise<void>) => void;
  /** Resolves when no opening is in flight; each ends within GATE_LATEST_MS. */
  idle(): Promise<void>;
}

const MAX_KNOWN_GATES = 256;
/** People read the time of a contact in minutes. */
const PUSH_NOTED_EVERY_MS = 10_000;

/** Returns the macro's state that an opening shows; null when it shows none. Only a server that has macros can have lost one. */
function macroStateOf({ outcome, reason }: MacroOutcome, deviceType: GateConnection["device_type"]): MacroState | null {
  if (reason === MACRO_DISABLED) return "off";
  if (outcome === "executed") return "on";
  return outcome === "refused" && reason === "item_not_found" && DEVICE_TRAITS[deviceType].opensBy === "macro"
    ? "missing"
    : null;
}

export function createGate(deps: Deps, { wake, drivers }: { wake: () => void; drivers: GateDrivers }): Gate {
  const openings = new Set<Promise<void>>();
  /** Opens the gate. An invalid saved address is a refusal: nothing was sent. */
  const opened = async (gate: GateConnection, options: { timeoutMs: number }): Promise<MacroOutcome> => {
    try {
      return await drivers.use(gate, (driver) => driver.executeMacro(gate.macro_id ?? "", options));
    } catch (error) {
      if (!(error instanceof AddressInvalidError)) throw error;
      return { outcome: "refused", httpStatus: null, reason: error.code };
    }
  };
  const openGate = async (gate: GateConnection, options: { timeoutMs: number }): Promise<MacroOutcome> => {
    const outcome = await opened(gate, options);
    const state = macroStateOf(outcome, gate.device_type);
    const macro = state === null ? null : { macroId: gate.macro_id, state };
    if (outcome.httpStatus !== null) seenFrom(gate.id, (engine, id) => recordContact(engine, id, macro));
    return outcome;
  };
  /** Records a camera's call in the background, at intervals. It never delays the passage. */
  const seenFrom = (gateId: string, note: (engine: Pool, id: string) => Promise<void>) => {
    const noting = note(deps.pools.engine, gateId).catch((error: unknown) =>
      deps.log.warn({ err: error, gate: gateId }, "the time of the gate's contact was not stored"),
    );
    openings.add(noting);
    void noting.finally(() => openings.delete(noting));
  };
  const cameras = new Map<string, { notedAt: number; wasWrong: boolean | null; ages: ReadAge[] }>();
  const pushed: GateDeps["pushed"] = (gateId, read) => {
    const now = deps.clock.monotonic();
    const known = cameras.get(gateId) ?? { notedAt: Number.NEGATIVE_INFINITY, wasWrong: null, ages: [] };
    const ages = read === null ? known.ages : recentAges(known.ages, read);
    const skewMs = cameraSkewMs(ages);
    const wasWrong = skewMs === null ? known.wasWrong : isCameraClockWrong(skewMs);
    const isNew = wasWrong !== known.wasWrong;
    const isDue = isNew || now - known.notedAt >= PUSH_NOTED_EVERY_MS;
    // Clearing also forgets gates that have been removed.
    if (cameras.size >= MAX_KNOWN_GATES && !cameras.has(gateId)) cameras.clear();
    cameras.set(gateId, { notedAt: isDue ? now : known.notedAt, wasWrong, ages });
    if (isDue) seenFrom(gateId, (engine, id) => recordPush(engine, id, { skewMs, isNew }));
  };
  const addresses = createCameraAddresses({ engine: deps.pools.engine, clock: deps.clock, log: deps.log });
  const copiedAt = new Map<string, number>();
  const copied: GateDeps["copied"] = (accountOfId, address) => {
    const gateId = addresses.gateAt(address);
    const now = deps.clock.monotonic();
    const before = gateId === null ? undefined : copiedAt.get(`${gateId} ${accountOfId}`);
    if (gateId === null || (before !== undefined && now - before < PUSH_NOTED_EVERY_MS)) return;
    if (copiedAt.size >= MAX_KNOWN_GATES) copiedAt.clear();
    copiedAt.set(`${gateId} ${accountOfId}`, now);
    seenFrom(gateId, (engine) => recordCopiedCamera(engine, { gateId, accountOfId }));
  };

  return {
    deps: {
      pool: deps.pools.gate,
      tables: batchedGateTables({ quick: deps.pools.gateBatches, waiting: deps.pools.gate }),
      clock: deps.clock,
      log: deps.log,
      senderMay: checkSender,
      recordUse: createUseNotes(deps),
      openGate,
      isAnothers: addresses.isAnothers,
      copied,
      pushed,
      wake,
      metrics: deps.metrics,
    },
    track: (opening) => {
      openings.add(opening);
      void opening.finally(() => openings.delete(opening));
    },
    idle: async () => {
      await Promise.all(openings);
      await drivers.closeAll();
    },
  };
}
