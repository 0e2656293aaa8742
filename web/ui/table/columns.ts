import { createColumnHelper, tableFeatures } from "@tanstack/react-table";
import type { LucideIcon } from "lucide-react";

export interface TableColumnMeta {
  /** On phones: the card's heading, a line of it, or hidden. Default "line". */
  card?: "title" | "line" | "hidden" | undefined;
  cardLabel?: string | undefined;
  /** On phones the value fills its line, for a button. */
  cardWide?: boolean | undefined;
  /** 1 always shown; 2 hidden where the table has less than 768 px, 3 where it has less than 896. Default 1. */
  rank?: 1 | 2 | 3 | undefined;
  align?: "right" | undefined;
  /** The column's buttons are not printed. */
  isButtons?: boolean | undefined;
  sortKey?: string | undefined;
  /** Class of a fixed width; columns without one share the rest. */
  width?: string | undefined;
}

const columnMeta: TableColumnMeta = {};
export const features = tableFeatures({ columnMeta });
export type PortalFeatures = typeof features;

/** Returns a column maker for rows of type `Row`, called at module scope: `tableColumns<Organization>().accessor("name", …)`. */
export function tableColumns<Row extends object>() {
  return createColumnHelper<PortalFeatures, Row>();
}

export interface Sort {
  key: string;
  direction: "ascending" | "descending";
}

/** An operation of a row. `quick` ones are icon buttons (at most three), `wide` ones only where the table has 1,088 px; the menu has all. */
export interface RowAction {
  id: string;
  label: string;
  /** Replaces label and row name. */
  fullLabel?: string | ((rowName: string) => string) | undefined;
  icon: LucideIcon;
  onAction: () => void;
  quick?: boolean | "wide" | undefined;
  /** Stands on a phone's card beside the menu, which holds the others. */
  onCard?: boolean | undefined;
  tone?: "danger" | undefined;
  group?: string | number | undefined;
  disabledReason?: string | undefined;
  busy?: boolean | undefined;
}
