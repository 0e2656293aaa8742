// Ctrl K everywhere: go to a page, a person or a controller, or start an operation. Its code is a lazy chunk.
import { useEffect } from "react";
import { lazyDialog, usePrefetched } from "#web/ui/lazy/lazy-dialog.tsx";
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
  // Typing right after Ctrl K must not lose keys.
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
