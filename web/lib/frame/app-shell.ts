import { useLayoutEffect } from "react";

export function shellStands(): boolean {
  return document.documentElement.dataset.shell !== undefined;
}

export function useShellGone(): void {
  useLayoutEffect(() => {
    delete document.documentElement.dataset.shell;
    document.getElementById("shell")?.remove();
  }, []);
}
