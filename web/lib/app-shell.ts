// The picture that index.html shows while the scripts are on their way (boot/app-shell.tsx).
import { useLayoutEffect } from "react";

/** True while it stands and shows something. */
export function shellStands(): boolean {
  return document.documentElement.dataset.shell !== undefined;
}

/** Takes it away before the browser paints what the caller has drawn. For whatever fills the screen first. */
export function useShellGone(): void {
  useLayoutEffect(() => {
    delete document.documentElement.dataset.shell;
    document.getElementById("shell")?.remove();
  }, []);
}
