// Operations behind one button: at the button or, for a row on a phone, in a sheet from below.
import { Ellipsis } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { ButtonContext, type PressEvent } from "react-aria-components";
import { useIsPhone } from "#web/lib/media.ts";
import { words } from "#web/texts/words.sv.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { lazyOverlay } from "#web/ui/lazy/lazy-dialog.tsx";
import type { MenuAction, MenuFocus } from "./menu-action.ts";

const MenuPopover = lazyOverlay(
  () => import("./menu-panel.tsx"),
  (module) => module.MenuPopover,
);
const MenuSheet = lazyOverlay(
  () => import("./menu-panel.tsx"),
  (module) => module.MenuSheet,
);

/** The code of every menu, which the frame prefetches. */
export const MENUS = [MenuPopover, MenuSheet];

export interface MenuProps {
  label: string;
  actions: readonly MenuAction[];
  /** The button, which opens on mouse and key down but on touch up, as native menus do. */
  children: ReactNode;
}

export function Menu({ label, actions, children }: MenuProps) {
  const trigger = useRef<HTMLButtonElement>(null);
  const { focus, isOpen, open, close } = useOpening();
  const openFrom = ({ target, pointerType }: PressEvent) => {
    // The closing menu returns the focus to the element that had it.
    if (target instanceof HTMLElement) target.focus({ preventScroll: true });
    open(pointerType === "keyboard" || pointerType === "virtual" ? "first" : true);
  };
  return (
    <>
      <ButtonContext
        value={{
          ref: trigger,
          "aria-haspopup": "menu",
          "aria-expanded": isOpen,
          preventFocusOnPress: true,
          onHoverStart: MenuPopover.prefetch,
          onPressStart: (event) => {
            if (event.pointerType !== "touch") openFrom(event);
          },
          onPress: (event) => {
            if (event.pointerType === "touch") openFrom(event);
          },
          onKeyDown: (event) => {
            if (event.key === "ArrowDown") open("first");
            else if (event.key === "ArrowUp") open("last");
            else return event.continuePropagation();
            event.preventDefault();
          },
        }}
      >
        {children}
      </ButtonContext>
      <MenuPopover trigger={trigger} isOpen={isOpen} onClose={close} label={label} actions={actions} focus={focus} />
    </>
  );
}

interface RowMenuProps {
  rowName: string;
  actions: readonly MenuAction[];
}

/** Shows the "…" of a row: all its operations, including those shown as icons. */
export function RowMenu({ rowName, actions }: RowMenuProps) {
  if (useIsPhone()) return <RowSheet rowName={rowName} actions={actions} />;
  return (
    <Menu label={words.moreFor(rowName)} actions={actions}>
      <IconButton icon={Ellipsis} label={words.moreFor(rowName)} tooltip={words.more} />
    </Menu>
  );
}

/** Opens when the press ends; otherwise the sheet would take the end of the press for a choice. */
function RowSheet({ rowName, actions }: RowMenuProps) {
  const { focus, isOpen, open, close } = useOpening();
  const label = words.moreFor(rowName);
  return (
    <>
      <IconButton
        icon={Ellipsis}
        label={label}
        tooltip={words.more}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onHoverStart={MenuSheet.prefetch}
        onPress={({ pointerType }) => open(pointerType === "mouse" || pointerType === "touch" ? true : "first")}
      />
      <MenuSheet isOpen={isOpen} onClose={close} rowName={rowName} label={label} actions={actions} focus={focus} />
    </>
  );
}

function useOpening() {
  const [focus, setFocus] = useState<MenuFocus | null>(null);
  return { focus: focus ?? true, isOpen: focus !== null, open: setFocus, close: () => setFocus(null) };
}
