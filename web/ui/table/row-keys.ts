// The effect of a press on a row or a card, by key or by pointer.
import type { KeyboardEvent } from "react";
import type { SelectBoxes } from "./select-cells.tsx";
import type { BodyProps } from "./table-props.ts";

/** Tells whether a press on a row does anything. */
export function isNavigable<Row extends object>(props: BodyProps<Row>): boolean {
  const { onOpen, onDelete, navigable, rowActions, selection, isLoading } = props;
  return [onOpen, onDelete, navigable, rowActions, selection].some(Boolean) && !isLoading;
}

interface Pressed<Row extends object> extends BodyProps<Row> {
  boxes: SelectBoxes | null;
}

/** Handles keys: Enter opens, Delete removes, Space chooses. Keys of a control inside the row are its own. */
export function pressRow<Row extends object>(
  event: KeyboardEvent<HTMLElement>,
  { id, original }: { id: string; original: Row },
  { onOpen, opens, onDelete, rowActions, boxes }: Pressed<Row>,
): void {
  if (event.target !== event.currentTarget) return;
  const actionOf = (name: string) =>
    rowActions?.(original).find((action) => action.id === name && action.disabledReason === undefined)?.onAction;
  if (opens?.(original) === false) return;
  if (event.key === "Enter") (onOpen ?? actionOf("edit"))?.(original);
  else if (event.key === "Delete") (onDelete ?? actionOf("delete"))?.(original);
  else if (event.key === " " && boxes) boxes.toggle(id, event.shiftKey);
  else return;
  event.preventDefault();
}

/**
 * Tells whether a press is on the row: not on a control, not in a dialog of a cell (React bubbles through portals), not after selecting
 * text.
 */
export function isPressOnRow({ target, currentTarget }: { target: EventTarget; currentTarget: Element }): boolean {
  if (!(target instanceof Element) || !currentTarget.contains(target)) return false;
  if (target.closest("button,a,input,label,select,[role=button],[role=switch]") !== null) return false;
  return getSelection()?.isCollapsed ?? true;
}
