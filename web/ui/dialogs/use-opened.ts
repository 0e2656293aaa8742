// Which dialog of a page is open. The answer to a save may come after its dialog was left and another one opened.
import { useState } from "react";

/** Returns what is open, and functions for its dialog: an answer that comes late closes no other dialog and takes the place of none. */
export function useOpened<Dialog extends object | string>() {
  const [opened, open] = useState<Dialog | null>(null);
  return {
    opened,
    open,
    /** Opens what follows a dialog, unless another one is open. */
    openNext: (dialog: Dialog) => open((now) => now ?? dialog),
    close: () => open((now) => (now === opened ? null : now)),
  };
}
