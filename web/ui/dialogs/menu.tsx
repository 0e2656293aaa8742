// Operations behind one button: at the button or, for a row on a phone, in a sheet from below.
import { Check, Ellipsis, type LucideIcon } from "lucide-react";
import { Fragment, type ReactNode, useState } from "react";
import { Menu as AriaMenu, MenuItem, MenuTrigger, Popover, Separator } from "react-aria-components";
import { cx } from "#web/lib/cx.ts";
import { useIsPhone } from "#web/lib/media.ts";
import { words } from "#web/texts/words.sv.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Drawer } from "./drawer.tsx";

export interface MenuAction {
  id: string;
  label: string;
  icon?: LucideIcon | undefined;
  onAction?: (() => void) | undefined;
  href?: string | undefined;
  tone?: "danger" | undefined;
  group?: string | number | undefined;
  disabledReason?: string | undefined;
  isChosen?: boolean | undefined;
}

export interface MenuProps {
  label: string;
  actions: readonly MenuAction[];
  children: ReactNode;
}

export function Menu({ label, actions, children }: MenuProps) {
  return (
    <MenuTrigger>
      {children}
      <Popover
        offset={4}
        placement="bottom end"
        className="motion-popover z-50 w-59 max-w-[90vw] overflow-auto rounded-card border border-floating-line bg-raised p-1 shadow-menu"
      >
        <Actions label={label} actions={actions} />
      </Popover>
    </MenuTrigger>
  );
}

/**
 * The sheet of a row on a phone. The row is behind it, so it names the row. It opens when the press ends; otherwise it would take the end
 * of the press for a choice.
 */
function RowSheet({ rowName, actions }: RowMenuProps) {
  /** The element that gets the focus; null: it is closed. */
  const [focus, setFocus] = useState<"first" | "menu" | null>(null);
  const label = words.moreFor(rowName);
  const close = () => setFocus(null);
  return (
    <>
      <IconButton
        icon={Ellipsis}
        label={label}
        tooltip={words.more}
        aria-haspopup="dialog"
        aria-expanded={focus !== null}
        onPress={({ pointerType }) => setFocus(pointerType === "mouse" || pointerType === "touch" ? "menu" : "first")}
      />
      <Drawer side="bottom" isOpen={focus !== null} onClose={close} title={rowName}>
        <div className="-mx-2 -mt-2">
          <Actions
            label={label}
            actions={actions}
            sheet={{ onClose: close, focus: focus === "first" ? "first" : true }}
          />
        </div>
      </Drawer>
    </>
  );
}

interface ActionsProps extends Pick<MenuProps, "label" | "actions"> {
  /** Set for a sheet, which has more room. */
  sheet?: { onClose: () => void; focus: "first" | true } | undefined;
}

function Actions({ label, actions, sheet }: ActionsProps) {
  const inSheet = sheet !== undefined;
  return (
    <AriaMenu
      aria-label={label}
      {...(sheet && { onClose: sheet.onClose, autoFocus: sheet.focus })}
      className="outline-none"
    >
      {actions.map((action, index) => (
        <Fragment key={action.id}>
          {index > 0 && actions[index - 1]?.group !== action.group && <Separator className="my-1 h-px bg-line" />}
          <Row action={action} inSheet={inSheet} />
        </Fragment>
      ))}
    </AriaMenu>
  );
}

function Row({ action, inSheet }: { action: MenuAction; inSheet: boolean }) {
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
        inSheet ? "min-h-11 text-body" : "min-h-menu-row text-cell",
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

interface RowMenuProps {
  rowName: string;
  actions: readonly MenuAction[];
}

/** The "…" of a row: all its operations, including those shown as icons. */
export function RowMenu({ rowName, actions }: RowMenuProps) {
  if (useIsPhone()) return <RowSheet rowName={rowName} actions={actions} />;
  return (
    <Menu label={words.moreFor(rowName)} actions={actions}>
      <IconButton icon={Ellipsis} label={words.moreFor(rowName)} tooltip={words.more} />
    </Menu>
  );
}
