// The opened menu: a popover at its button or, for a row on a phone, a sheet from below. Fetched when idle, hovered or opened.
import { Check } from "lucide-react";
import { Fragment, type RefObject } from "react";
import { Menu as AriaMenu, MenuItem, Popover, Separator } from "react-aria-components";
import { cx } from "#web/lib/cx.ts";
import { words } from "#web/texts/words.sv.ts";
import { Drawer } from "./drawer.tsx";
import type { MenuAction, MenuFocus } from "./menu-action.ts";

interface OpenMenuProps {
  isOpen: boolean;
  onClose: () => void;
  label: string;
  actions: readonly MenuAction[];
  focus: MenuFocus;
}

export function MenuPopover({ trigger, ...menu }: OpenMenuProps & { trigger: RefObject<HTMLButtonElement | null> }) {
  const { isOpen, onClose, label } = menu;
  return (
    <Popover
      trigger="MenuTrigger"
      triggerRef={trigger}
      isOpen={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      aria-label={label}
      offset={4}
      placement="bottom end"
      className="motion-popover z-50 w-59 max-w-[90vw] overflow-auto rounded-card border border-floating-line bg-raised p-1 shadow-menu"
    >
      <Actions {...menu} rowClassName="min-h-menu-row text-cell" />
    </Popover>
  );
}

/** Shows the sheet of a row on a phone. The sheet covers the row, so it names the row. */
export function MenuSheet({ rowName, ...menu }: OpenMenuProps & { rowName: string }) {
  return (
    <Drawer side="bottom" isOpen={menu.isOpen} onClose={menu.onClose} title={rowName}>
      <div className="-mx-2 -mt-2">
        <Actions {...menu} rowClassName="min-h-11 text-body" />
      </div>
    </Drawer>
  );
}

function Actions({ label, actions, onClose, focus, rowClassName }: OpenMenuProps & { rowClassName: string }) {
  return (
    <AriaMenu aria-label={label} onClose={onClose} autoFocus={focus} className="outline-none">
      {actions.map((action, index) => (
        <Fragment key={action.id}>
          {index > 0 && actions[index - 1]?.group !== action.group && <Separator className="my-1 h-px hairline" />}
          <Row action={action} className={rowClassName} />
        </Fragment>
      ))}
    </AriaMenu>
  );
}

function Row({ action, className }: { action: MenuAction; className: string }) {
  const { id, label, icon: Icon, tone, disabledReason, isChosen } = action;
  return (
    <MenuItem
      id={id}
      textValue={label}
      {...(action.href ? { href: action.href } : {})}
      {...(action.onAction ? { onAction: action.onAction } : {})}
      isDisabled={disabledReason !== undefined}
      className={cx(
        "flex items-center gap-2.5 rounded-chip px-2.5 py-1 outline-none data-disabled:opacity-50 data-focused:bg-hover",
        className,
        tone === "danger" ? "text-fail-ink" : "text-ink",
      )}
    >
      {Icon && <Icon aria-hidden size={16} className={cx("shrink-0", tone !== "danger" && "text-ink-2")} />}
      <span className="min-w-0 flex-1">
        {label}
        {disabledReason && <span className="block text-meta">{disabledReason}</span>}
      </span>
      {isChosen && <Check aria-hidden size={15} className="shrink-0 text-ink-2" />}
      {isChosen !== undefined && <span className="sr-only">{isChosen ? words.chosen : ""}</span>}
    </MenuItem>
  );
}
