// What the gate's decision needs of the world: the driver that opens, the check of the sender, the wake-up of readers.
import type { MacroOutcome, PlateController } from "#drivers/port.ts";
import { storedConnection } from "#server/devices/device-connection.ts";
import { noteContact } from "#server/devices/stored-controller.ts";
import type { Deps } from "#server/platform/deps.ts";
import { batchedGateTables } from "./gate-batches.ts";
import type { GateConnection, GateDeps } from "./gate-passage.ts";
import { checkSender } from "./webhook-credentials.ts";
import { createUseNotes } from "./webhook-use.ts";

export interface Gate {
  deps: GateDeps;
  track: (opening: Promise<void>) => void;
  /** Resolves when no opening is under way; each ends by itself within GATE_LATEST_MS. */
  idle(): Promise<void>;
}

/** Drivers kept open, so that a gate's second opening needs no new connection or token. One a gate, at most. */
const MAX_OPEN_DRIVERS = 256;

export function createGate(deps: Deps, { wake }: { wake: () => void }): Gate {
  const openings = new Set<Promise<void>>();
  const drivers = new Map<string, { signature: string; driver: PlateController }>();

  const driverOf = (gate: GateConnection): PlateController => {
    const signature = JSON.stringify([
      gate.device_ip,
      gate.device_port,
      gate.username,
      gate.password_encrypted,
      gate.cert_sha256,
      gate.serial,
      gate.allow_plain_http,
    ]);
    const open = drivers.get(gate.id);
    if (open?.signature === signature) return open.driver;
    if (open) close(gate.id, open.driver);
    const oldest = drivers.entries().next().value;
    if (drivers.size >= MAX_OPEN_DRIVERS && oldest) close(oldest[0], oldest[1].driver);
    const driver = deps.drivers.openPlateController(storedConnection(deps.keys, gate), gate.device_type);
    drivers.set(gate.id, { signature, driver });
    return driver;
  };
  const close = (id: string, driver: PlateController) => {
    drivers.delete(id);
    driver.close().catch((error: unknown) => deps.log.warn({ err: error, gate: id }, "gate connection not closed"));
  };
  const openGate = async (gate: GateConnection, options: { timeoutMs: number }): Promise<MacroOutcome> => {
    const outcome = await driverOf(gate).executeMacro(gate.macro_id ?? "", options);
    if (outcome.httpStatus !== null) heardFrom(gate.id);
    return outcome;
  };
  /** Never in the way of the passage: what the gate answered is stored whether or not this is. */
  const heardFrom = (gateId: string) => {
    const noting = noteContact(deps.pools.engine, gateId).catch((error: unknown) =>
      deps.log.warn({ err: error, gate: gateId }, "the time of the gate's answer was not stored"),
    );
    openings.add(noting);
    void noting.finally(() => openings.delete(noting));
  };

  return {
    deps: {
      pool: deps.pools.gate,
      tables: batchedGateTables({ quick: deps.pools.gateBatches, patient: deps.pools.gate }),
      clock: deps.clock,
      log: deps.log,
      senderMay: checkSender,
      noteUse: createUseNotes(deps),
      openGate,
      wake,
      metrics: deps.metrics,
    },
    track: (opening) => {
      openings.add(opening);
      void opening.finally(() => openings.delete(opening));
    },
    idle: async () => {
      await Promise.all(openings);
      for (const [id, { driver }] of drivers) close(id, driver);
    },
  };
}
