import type { ReactNode } from "react";
import { personDialogTexts as t } from "#web/features/people/texts/person-dialog.sv.ts";
import type { HeldUp } from "#web/lib/controllers/held-up.ts";
import { Note } from "#web/ui/note.tsx";

const MOST_NAMED = 3;

/** Names, before the press, the people who keep the old right, and why. */
export function HeldUpNote({
  units,
  children,
  className,
}: {
  units: readonly HeldUp[];
  children: ReactNode;
  className?: string | undefined;
}) {
  return (
    <Note tone="wait" role="status" className={className}>
      {units.slice(0, MOST_NAMED).map(({ id, name, why }) => (
        <span key={id} className="font-strong">
          {t.isHeldUp(name, why)}{" "}
        </span>
      ))}
      {children}
    </Note>
  );
}
