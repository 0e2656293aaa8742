import { useEffect, useState } from "react";

/**
 * Returns the focus to the element that opened the first of several dialogs. When a dialog's views are dialogs of their own, each returns
 * the focus to the previous view, which is gone when the last one closes.
 */
export function useOpenerFocus(): void {
  const [opener] = useState(openerNow);
  useEffect(
    () => () =>
      void requestAnimationFrame(() => {
        if (document.activeElement === document.body && opener instanceof HTMLElement) opener.focus();
      }),
    [opener],
  );
}

/** Returns the opener. A menu disappears as the dialog that it opens appears, so its button is taken. */
function openerNow(): Element | null {
  const focused = document.activeElement;
  return focused?.closest("[role=menu]") ? document.querySelector("[aria-haspopup][aria-expanded=true]") : focused;
}
