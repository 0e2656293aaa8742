import type { Header, Row as TableRow } from "@tanstack/react-table";
import { ArrowDown, ArrowUp } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import { cx } from "#web/lib/cx.ts";
import { words } from "#web/texts/words.ts";
import { SkeletonBar } from "../skeleton.tsx";
import type { PortalFeatures, Sort, TableColumnMeta } from "./columns.ts";
import { RowActions } from "./row-actions.tsx";
import type { BodyProps } from "./table-props.ts";

const RANKS = { 1: "", 2: "hidden lg:table-cell", 3: "hidden xl:table-cell" } as const;
const SKELETON_ROWS = 8;
const SKELETON_WIDTHS = ["w-3/5", "w-2/5", "w-1/2", "w-4/5"];

export function Grid<Row extends object>(props: BodyProps<Row>) {
  "use no memo";
  const { table, label, dimmed, skeleton, isLoading, rowActions, sort, onSortChange } = props;
  const rows = table.getRowModel().rows;
  const headers = table.getHeaderGroups()[0]?.headers ?? [];
  const [active, setActive] = useState(0);
  const movable = props.onOpen !== undefined || props.onDelete !== undefined;
  return (
    <div className="overflow-x-auto rounded-card">
      <table aria-label={label} className="w-full border-separate border-spacing-0 text-cell">
        <thead className="text-small text-ink-3">
          <tr>
            {headers.map((header) => (
              <HeadCell key={header.id} header={header} sort={sort} onSortChange={onSortChange} />
            ))}
            {rowActions && (
              <th scope="col" className={cx(HEAD_CELL, "w-px text-right")}>
                {words.actions}
              </th>
            )}
          </tr>
        </thead>
        <tbody
          className={cx("transition-opacity duration-100", dimmed && "opacity-60")}
          onKeyDown={(event) => moveFocus(event)}
        >
          {isLoading
            ? Array.from({ length: SKELETON_ROWS }, (_, row) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: bars have no other identity
                <tr key={row} aria-hidden>
                  {headers.map((header, cell) => (
                    <td key={header.id} className={cx(CELL, rank(metaOf(header)))}>
                      <SkeletonBar
                        className={cx(SKELETON_WIDTHS[(row + cell) % SKELETON_WIDTHS.length], !skeleton && "invisible")}
                      />
                    </td>
                  ))}
                  {rowActions && <td className={CELL} />}
                </tr>
              ))
            : rows.map((row, index) => (
                <DataRow
                  key={row.id}
                  {...props}
                  row={row}
                  tabIndex={movable ? (index === Math.min(active, rows.length - 1) ? 0 : -1) : undefined}
                  onFocus={() => setActive(index)}
                />
              ))}
        </tbody>
      </table>
    </div>
  );
}

const HEAD_CELL =
  "sticky top-0 z-10 h-9 border-b border-line bg-surface px-3 text-left font-medium whitespace-nowrap first:pl-4 last:pr-4";
const CELL = "h-11 border-b border-line-soft px-3 py-1.5 first:pl-4 last:pr-4 group-last/row:border-b-0";

function HeadCell<Row extends object>({
  header,
  sort,
  onSortChange,
}: {
  header: Header<PortalFeatures, Row>;
  sort: Sort | undefined;
  onSortChange: ((sort: Sort) => void) | undefined;
}) {
  const meta = metaOf(header);
  const key = meta.sortKey;
  const sorted = key !== undefined && sort?.key === key;
  const text = String(header.column.columnDef.header ?? "");
  const Arrow = sort?.direction === "ascending" ? ArrowUp : ArrowDown;
  const className = cx(HEAD_CELL, rank(meta), meta.width, meta.align === "right" && "text-right");
  if (key === undefined || !onSortChange)
    return (
      <th
        scope="col"
        {...(sorted ? { "aria-sort": sort?.direction } : {})}
        className={cx(className, sorted && "text-ink")}
      >
        {text}
        {sorted && <Arrow aria-hidden size={14} className="ml-1.5 inline" />}
      </th>
    );
  return (
    <th scope="col" aria-sort={sorted ? sort?.direction : "none"} className={className}>
      <button
        type="button"
        onClick={() =>
          onSortChange({ key, direction: sorted && sort?.direction === "ascending" ? "descending" : "ascending" })
        }
        className={cx(
          "ring-focus inline-flex h-7 items-center gap-1.5 rounded-chip font-medium hover:text-ink",
          sorted && "text-ink",
        )}
      >
        {text}
        {sorted && <Arrow aria-hidden size={14} />}
      </button>
    </th>
  );
}

function DataRow<Row extends object>(
  props: BodyProps<Row> & { row: TableRow<PortalFeatures, Row>; tabIndex: number | undefined; onFocus: () => void },
) {
  "use no memo";
  const { row, table, rowActions, rowName, onOpen, onDelete, rowClass, tabIndex, onFocus } = props;
  const data = row.original;
  return (
    <tr
      {...(tabIndex === undefined ? {} : { tabIndex, onFocus })}
      onKeyDown={(event) => {
        if (event.target !== event.currentTarget) return;
        if (event.key === "Enter" && onOpen) onOpen(data);
        else if (event.key === "Delete" && onDelete) onDelete(data);
        else return;
        event.preventDefault();
      }}
      onClick={(event) => {
        if (onOpen && isPressOnRow(event)) onOpen(data);
      }}
      className={cx(
        "group/row ring-focus -outline-offset-2 transition-colors duration-100 hover:bg-hover focus-within:bg-hover",
        rowClass?.(data),
      )}
    >
      {row.getAllCells().map((cell) => {
        const meta = cell.column.columnDef.meta ?? {};
        return (
          <td key={cell.id} className={cx(CELL, rank(meta), meta.align === "right" && "tabular text-right")}>
            <table.FlexRender cell={cell} />
          </td>
        );
      })}
      {rowActions && (
        <td className={cx(CELL, "text-right whitespace-nowrap")}>
          <RowActions actions={rowActions(data)} rowName={rowName(data)} />
        </td>
      )}
    </tr>
  );
}

function moveFocus(event: KeyboardEvent<HTMLTableSectionElement>): void {
  if (!(event.target instanceof HTMLTableRowElement)) return;
  const all = [...event.currentTarget.rows];
  const here = all.indexOf(event.target);
  const goal = { ArrowDown: here + 1, ArrowUp: here - 1, Home: 0, End: all.length - 1 }[event.key];
  if (goal === undefined) return;
  event.preventDefault();
  all[goal]?.focus();
}

/** Not on a control, not in a dialog of a cell (React bubbles through portals), not after selecting text. */
export function isPressOnRow({ target, currentTarget }: { target: EventTarget; currentTarget: Element }): boolean {
  if (!(target instanceof Element) || !currentTarget.contains(target)) return false;
  if (target.closest("button,a,input,label,[role=button],[role=switch]") !== null) return false;
  return getSelection()?.isCollapsed ?? true;
}

function metaOf<Row extends object>(header: Header<PortalFeatures, Row>): TableColumnMeta {
  return header.column.columnDef.meta ?? {};
}

function rank(meta: TableColumnMeta): string {
  return RANKS[meta.rank ?? 1];
}
