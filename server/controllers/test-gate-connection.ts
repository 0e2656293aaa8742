import { MACRO_DISABLED, MACRO_MISSING } from "#drivers/port.ts";
import {
  type GateTestDeps,
  type Reach,
  type TestedIdentity,
  testedIdentity,
  withTestedGate,
} from "#server/devices/reach-device.ts";
import { recordMacroState } from "#server/devices/stored-controller.ts";

/** Tests the connection and asks for the gate's macro, from the form or the stored one. The outcome is stored for a saved gate. */
export async function testGateConnection(
  deps: GateTestDeps,
  reach: Reach,
  typedMacroId: string | null,
): Promise<TestedIdentity> {
  const { connection, controller } = reach;
  const macroId = connection.relay?.preset ?? typedMacroId ?? controller?.macro_id ?? null;
  const identity = await withTestedGate(deps, reach, (device) => device.identify({ macroId }));
  const isOff = identity.warnings.includes(MACRO_DISABLED);
  const state = identity.warnings.includes(MACRO_MISSING) ? "missing" : isOff ? "off" : "on";
  if (controller) await recordMacroState(deps.pools.engine, controller.id, { macroId, state });
  return testedIdentity(deps, reach, identity);
}
