// The drawer of a door's event or of a gate's passage.
import { useQuery } from "@tanstack/react-query";
import type { MergedLogRow } from "#contract/tables/merged-log.ts";
import { getAccessLogQueryOptions } from "../api/get-access-logs.ts";
import { DoorEventDrawer, type DoorEventDrawerProps } from "./door-event-drawer.tsx";
import { LogDrawer } from "./log-drawer.tsx";

type EventDrawerProps = Omit<DoorEventDrawerProps, "row"> & { row: MergedLogRow };

export function EventDrawer({ row, onClose, onStep }: EventDrawerProps) {
  const { data: passage } = useQuery(getAccessLogQueryOptions(row.source === "gate" ? row.id : null));
  if (row.source === "door") return <DoorEventDrawer row={row} onClose={onClose} onStep={onStep} />;
  return passage ? <LogDrawer row={passage} onClose={onClose} onStep={onStep} /> : null;
}
