import { useLayoutEffect } from "react";

/** Tells whether the frame drawn before the program has loaded is still shown. */
export function shellStands(): boolean {
  return document.documentElement.dataset.shell !== undefined;
}

/** Removes that frame, before the browser paints the real one. */
export function useShellGone(): void {
  useLayoutEffect(() => {
    delete document.documentElement.dataset.shell;
    document.getElementById("shell")?.remove();
  }, []);
}
