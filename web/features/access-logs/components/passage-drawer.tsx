// The drawer of the log that the passage is in.
import { useQuery } from "@tanstack/react-query";
import type { PassageRow } from "#contract/tables/passages.ts";
import { getAccessLogQueryOptions } from "../api/get-access-logs.ts";
import { getDoorEventQueryOptions } from "../api/get-door-events.ts";
import { DoorEventDrawer, type DoorEventDrawerProps } from "./door-event-drawer.tsx";
import { LogDrawer } from "./log-drawer.tsx";

type PassageDrawerProps = Omit<DoorEventDrawerProps, "row"> & { row: PassageRow };

export function PassageDrawer({ row: { source, id }, onClose, onStep }: PassageDrawerProps) {
  const { data: event } = useQuery(getDoorEventQueryOptions(source === "door" ? id : null));
  const { data: passage } = useQuery(getAccessLogQueryOptions(source === "gate" ? id : null));
  if (source === "door") return event ? <DoorEventDrawer row={event} onClose={onClose} onStep={onStep} /> : null;
  return passage ? <LogDrawer row={passage} onClose={onClose} /> : null;
}
