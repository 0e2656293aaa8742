// The drawer of a door's event or of a gate's passage.
import { useQuery } from "@tanstack/react-query";
import type { GateLogRow, MergedLogRow } from "#contract/tables/merged-log.ts";
import { getAccessLogQueryOptions, type LogRow } from "../api/get-access-logs.ts";
import { DoorEventDrawer, type DoorEventDrawerProps } from "./door-event-drawer.tsx";
import { LogDrawer } from "./log-drawer.tsx";

type EventDrawerProps = Omit<DoorEventDrawerProps, "row"> & { row: MergedLogRow };

export function EventDrawer({ row, onClose }: EventDrawerProps) {
  const { data: passage } = useQuery(getAccessLogQueryOptions(row.source === "gate" ? row.id : null));
  if (row.source === "door") return <DoorEventDrawer row={row} onClose={onClose} />;
  if (passage === undefined) return null;
  return <LogDrawer row={passage ?? nobodysPassage(row)} onClose={onClose} />;
}

/** Returns a passage for a reading that may be an own car's: an organisation sees this row's facts and no more. */
function nobodysPassage(row: GateLogRow): LogRow {
  const { id, occurred_at, plate_number, controller_id, granted, reason, controllers } = row;
  return {
    id,
    detected_at: occurred_at,
    plate_number,
    controller_id,
    controllers: controllers && { name: controllers.name },
    access_granted: granted,
    access_reason: reason,
    macro_executed: null,
    credential_id: null,
    credentials: null,
    opened: false,
    duplicate_of: null,
    door_commands: null,
  };
}
