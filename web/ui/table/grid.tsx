import type { Header, Row as TableRow } from "@tanstack/react-table";
import { ArrowDown, ArrowUp } from "lucide-react";
import { type CSSProperties, Fragment, type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { cx } from "#web/lib/cx.ts";
import { words } from "#web/texts/words.sv.ts";
import { RowNameContext } from "#web/ui/row-name.ts";
import { SkeletonBar } from "#web/ui/skeleton.tsx";
import type { PortalFeatures, Sort, TableColumnMeta } from "./columns.ts";
import { useFocusInPlace } from "./focus-in-place.ts";
import { moveInGrid, useOneTabStop } from "./grid-keys.ts";
import { RowActions } from "./row-actions.tsx";
import { isNavigable, isPressOnRow, pressRow } from "./row-keys.ts";
import { RowBox, type SelectBoxes, SelectButton, useSelectBoxes } from "./select-cells.tsx";
import { type ActionSlots, type BodyProps, headAbove } from "./table-props.ts";

// By the width of the table, not of the window: a sidebar or a dialog leaves less.
const RANKS = { 1: "", 2: "hidden @3xl/list:table-cell", 3: "hidden @4xl/list:table-cell" } as const;
const SKELETON_ROWS = 8;
const SKELETON_WIDTHS = ["w-3/5", "w-2/5", "w-1/2", "w-4/5"];
const USUAL_ACTIONS = 2;

/** Shows a list's rows as a table. Columns that do not fit are left out. */
export function Grid<Row extends object>(props: BodyProps<Row>) {
  "use no memo";
  const { table, label, dimmed, isLoading, rowName, paging, bare } = props;
  const rows = table.getRowModel().rows;
  const [active, setActive] = useState(0);
  const head = useRef<HTMLTableRowElement>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  const seen = useSeenColumns(head, headersOf(table).length);
  const boxes = useSelectBoxes(props.selection, rows);
  const isGrid = isNavigable(props);
  useOneTabStop(body, isGrid);
  useFocusInPlace(body, isGrid && !props.live);
  return (
    <div className={cx("@container/list", !bare && "overflow-clip rounded-card")}>
      {/* Fixed columns stay in place from page to page, and nothing is wider than its list. */}
      <table
        {...(isGrid && {
          role: "grid",
          "aria-rowcount": (paging?.total ?? rows.length) + 1,
          ...(boxes && { "aria-multiselectable": true }),
        })}
        aria-label={label}
        className="w-full table-fixed border-separate border-spacing-0 text-cell"
      >
        <GridHead {...props} head={head} boxes={boxes} isGrid={isGrid} />
        <tbody
          ref={body}
          className={cx("transition-opacity duration-100", dimmed && "opacity-60")}
          {...(isGrid && { onKeyDown: moveInGrid })}
        >
          {isLoading
            ? Array.from({ length: SKELETON_ROWS }, (_, row) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: bars have no other identity
                <SkeletonRow key={row} {...props} row={row} hasBoxes={boxes !== null} />
              ))
            : rows.map((row, index) => {
                const group = headAbove(props, rows, index);
                return (
                  <Fragment key={row.id}>
                    {group && <GroupRow columns={seen}>{group}</GroupRow>}
                    <RowNameContext value={rowName(row.original)}>
                      <DataRow
                        {...props}
                        row={row}
                        boxes={boxes}
                        name={rowName(row.original)}
                        place={(paging ? paging.page * paging.pageSize : 0) + index + 2}
                        tabIndex={isGrid ? (index === Math.min(active, rows.length - 1) ? 0 : -1) : undefined}
                        onFocus={() => setActive(index)}
                      />
                    </RowNameContext>
                  </Fragment>
                );
              })}
        </tbody>
      </table>
    </div>
  );
}

interface GridHeadProps<Row extends object> extends BodyProps<Row> {
  head: RefObject<HTMLTableRowElement | null>;
  boxes: SelectBoxes | null;
  isGrid: boolean;
}

function GridHead<Row extends object>(props: GridHeadProps<Row>) {
  "use no memo";
  const { table, head, boxes, isGrid, rowActions, actionSlots = USUAL_ACTIONS, sort, onSortChange } = props;
  return (
    <thead className="text-small text-ink-3">
      <tr ref={head} {...(isGrid && { "aria-rowindex": 1 })}>
        {boxes && (
          <th scope="col" className={cx(HEAD_CELL, "w-10 p-0! print:hidden")}>
            <SelectButton
              label={words.choosePage}
              state={boxes.page}
              onToggle={boxes.togglePage}
              className="h-full w-full"
            />
          </th>
        )}
        {headersOf(table).map((header) => (
          <HeadCell key={header.id} header={header} sort={sort} onSortChange={onSortChange} />
        ))}
        {rowActions && (
          <th
            scope="col"
            style={slotsStyle(actionSlots)}
            className={cx(HEAD_CELL, ACTIONS_WIDTH, "text-right print:hidden")}
          >
            {words.actions}
          </th>
        )}
      </tr>
    </thead>
  );
}

function SkeletonRow<Row extends object>(props: BodyProps<Row> & { row: number; hasBoxes: boolean }) {
  "use no memo";
  const { table, skeleton, rowActions, row, hasBoxes } = props;
  return (
    <tr aria-hidden>
      {hasBoxes && <td className={CELL} />}
      {headersOf(table).map((header, cell) => (
        <td key={header.id} className={cx(CELL, rank(metaOf(header)))}>
          <SkeletonBar
            className={cx(SKELETON_WIDTHS[(row + cell) % SKELETON_WIDTHS.length], !skeleton && "invisible")}
          />
        </td>
      ))}
      {rowActions && <td className={CELL} />}
    </tr>
  );
}

