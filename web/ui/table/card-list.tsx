import type { Cell, Row as TableRow } from "@tanstack/react-table";
import { Fragment, useRef, useState } from "react";
import { cx } from "#web/lib/cx.ts";
import { RowNameContext } from "#web/ui/row-name.ts";
import { SkeletonBar } from "#web/ui/skeleton.tsx";
import type { PortalFeatures } from "./columns.ts";
import { useFocusInPlace } from "./focus-in-place.ts";
import { moveInGrid, useOneTabStop } from "./grid-keys.ts";
import { RowActions } from "./row-actions.tsx";
import { isNavigable, isPressOnRow, pressRow } from "./row-keys.ts";
import { RowBox, type SelectBoxes, useSelectBoxes } from "./select-cells.tsx";
import { type BodyProps, headAbove } from "./table-props.ts";

const SKELETON_CARDS = 4;

/** Shows a list's rows as cards, in the place of a table on phones. */
export function CardList<Row extends object>(props: BodyProps<Row>) {
  "use no memo";
  const { table, label, dimmed, skeleton, isLoading, bare } = props;
  const rows = table.getRowModel().rows;
  const boxes = useSelectBoxes(props.selection, rows);
  const [active, setActive] = useState(0);
  const list = useRef<HTMLUListElement>(null);
  const isGrid = isNavigable(props);
  useOneTabStop(list, isGrid);
  useFocusInPlace(list, isGrid && !props.live);
  const card = cx("bg-surface", bare ? "border-b border-line-soft last:border-b-0" : "rounded-card border border-line");
  const isGrouped = props.groupOf !== undefined;
  return (
    // oxlint-disable-next-line jsx-a11y/no-redundant-roles -- Safari drops the role of a list without bullets
    <ul
      ref={list}
      role="list"
      aria-label={label}
      {...(isGrid && { onKeyDown: moveInGrid })}
      className={cx(
        "flex flex-col transition-opacity duration-100",
        !bare && (isLoading || !isGrouped) && "gap-3",
        dimmed && "opacity-60",
      )}
    >
      {isLoading
        ? Array.from({ length: SKELETON_CARDS }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: bars have no other identity
            <li key={index} aria-hidden className={cx(card, "flex min-h-28 flex-col justify-center gap-3 px-4")}>
              <SkeletonBar className={cx("w-2/5", !skeleton && "invisible")} />
              <SkeletonBar className={cx("w-4/5", !skeleton && "invisible")} />
              <SkeletonBar className={cx("w-3/5", !skeleton && "invisible")} />
            </li>
          ))
        : rows.map((row, index) => {
            const head = headAbove(props, rows, index);
            const isLast = index === rows.length - 1 || headAbove(props, rows, index + 1) !== null;
            return (
              <Fragment key={row.id}>
                {head && (
                  <li data-group className="px-0.5 pt-4 pb-2 first:pt-0">
                    {head}
                  </li>
                )}
                <RowNameContext value={props.rowName(row.original)}>
                  <RowCard
                    {...props}
                    row={row}
                    boxes={boxes}
                    card={isGrouped ? groupedCard(head !== null, isLast) : card}
                    tabIndex={isGrid ? (index === Math.min(active, rows.length - 1) ? 0 : -1) : undefined}
                    onFocus={() => setActive(index)}
                  />
                </RowNameContext>
              </Fragment>
            );
          })}
    </ul>
  );
}

/** Returns the class that joins the rows of a group into one card. */
function groupedCard(isFirst: boolean, isLast: boolean): string {
  return cx(
    "border-x border-b border-line bg-surface",
    isFirst && "rounded-t-card border-t",
    isLast && "rounded-b-card",
  );
}

interface RowCardProps<Row extends object> extends BodyProps<Row> {
  row: TableRow<PortalFeatures, Row>;
  boxes: SelectBoxes | null;
  card: string;
  tabIndex: number | undefined;
  onFocus: () => void;
}

function RowCard<Row extends object>(props: RowCardProps<Row>) {
  "use no memo";
  const { row, boxes, onOpen, opens, rowClass, card, tabIndex, onFocus } = props;
  const isOpenable = onOpen !== undefined && opens?.(row.original) !== false;
  const across = props.across?.(row.original);
  if (across)
    return (
      <li
        {...(tabIndex !== undefined && { tabIndex, onFocus })}
        className={cx(card, "ring-focus -outline-offset-2 px-4 print:break-inside-avoid", rowClass?.(row.original))}
      >
        {across}
      </li>
    );
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a stop of the list's one tab stop, as a row of a grid
    <li
      data-row={row.id}
      {...(tabIndex !== undefined && { tabIndex, onFocus })}
      onKeyDown={(event) => pressRow(event, row, props)}
      className={cx(
        card,
        "ring-focus -outline-offset-2 px-4 pt-2 pb-3.5 text-cell print:break-inside-avoid",
        boxes?.isChosen(row.id) && "bg-accent-soft!",
        rowClass?.(row.original),
      )}
      onClick={(event) => {
        if (isOpenable && isPressOnRow(event)) onOpen(row.original);
      }}
    >
      <CardHead {...props} />
      <div className="flex flex-col gap-2">
        {cellsIn("line", row).map((cell) => (
          <div
            key={cell.id}
            className={cx(
              "flex min-w-0 flex-wrap items-baseline gap-x-2 gap-y-1 empty:hidden has-[>div:only-child:empty]:hidden has-data-none:hidden",
              cell.column.columnDef.meta?.isButtons && "print:hidden",
            )}
          >
            <Content {...props} cell={cell} />
          </div>
        ))}
      </div>
    </li>
  );
}

function CardHead<Row extends object>(props: RowCardProps<Row>) {
  "use no memo";
  const { row, boxes, rowActions, rowName } = props;
  return (
    <div className="flex min-h-11 items-center gap-2">
      {boxes && (
        <RowBox
          boxes={boxes}
          id={row.id}
          name={rowName(row.original)}
          className="-ml-3.5 size-11 shrink-0 print:hidden"
        />
      )}
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2.5 gap-y-1 text-title font-strong [&_.text-ink-2]:font-normal">
        {cellsIn("title", row).map((cell) => (
          <Content key={cell.id} {...props} cell={cell} />
        ))}
      </div>
      {rowActions && (
        <div className="shrink-0 print:hidden">
          <RowActions actions={rowActions(row.original)} rowName={rowName(row.original)} phone />
        </div>
      )}
    </div>
  );
}

function cellsIn<Row extends object>(place: "title" | "line", row: TableRow<PortalFeatures, Row>) {
  return row.getAllCells().filter((cell) => (cell.column.columnDef.meta?.card ?? "line") === place);
}

function Content<Row extends object>({ cell, table }: BodyProps<Row> & { cell: Cell<PortalFeatures, Row> }) {
  "use no memo";
  const { cardLabel: label, cardWide } = cell.column.columnDef.meta ?? {};
  return (
    <>
      {label && <span className="text-small text-ink-2">{label}</span>}
      <div className={cx("min-w-0", cardWide && "w-full")}>
        <table.FlexRender cell={cell} />
      </div>
    </>
  );
}
