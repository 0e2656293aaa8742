// Column definitions: TanStack Table's, with what our table adds in `meta`.
import { createColumnHelper, tableFeatures } from "@tanstack/react-table";
import type { LucideIcon } from "lucide-react";

export interface TableColumnMeta {
  /** On phones: the card's heading, a line of it, or nothing. Default "line". */
  card?: "title" | "line" | "hidden" | undefined;
  /** Words before the value on a card's line, where the value does not speak for itself ("Skapad"). */
  cardLabel?: string | undefined;
  /** On phones the value fills its line: a button. */
  cardWide?: boolean | undefined;
  /** 1 always shown; 2 hidden under 1024 px; 3 hidden under 1440 px. Default 1. */
  rank?: 1 | 2 | 3 | undefined;
  align?: "right" | undefined;
  /** The server can sort by it: the name that reaches onSortChange. */
  sortKey?: string | undefined;
  /** Width as a class ("w-40", "w-[22%]"). Without one the column takes what it needs. */
  width?: string | undefined;
}

const columnMeta: TableColumnMeta = {};
export const features = tableFeatures({ columnMeta });
export type PortalFeatures = typeof features;

/**
 * Column maker for rows of type `Row`; call at module scope:
 * `const column = tableColumns<Organization>(); const columns = column.columns([column.accessor("name", { header: words.name, meta: { card: "title", sortKey: "name" } })])`.
 */
export function tableColumns<Row extends object>() {
  return createColumnHelper<PortalFeatures, Row>();
}

export interface Sort {
  key: string;
  direction: "ascending" | "descending";
}

/** One act of a row. `quick` ones stand as icon buttons (at most three); all of them stand in the row's menu if any is not quick. */
export interface RowAct {
  id: string;
  label: string;
  /** Names the row too: "Redigera Alva Exempelsson". Default `${label} ${rowName}`. */
  fullLabel?: string | undefined;
  icon: LucideIcon;
  onAction: () => void;
  quick?: boolean | undefined;
  tone?: "danger" | undefined;
  group?: string | number | undefined;
  disabledReason?: string | undefined;
  busy?: boolean | undefined;
}
