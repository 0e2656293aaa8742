import type { AccessReason } from "#contract/devices.ts";
import { accessLogsTexts } from "#web/texts/access-logs.ts";

/** Of a row of the log. Without a gate, one that the portal never had, or has no longer. */
export function gateName(gate: { name: string } | null, reason: AccessReason): string {
  if (gate) return gate.name;
  return reason === "gate_not_found" ? accessLogsTexts.unknownGate : accessLogsTexts.removedController;
}
