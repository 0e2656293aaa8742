import type { AccessReason } from "#contract/devices.ts";
import { accessLogsTexts } from "#web/features/passages/texts/access-logs.sv.ts";

/** Of a row of the log. Without a gate, one that the portal never had, or has no longer; `removed`: its name then. */
export function gateName(gate: { name: string } | null, reason: AccessReason, removed?: string | null): string {
  if (gate) return gate.name;
  if (removed) return `${removed} ${accessLogsTexts.removedSuffix}`;
  return reason === "gate_not_found" ? accessLogsTexts.unknownGate : accessLogsTexts.removedController;
}
