import { DEVICE_TRAITS } from "#contract/devices.ts";
import { gateErrors } from "#contract/errors/gates.ts";
import { GATE_LATEST_MS } from "#contract/limits.ts";
import { MACRO_DISABLED, type MacroOutcome } from "#drivers/port.ts";
import { writeAudit } from "#server/audit/record-operation.ts";
import { type GateTestDeps, type Reach, savedController, withTestedGate } from "#server/devices/reach-device.ts";
import type { CallerContext } from "#server/platform/functions/as-caller.ts";
import { PortalError } from "#server/platform/http/errors.ts";

/** Opens the gate once by its macro. Throws PortalError unless the gate confirms it. */
export async function testMacro(
  deps: GateTestDeps,
  { asCaller }: CallerContext,
  reach: Reach,
  macroId: string,
): Promise<void> {
  const { id } = savedController(reach);
  // Audited before the gate opens, so no opening goes unrecorded.
  await asCaller((client) => writeAudit(client, { action: "macro_tested", objectType: "controllers", objectId: id }));
  refuseUnlessExecuted(
    await withTestedGate(deps, reach, (device) => device.executeMacro(macroId, { timeoutMs: GATE_LATEST_MS })),
    reach,
  );
}

function refuseUnlessExecuted(
  { outcome, httpStatus, reason }: MacroOutcome,
  { deviceType }: Pick<Reach, "deviceType">,
): void {
  if (outcome === "executed") return;
  if (reason === MACRO_DISABLED) throw new PortalError(gateErrors.macro_disabled());
  if (outcome === "unknown") {
    throw new PortalError(gateErrors.macro_outcome_unknown());
  }
  if (DEVICE_TRAITS[deviceType].opensBy !== "macro") throw new PortalError(gateErrors.relay_refused());
  const unknown = httpStatus === 404 || httpStatus === 400;
  throw new PortalError(unknown ? gateErrors.macro_not_found() : gateErrors.macro_refused());
}
