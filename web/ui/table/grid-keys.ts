// Makes a whole list one tab stop, with rows or with cards: arrows move between them and their controls (WAI-ARIA grid).
import { type KeyboardEvent, type RefObject, useEffect } from "react";

const CONTROLS = "a[href],button,input,select,textarea,[tabindex]";
/** A row with one of these is being edited: Tab reaches its fields, which keep their own arrows. */
const TYPED = "input:not([type=checkbox],[type=radio]),textarea,select";
const ROWS_OF_A_PAGE = 10;

/** Takes the controls inside new rows out of the tab order; an edited row keeps its own. */
export function useOneTabStop(body: RefObject<HTMLElement | null>, isGrid: boolean): void {
  useEffect(() => {
    const rows = body.current;
    if (!isGrid || !rows) return;
    const arrange = () => {
      for (const row of rowsOf(rows)) arrangeRow(row);
    };
    arrange();
    const observer = new MutationObserver(arrange);
    observer.observe(rows, { childList: true, subtree: true, attributes: true, attributeFilter: ["tabindex"] });
    return () => observer.disconnect();
  }, [body, isGrid]);
}

/** Returns the rows or cards that the keyboard reaches. */
export function rowsOf(body: HTMLElement): HTMLElement[] {
  // Group headers are read, and not entered.
  return [...body.children].filter((row) => row instanceof HTMLElement && !("group" in row.dataset)) as HTMLElement[];
}

function arrangeRow(row: HTMLElement): void {
  const isEdited = row.querySelector(TYPED) !== null;
  for (const control of row.querySelectorAll<HTMLElement>(CONTROLS)) {
    const isOut = control.tabIndex === -1;
    if (isEdited && control.dataset["gridStop"] !== undefined) {
      delete control.dataset["gridStop"];
      control.removeAttribute("tabindex");
    } else if (!isEdited && !isOut) {
      control.dataset["gridStop"] = "";
      control.tabIndex = -1;
    }
  }
}

/** Moves in the grid; for `onKeyDown` of the element that holds the rows. */
export function moveInGrid(event: KeyboardEvent<HTMLElement>): void {
  const { target, currentTarget } = event;
  if (event.defaultPrevented || event.altKey || event.metaKey || event.ctrlKey) return;
  // React's events bubble out of the menus and dialogs that a row opens.
  if (!(target instanceof HTMLElement) || !currentTarget.contains(target) || target.matches(TYPED)) return;
  const rows = rowsOf(currentTarget);
  const row = rows.find((one) => one.contains(target));
  if (!row || row.querySelector(TYPED)) return;
  const goal = goalOf(event.key, { rows, row, target });
  if (!goal) return;
  event.preventDefault();
  goal.focus();
}

interface Place {
  rows: readonly HTMLElement[];
  row: HTMLElement;
  target: HTMLElement;
}

function goalOf(key: string, { rows, row, target }: Place): HTMLElement | undefined {
  const stops = stopsOf(row);
  const at = stops.indexOf(target);
  const inRow = (index: number) => {
    const there = rows[Math.min(Math.max(index, 0), rows.length - 1)];
    return there && (stopsOf(there)[at] ?? there);
  };
  const here = rows.indexOf(row);
  switch (key) {
    case "ArrowDown":
      return inRow(here + 1);
    case "ArrowUp":
      return inRow(here - 1);
    case "PageDown":
      return inRow(here + ROWS_OF_A_PAGE);
    case "PageUp":
      return inRow(here - ROWS_OF_A_PAGE);
    case "ArrowRight":
      return stops[at + 1];
    case "ArrowLeft":
      return at > 0 ? stops[at - 1] : row;
    case "Home":
      return at < 0 ? rows[0] : stops[0];
    case "End":
      return at < 0 ? rows.at(-1) : stops.at(-1);
    default:
      return undefined;
  }
}

/** Returns visible controls: a column of low rank is hidden on narrow screens. */
function stopsOf(row: HTMLElement): HTMLElement[] {
  return [...row.querySelectorAll<HTMLElement>(CONTROLS)].filter(
    (control) => !control.matches(":disabled") && control.getClientRects().length > 0,
  );
}
