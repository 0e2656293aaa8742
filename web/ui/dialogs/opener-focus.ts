import { useEffect, useState } from "react";

/**
 * For a dialog whose views are dialogs of their own: each gives the focus back to the view before it, which is gone when
 * the last one closes. Then what opened the first has it.
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

/** A menu goes as the dialog that it opens comes: its button stays. */
function openerNow(): Element | null {
  const focused = document.activeElement;
  return focused?.closest("[role=menu]") ? document.querySelector("[aria-haspopup][aria-expanded=true]") : focused;
}
