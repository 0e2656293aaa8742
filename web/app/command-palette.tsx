// Ctrl K everywhere: go to a page, or do something, by typing. The list itself is loaded when it is first opened.
import { lazy, Suspense, useEffect } from "react";
import type { Area } from "./navigation.ts";

const PaletteDialog = lazy(() => import("./palette-dialog.tsx").then((module) => ({ default: module.PaletteDialog })));

export interface CommandPaletteProps {
  area: Area;
  isOpen: boolean;
  onOpenChange: (open: boolean) => void;
}

export function CommandPalette({ area, isOpen, onOpenChange }: CommandPaletteProps) {
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
  return (
    <Suspense>
      <PaletteDialog area={area} onClose={() => onOpenChange(false)} />
    </Suspense>
  );
}
