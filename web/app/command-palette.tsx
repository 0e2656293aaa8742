// Ctrl K everywhere: go to a page, to a person or a controller, or do something, by typing. Its code is fetched after the page.
import { useEffect } from "react";
import { lazyDialog, usePrefetched } from "#web/ui/lazy-dialog.tsx";
import type { Area } from "./navigation.ts";

const PaletteDialog = lazyDialog(
  () => import("./palette-dialog.tsx"),
  (module) => module.PaletteDialog,
);

export interface CommandPaletteProps {
  area: Area;
  isOpen: boolean;
  onOpenChange: (open: boolean) => void;
}

const DIALOGS = [PaletteDialog];

export function CommandPalette({ area, isOpen, onOpenChange }: CommandPaletteProps) {
  // Whoever types right after Ctrl K must not lose letters.
  usePrefetched(DIALOGS);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      event.preventDefault();
      if (!document.querySelector("[role=dialog],[role=alertdialog]")) onOpenChange(true);
    };
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, [onOpenChange]);
  if (!isOpen) return null;
  return <PaletteDialog area={area} onClose={() => onOpenChange(false)} />;
}
