// When a row is removed, mostly by its own operation, the row in its place gets the focus. Otherwise nobody would have it, and a keyboard
// user would start again at the top of the page.
import { type RefObject, useEffect } from "react";
import { rowsOf } from "./grid-keys.ts";

const OVER_THE_PAGE = "[role=dialog],[role=alertdialog],[role=menu]";

/** Keeps the focus in a list whose rows can be removed; in a list that only grows, a removed row has been read. */
export function useFocusInPlace(body: RefObject<HTMLElement | null>, isRemovable: boolean): void {
  useEffect(() => {
    const list = body.current;
    if (!isRemovable || !list) return;
    /** The row with the focus, or the one that opened the element with the focus. */
    let last: { row: HTMLElement; place: number } | null = null;

    function follow({ target }: FocusEvent): void {
      if (!(target instanceof Element) || !list) return;
      const place = rowsOf(list).findIndex((row) => row.contains(target));
      const row = rowsOf(list)[place];
      if (row) last = { row, place };
      // If a dialog holds the list, the focus counts as elsewhere when it is in another part of that dialog.
      else if (list.closest(OVER_THE_PAGE) === target.closest(OVER_THE_PAGE)) last = null;
    }
    function take(): void {
      if (last === null || !list) return;
      const rows = rowsOf(list);
      if (last.row.isConnected) last.place = rows.indexOf(last.row);
      else if (document.activeElement === document.body) {
        rows[Math.min(last.place, rows.length - 1)]?.focus();
        last = null;
      }
    }

    const observer = new MutationObserver(take);
    observer.observe(list, { childList: true });
    // A question about the row is a child of the body, and may be removed after the row.
    observer.observe(document.body, { childList: true });
    document.addEventListener("focusin", follow);
    return () => {
      observer.disconnect();
      document.removeEventListener("focusin", follow);
    };
  }, [body, isRemovable]);
}
