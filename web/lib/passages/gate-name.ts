import type { LogReason } from "#contract/devices.ts";
import { accessLogsTexts } from "#web/features/passages/texts/access-logs.sv.ts";

/** Returns the gate of a log row. Without one, the portal never had it, or it was deleted; `removed` is its name at that time. */
export function gateName(gate: { name: string } | null, reason: LogReason, removed?: string | null): string {
  if (gate) return gate.name;
  if (removed) return `${removed} ${accessLogsTexts.removedSuffix}`;
  return reason === "gate_not_found" ? accessLogsTexts.unknownGate : accessLogsTexts.removedController;
}
