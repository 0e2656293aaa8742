// Words of a log row without a plate: somebody opened the gate from the portal.
import { type LogReason, OPENED_FROM_PORTAL } from "#contract/devices.ts";
import { doorReasonText } from "#web/lib/passages/door-reason.ts";
import { plateName } from "#web/lib/passages/plate-name.ts";
import { words } from "#web/texts/words.sv.ts";
import { accessLogsTexts } from "./texts/access-logs.sv.ts";

export interface GateRowFacts {
  reason: LogReason;
  plate_number: string;
  door_commands?: { requested_as: string; reason: string } | null | undefined;
}

export const isPortalOpening = ({ reason }: Pick<GateRowFacts, "reason">): boolean => reason === OPENED_FROM_PORTAL;

/** Returns who opened the gate from the portal, as far as the reader may know; null for a reading of a camera. */
export function openedBy(row: GateRowFacts): string | null {
  return isPortalOpening(row) ? (row.door_commands?.requested_as ?? words.none) : null;
}

/** Returns the name of a row in the list. */
export const gateRowName = (row: GateRowFacts): string => openedBy(row) ?? plateName(row.plate_number);

/** Returns why the gate opened or not. */
export function gateReason({ reason, door_commands }: Pick<GateRowFacts, "reason" | "door_commands">): string {
  return [accessLogsTexts.reasons[reason], door_commands && doorReasonText(door_commands.reason)]
    .filter(Boolean)
    .join(" · ");
}
