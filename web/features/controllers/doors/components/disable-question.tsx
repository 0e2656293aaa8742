import { accessPointsTexts as t } from "#web/features/controllers/texts/access-points.sv.ts";
import type { HeldUp } from "#web/lib/controllers/held-up.ts";
import { formatNumber } from "#web/lib/dates.ts";
import { HeldUpNote } from "#web/ui/credentials/held-up-note.tsx";
import { ConfirmDialog } from "#web/ui/dialogs/confirm-dialog.tsx";
import { doorTitle } from "../access-point-rules.ts";
import type { Door } from "../api/get-access-points.ts";

export interface DoorQuestion {
  door: Door;
  /** Number of people with access to the door. */
  people: number;
  answer: (yes: boolean) => void;
}

/** Asks before a door is switched off. `away`: its controller will keep opening it for a while. */
export function DisableQuestion({ door, people, answer, away }: DoorQuestion & { away: HeldUp | null }) {
  return (
    <ConfirmDialog
      isOpen
      title={t.disableTitle}
      consequence={
        <>
          {t.disablePeople(formatNumber(people), people === 1)}
          {away && (
            <HeldUpNote units={[away]} className="mt-3">
              {t.disableWillWait}
            </HeldUpNote>
          )}
        </>
      }
      confirmLabel={t.disable}
      onClose={() => answer(false)}
      onConfirm={() => answer(true)}
    >
      {away ? t.disableHere(doorTitle(door)) : t.disableQuestion(doorTitle(door))}
    </ConfirmDialog>
  );
}
