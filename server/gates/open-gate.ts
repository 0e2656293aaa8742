// Dependencies of the gate decision: driver, sender check, wake-up.
import { DEVICE_TRAITS } from "#contract/devices.ts";
import { AddressInvalidError } from "#drivers/errors.ts";
import { MACRO_DISABLED, type MacroOutcome } from "#drivers/port.ts";
import type { GateDrivers } from "#server/devices/gate-drivers.ts";
import { type MacroState, recordContact } from "#server/devices/stored-controller.ts";
import type { Deps } from "#server/platform/deps.ts";
import { createCameraAddresses } from "./camera-addresses.ts";
import { type NoteContact, noteCopiedCameras, notePushes } from "./camera-contacts.ts";
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

/** Returns the macro's state that an opening shows; null when it shows none. Only a server that has macros can have lost one. */
function macroStateOf({ outcome, reason }: MacroOutcome, deviceType: GateConnection["device_type"]): MacroState | null {
  if (reason === MACRO_DISABLED) return "off";
  if (outcome === "executed") return "on";
  return outcome === "refused" && reason === "item_not_found" && DEVICE_TRAITS[deviceType].opensBy === "macro"
    ? "missing"
    : null;
}

/** Creates what a gate's decision needs. `idle` resolves when no opening is on its way. */
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
  const inBackground = (work: Promise<void>) => {
    openings.add(work);
    void work.finally(() => openings.delete(work));
  };
  /** Records a contact in the background, without delaying the passage. */
  const seenFrom: NoteContact = (gateId, note) =>
    inBackground(
      note(deps.pools.engine, gateId).catch((error: unknown) =>
        deps.log.warn({ err: error, gate: gateId }, "the time of the gate's contact was not stored"),
      ),
    );
  const addresses = createCameraAddresses({ engine: deps.pools.engine, clock: deps.clock, log: deps.log });

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
      copied: noteCopiedCameras(deps.clock, addresses, seenFrom),
      pushed: notePushes(deps.clock, seenFrom),
      wake,
      metrics: deps.metrics,
    },
    track: inBackground,
    idle: async () => {
      await Promise.all(openings);
      await drivers.closeAll();
    },
  };
}
