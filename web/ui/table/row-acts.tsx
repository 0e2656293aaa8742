import { IconButton } from "../icon-button.tsx";
import { type MenuAct, RowMenu } from "../menu.tsx";
import type { RowAct } from "./columns.ts";

const MOST_ICONS = 3;

export function RowActs({
  acts,
  rowName,
  phone,
}: {
  acts: readonly RowAct[];
  rowName: string;
  phone?: boolean | undefined;
}) {
  const needsMenu = acts.some((act) => !act.quick);
  // A phone's card has room for two targets of 44 px beside its title.
  const icons = acts.filter((act) => act.quick).slice(0, phone ? (needsMenu ? 0 : 2) : MOST_ICONS);
  return (
    <span className="-mr-1.5 inline-flex items-center gap-0.5">
      {icons.map((act) => (
        <IconButton
          key={act.id}
          icon={act.icon}
          label={act.fullLabel ?? `${act.label} ${rowName}`}
          tooltip={act.label}
          busy={act.busy}
          disabledReason={act.disabledReason}
          onPress={act.onAction}
        />
      ))}
      {(needsMenu || icons.length < acts.length) && <RowMenu rowName={rowName} acts={acts.map(menuAct)} />}
    </span>
  );
}

function menuAct({ id, label, icon, onAction, tone, group, disabledReason }: RowAct): MenuAct {
  return { id, label, icon, onAction, tone, group, disabledReason };
}
