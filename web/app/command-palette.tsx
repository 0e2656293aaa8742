// Ctrl K everywhere: go to a page, a person or a controller, or start an operation. The dialog is a lazy chunk.
import { useRouter } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { isTyping } from "#web/lib/keys.ts";
import { lazyDialog, usePrefetched } from "#web/ui/lazy/lazy-dialog.tsx";
import { useKeptKeys } from "./kept-keys.ts";
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

const ShortcutsDialog = lazyDialog(
  () => import("./shortcuts-dialog.tsx"),
  (module) => module.ShortcutsDialog,
);

const DIALOGS = [PaletteDialog];

export function CommandPalette({ area, isOpen, onOpenChange }: CommandPaletteProps) {
  const [shortcuts, setShortcuts] = useState(false);
  // Typing right after Ctrl K must not lose keys.
  usePrefetched(DIALOGS);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key === "?" && !isTyping(event) && !isOverThePage()) setShortcuts(true);
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      event.preventDefault();
      if (!isOverThePage()) onOpenChange(true);
    };
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, [onOpenChange]);
  useEnterOfAWaitingPage();
  const takeKeys = useKeptKeys(isOpen, isNotOverThePage);
  return (
    <>
      {isOpen && (
        <PaletteDialog
          area={area}
          takeKeys={takeKeys}
          onClose={() => onOpenChange(false)}
          onShortcuts={() => setShortcuts(true)}
        />
      )}
      {shortcuts && <ShortcutsDialog area={area} onClose={() => setShortcuts(false)} />}
    </>
  );
}

const isOverThePage = () => document.querySelector("[role=dialog],[role=alertdialog]") !== null;
const isNotOverThePage = () => !isOverThePage();

/**
 * Until the chosen page is shown, the focus is back on its former element. A second Enter would press that element, so Enter does
 * nothing meanwhile.
 */
function useEnterOfAWaitingPage(): void {
  const router = useRouter();
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const { location, resolvedLocation } = router.state;
      if (event.key !== "Enter" || !resolvedLocation || location.pathname === resolvedLocation.pathname) return;
      event.preventDefault();
      event.stopPropagation();
    };
    addEventListener("keydown", listen, { capture: true });
    return () => removeEventListener("keydown", listen, { capture: true });
  }, [router]);
}
