import { Check, Ellipsis, type LucideIcon } from "lucide-react";
import { Fragment, type ReactNode } from "react";
import { Menu as AriaMenu, MenuItem, MenuTrigger, Popover, Separator } from "react-aria-components";
import { cx } from "#web/lib/cx.ts";
import { words } from "#web/texts/words.ts";
import { IconButton } from "./icon-button.tsx";

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
        <AriaMenu aria-label={label} className="outline-none">
          {actions.map((action, index) => (
            <Fragment key={action.id}>
              {index > 0 && actions[index - 1]?.group !== action.group && <Separator className="my-1 h-px bg-line" />}
              <Row action={action} />
            </Fragment>
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}

function Row({ action }: { action: MenuAction }) {
  const { id, label, icon: Icon, tone, disabledReason, isChosen } = action;
  return (
    <MenuItem
      id={id}
      textValue={label}
      {...(action.href ? { href: action.href } : {})}
      {...(action.onAction ? { onAction: action.onAction } : {})}
      isDisabled={disabledReason !== undefined}
      className={cx(
        "flex min-h-menu-row items-center gap-2.5 rounded-chip px-2.5 py-1 text-cell outline-none data-disabled:opacity-50 data-focused:bg-hover",
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

/** The "…" of a row: every operation of the row, including those shown as icons. */
export function RowMenu({ rowName, actions }: { rowName: string; actions: readonly MenuAction[] }) {
  return (
    <Menu label={words.moreFor(rowName)} actions={actions}>
      <IconButton icon={Ellipsis} label={words.moreFor(rowName)} tooltip={words.more} />
    </Menu>
  );
}
