import { IconButton } from "../icon-button.tsx";
import { type MenuAction, RowMenu } from "../menu.tsx";
import type { RowAction } from "./columns.ts";

const MOST_ICONS = 3;

export function RowActions({
  actions,
  rowName,
  phone,
}: {
  actions: readonly RowAction[];
  rowName: string;
  phone?: boolean | undefined;
}) {
  const needsMenu = actions.some((action) => !action.quick);
  // A phone's card has room for two targets of 44 px beside its title.
  const icons = actions.filter((action) => action.quick).slice(0, phone ? (needsMenu ? 0 : 2) : MOST_ICONS);
  return (
    <span className="-mr-1.5 inline-flex items-center gap-0.5">
      {icons.map((action) => (
        <IconButton
          key={action.id}
          icon={action.icon}
          label={action.fullLabel ?? `${action.label} ${rowName}`}
          tooltip={action.label}
          busy={action.busy}
          disabledReason={action.disabledReason}
          onPress={action.onAction}
        />
      ))}
      {(needsMenu || icons.length < actions.length) && <RowMenu rowName={rowName} actions={actions.map(menuAction)} />}
    </span>
  );
}

function menuAction({ id, label, icon, onAction, tone, group, disabledReason }: RowAction): MenuAction {
  return { id, label, icon, onAction, tone, group, disabledReason };
}
