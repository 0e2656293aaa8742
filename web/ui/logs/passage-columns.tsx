import type { ReactNode } from "react";
import type { AccessLogRow } from "#contract/tables/access-logs.ts";
import { accessLogsTexts } from "#web/features/passages/texts/access-logs.sv.ts";
import { words } from "#web/texts/words.sv.ts";
import { GrantedPill } from "#web/ui/pill.tsx";
import { tableColumns } from "#web/ui/table/columns.ts";
import { LogTime } from "./log-time.tsx";

type Passage = Pick<AccessLogRow, "detected_at" | "plate_number" | "controller_id" | "access_granted">;

export interface PassageColumns<Row> {
  /** Shows what the camera read, or who opened the gate. */
  who: (row: Row) => ReactNode;
  where: (row: Row) => ReactNode;
  timeWidth: string;
  plateWidth: string;
  saysJustNow?: boolean;
}

/** Returns the first columns of passage lists: time, plate, place, and whether it was let in. */
export function passageColumns<Row extends Passage>({
  who,
  where,
  timeWidth,
  plateWidth,
  saysJustNow = false,
}: PassageColumns<Row>) {
  const column = tableColumns<Row>();
  return [
    column.accessor((row) => row.detected_at, {
      id: "detected_at",
      header: accessLogsTexts.time,
      cell: ({ row }) => <LogTime value={row.original.detected_at} folds saysJustNow={saysJustNow} />,
      meta: { card: "title", sortKey: "detected_at", width: timeWidth },
    }),
    column.accessor((row) => row.plate_number, {
      id: "plate_number",
      header: words.plate,
      cell: ({ row }) => who(row.original),
      meta: { card: "title", width: plateWidth },
    }),
    column.accessor((row) => row.controller_id, {
      id: "controller_id",
      header: accessLogsTexts.controller,
      cell: ({ row }) => where(row.original),
    }),
    column.accessor((row) => row.access_granted, {
      id: "access_granted",
      header: words.status,
      cell: ({ row }) => <GrantedPill granted={row.original.access_granted} />,
      meta: { card: "title", width: "w-26 @[44rem]/list:w-28" },
    }),
  ] as const;
}
