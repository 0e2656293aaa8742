import { cx } from "#web/lib/cx.ts";
import { RowMenu } from "#web/ui/dialogs/menu.tsx";
import type { MenuAction } from "#web/ui/dialogs/menu-action.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import type { RowAction } from "./columns.ts";

const MOST_ICONS = 3;
/** A phone's card has room for two targets of 44 px beside its title, the menu included. */
const MOST_ON_CARD = 2;

/** Shows a row's actions as icons where there is room, and the others in a menu. */
export function RowActions({
  actions,
  rowName,
  phone,
}: {
  actions: readonly RowAction[];
  rowName: string;
  phone?: boolean | undefined;
}) {
  const icons = iconsOf(actions, phone ?? false);
  const hasMenu = icons.length < actions.length;
  return (
    <span className="-mr-1.5 inline-flex items-center gap-0.5">
      {icons.map((action) => (
        <IconButton
          key={action.id}
          icon={action.icon}
          label={fullLabel(action, rowName)}
          tooltip={action.label}
          busy={action.busy}
          disabledReason={action.disabledReason}
          onPress={action.onAction}
          className={cx(action.quick === "wide" && hasMenu && !phone && "@max-[68rem]/list:hidden")}
        />
      ))}
      {hasMenu && <RowMenu rowName={rowName} actions={actions.map(menuAction)} />}
    </span>
  );
}

function fullLabel({ label, fullLabel }: RowAction, rowName: string): string {
  return typeof fullLabel === "function" ? fullLabel(rowName) : (fullLabel ?? `${label} ${rowName}`);
}

/** Returns the icon buttons. The others, or all where one has no icon, are in the menu. */
export function iconsOf<Action extends Pick<RowAction, "quick" | "onCard">>(
  actions: readonly Action[],
  phone: boolean,
): Action[] {
  const quick = actions.filter((action) => action.quick);
  if (!phone) return quick.slice(0, MOST_ICONS);
  if (quick.length < actions.length) return quick.filter((action) => action.onCard).slice(0, MOST_ON_CARD - 1);
  return quick.length > MOST_ON_CARD ? quick.slice(0, MOST_ON_CARD - 1) : quick;
}

function menuAction({ id, label, icon, onAction, tone, group, disabledReason }: RowAction): MenuAction {
  return { id, label, icon, onAction, tone, group, disabledReason };
}
