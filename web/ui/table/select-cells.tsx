// The column of boxes: one for each row and one for the page. The whole cell is the target.
import { useRef } from "react";
import { cx } from "#web/lib/cx.ts";
import { words } from "#web/texts/words.sv.ts";
import { CheckBox } from "#web/ui/choices/check-box.tsx";
import { type RowSelection, rowsBetween, withRows } from "./use-row-selection.ts";

interface Shown<Row> {
  id: string;
  original: Row;
}

export interface SelectButtonProps {
  label: string;
  state: "all" | "some" | "none";
  onToggle: (withShift: boolean) => void;
  className?: string | undefined;
}

export function SelectButton({ label, state, onToggle, className }: SelectButtonProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a box of the browser loses Shift in some of them
    <button
      type="button"
      // biome-ignore lint/a11y/useSemanticElements: see above
      role="checkbox"
      aria-checked={state === "some" ? "mixed" : state === "all"}
      aria-label={label}
      data-select
      onMouseDown={(event) => {
        // Prevents selecting text between two presses with Shift.
        if (event.shiftKey) event.preventDefault();
      }}
      onClick={(event) => onToggle(event.shiftKey)}
      className={cx("ring-focus -outline-offset-2 flex items-center justify-center rounded-check", className)}
    >
      <CheckBox isSelected={state === "all"} isIndeterminate={state === "some"} />
    </button>
  );
}

/** Returns state and presses of one page's boxes. */
export function useSelectBoxes<Row>(selection: RowSelection<Row> | undefined, rows: readonly Shown<Row>[]) {
  const pressed = useRef<string | null>(null);
  if (!selection) return null;
  const { chosen, set } = selection;
  const here = rows.filter(({ id }) => chosen.has(id)).length;
  return {
    page: here === 0 ? ("none" as const) : here === rows.length ? ("all" as const) : ("some" as const),
    isChosen: (id: string) => chosen.has(id),
    togglePage: () => set(withRows(chosen, rows, here < rows.length)),
    toggle: (id: string, withShift: boolean) => {
      const among = rowsBetween(rows, withShift ? pressed.current : null, id);
      pressed.current = id;
      set(withRows(chosen, among, !chosen.has(id)));
    },
  };
}

export type SelectBoxes = NonNullable<ReturnType<typeof useSelectBoxes>>;

export function RowBox({
  boxes,
  id,
  name,
  className,
}: {
  boxes: SelectBoxes;
  id: string;
  name: string;
  className?: string;
}) {
  return (
    <SelectButton
      label={words.chooseRow(name)}
      state={boxes.isChosen(id) ? "all" : "none"}
      onToggle={(withShift) => boxes.toggle(id, withShift)}
      className={className}
    />
  );
}
