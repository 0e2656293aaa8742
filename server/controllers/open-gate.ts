// Opens a gate that a person asked for. The opening is recorded before it is sent, and sent once.
import { DOOR_OPEN_LATEST_MS, DOOR_OPENINGS_A_MINUTE } from "#contract/door-states.ts";
import type { Refusal } from "#contract/errors/define-errors.ts";
import { gateErrors } from "#contract/errors/gates.ts";
import type { DoorOpened, DoorRequest } from "#contract/functions/door-control.ts";
import { AddressInvalidError, DeviceError } from "#drivers/errors.ts";
import type { MacroOutcome } from "#drivers/port.ts";
import type { GateDrivers } from "#server/devices/gate-drivers.ts";
import { readStoredController, recordContact } from "#server/devices/stored-controller.ts";
import type { CallerContext } from "#server/platform/functions/as-caller.ts";
import { PortalError } from "#server/platform/http/errors.ts";
import { orderGateOpening, recordGateOutcome } from "./door-control.store.ts";
import { type DoorControlDeps, outcomeOf, sendOrder, UNKNOWN } from "./door-control.ts";

export interface GateOpeningDeps extends DoorControlDeps {
  gateDrivers: GateDrivers;
}

/** Maps the database function's answers when nothing was recorded. */
const REFUSALS = new Map<string, (gateId: string) => Refusal>([
  ["gone", gateErrors.gate_gone],
  ["off", gateErrors.gate_off],
  ["incomplete", (gate_id) => gateErrors.gate_not_set_up({ gate_id })],
  ["other", gateErrors.gate_request_used],
]);

/** Opens a gate. Throws PortalError 404, 409 or 429 when nothing was sent. */
export async function openGate(
  deps: GateOpeningDeps,
  { asCaller, claims }: CallerContext,
  { controller_id: gateId, reason, request_id: requestId }: DoorRequest<"OPEN_GATE">,
): Promise<DoorOpened> {
  const until = deps.clock.monotonic() + DOOR_OPEN_LATEST_MS;
  const { state, command_id: commandId } = await asCaller(async (client) => {
    const ordered = await orderGateOpening(client, { requestId, gateId, reason });
    const refusal = REFUSALS.get(ordered.state);
    if (refusal) throw new PortalError(refusal(gateId));
    // Consumed before the order is committed, so that a refused order leaves nothing.
    if (ordered.state === "new") await consume(deps, `${claims.sub}:${gateId}`);
    return ordered;
  });
  if (commandId === null) return UNKNOWN;
  if (state !== "new") return await outcomeOf(deps, commandId, until);
  return await sendOrder(
    () => send(deps, gateId, until),
    (outcome) => recordGateOutcome(deps.pools.engine, { commandId, ...outcome }),
  );
}

async function consume({ auth }: DoorControlDeps, key: string): Promise<void> {
  const allowed = DOOR_OPENINGS_A_MINUTE;
  if (await auth.limiter.consume({ key: `gate-open:${key}`, allowed, windowSeconds: 60 })) return;
  throw new PortalError(gateErrors.gate_opened_often({ limit: allowed }));
}

async function send(deps: GateOpeningDeps, gateId: string, until: number): Promise<MacroOutcome> {
  const refused = (reason: string): MacroOutcome => ({ outcome: "refused", httpStatus: null, reason });
  const gate = await readStoredController(deps.pools.engine, gateId);
  const timeoutMs = until - deps.clock.monotonic();
  if (gate === null || timeoutMs <= 0) return refused("item_not_found");
  try {
    const outcome = await deps.gateDrivers.use(gate, (driver) =>
      driver.executeMacro(gate.macro_id ?? "", { timeoutMs }),
    );
    if (outcome.httpStatus !== null) await recordContact(deps.pools.engine, gateId);
    return outcome;
  } catch (error) {
    if (error instanceof DeviceError || error instanceof AddressInvalidError) return refused(error.code);
    throw error;
  }
}