function GroupRow({ columns, children }: { columns: number; children: ReactNode }) {
  return (
    <tr data-group>
      <th scope="rowgroup" colSpan={columns} className={GROUP_CELL}>
        {children}
      </th>
    </tr>
  );
}

/** Counts the visible columns: a header across more than these would make room for the others. */
function useSeenColumns(head: RefObject<HTMLTableRowElement | null>, all: number): number {
  const [seen, setSeen] = useState(all);
  useEffect(() => {
    const row = head.current;
    if (!row) return;
    const count = () => setSeen([...row.cells].filter((cell) => cell.getClientRects().length > 0).length);
    const observer = new ResizeObserver(count);
    observer.observe(row);
    return () => observer.disconnect();
  }, [head]);
  return seen;
}

/** The width for the buttons of a row, and never less than the header's. */
const ACTIONS_WIDTH =
  "[--slots:var(--wide-slots)] @max-[68rem]/list:[--slots:var(--slim-slots)] w-[max(5.75rem,calc(var(--slots)*(var(--icon-button-w)+2px)+1.25rem))]";

function slotsStyle(slots: ActionSlots): CSSProperties {
  const [slim, wide] = typeof slots === "number" ? [slots, slots] : slots;
  return { "--slim-slots": slim, "--wide-slots": wide } as CSSProperties;
}

// --sticky-top: height of the bar over the page; none in a dialog, which scrolls separately.
const HEAD_CELL =
  "sticky top-(--sticky-top,0px) z-10 h-9 border-b border-line bg-surface px-3 text-left font-medium whitespace-nowrap first:pl-4 last:pr-4 print:static";
const CELL =
  "h-11 overflow-hidden border-b border-line-soft px-3 py-1.5 first:pl-4 last:pr-4 group-last/row:border-b-0";

// On paper the columns are not counted again, and a header across a hidden column would keep that column's room, so the header is
// as wide as its list.
const GROUP_CELL =
  "h-[38px] border-b border-line bg-sunken px-4 text-left font-normal print:grid print:w-[100cqw] print:content-center";

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
  const className = cx(
    HEAD_CELL,
    "overflow-hidden text-ellipsis",
    rank(meta),
    meta.width,
    meta.align === "right" && "text-right",
  );
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
          "ring-focus -outline-offset-2 inline-flex h-7 max-w-full items-center gap-1.5 rounded-chip font-medium hover:text-ink",
          sorted && "text-ink",
        )}
      >
        <span className="truncate">{text}</span>
        {sorted && <Arrow aria-hidden size={14} className="shrink-0" />}
      </button>
    </th>
  );
}

interface DataRowProps<Row extends object> extends BodyProps<Row> {
  row: TableRow<PortalFeatures, Row>;
  boxes: SelectBoxes | null;
  name: string;
  place: number;
  tabIndex: number | undefined;
  onFocus: () => void;
}

function DataRow<Row extends object>(props: DataRowProps<Row>) {
  "use no memo";
  const { row, boxes, name, place, table, rowActions, onOpen, opens, rowClass, tabIndex, onFocus } = props;
  const data = row.original;
  const isOpenable = onOpen !== undefined && opens?.(data) !== false;
  const across = props.across?.(data);
  const isChosen = boxes?.isChosen(row.id) ?? false;
  return (
    <tr
      data-row={row.id}
      {...(tabIndex === undefined ? {} : { tabIndex, onFocus, "aria-rowindex": place })}
      {...(boxes && { "aria-selected": isChosen })}
      onKeyDown={(event) => pressRow(event, row, { ...props, boxes })}
      onClick={(event) => {
        if (isOpenable && isPressOnRow(event)) onOpen(data);
      }}
      className={cx(
        "group/row ring-focus -outline-offset-2 transition-colors duration-100 print:break-inside-avoid",
        !across && "hover:bg-hover focus-within:bg-hover",
        isChosen && "bg-accent-soft!",
        rowClass?.(data),
      )}
    >
      {boxes && (
        <td className={cx(CELL, "relative p-0! print:hidden")}>
          <RowBox boxes={boxes} id={row.id} name={name} className="absolute inset-0" />
        </td>
      )}
      {across && (
        <td colSpan={row.getAllCells().length} className="border-b border-line-soft px-4 group-last/row:border-b-0">
          {across}
        </td>
      )}
      {!across &&
        row.getAllCells().map((cell) => {
          const meta = cell.column.columnDef.meta ?? {};
          return (
            <td key={cell.id} className={cx(CELL, rank(meta), meta.align === "right" && "tabular text-right")}>
              <table.FlexRender cell={cell} />
            </td>
          );
        })}
      {rowActions && (
        <td className={cx(CELL, "text-right whitespace-nowrap print:hidden")}>
          <RowActions actions={rowActions(data)} rowName={name} />
        </td>
      )}
    </tr>
  );
}

function headersOf<Row extends object>(table: BodyProps<Row>["table"]): readonly Header<PortalFeatures, Row>[] {
  return table.getHeaderGroups()[0]?.headers ?? [];
}

function metaOf<Row extends object>(header: Header<PortalFeatures, Row>): TableColumnMeta {
  return header.column.columnDef.meta ?? {};
}

function rank(meta: TableColumnMeta): string {
  return cx(RANKS[meta.rank ?? 1], meta.isButtons && "print:hidden");
}
