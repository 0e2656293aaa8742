import { pinAloneTexts as t } from "#web/features/controllers/texts/access-points.sv.ts";
import { words } from "#web/texts/words.sv.ts";
import { AsyncConfirmDialog } from "#web/ui/dialogs/async-confirm-dialog.tsx";
import { doorTitle, savingOf } from "../access-point-rules.ts";
import type { Door } from "../api/get-access-points.ts";

export interface PinAloneQuestionProps {
  door: Door;
  controller: string;
  save: (pinAlone: boolean) => Promise<unknown>;
  sync: () => void;
  onClose: () => void;
}

/** Asks before a PIN alone becomes enough, or stops being enough. Without a rule on the unit the question says what to do instead. */
export function PinAloneQuestion({ door, controller, save, sync, onClose }: PinAloneQuestionProps) {
  const name = doorTitle(door);
  if (door.pin_alone)
    return (
      <AsyncConfirmDialog
        act={savingOf(door)}
        title={t.stopTitle}
        consequence={t.stopConsequence}
        confirmLabel={t.stop}
        busyLabel={words.saving}
        confirmVariant="primary"
        run={() => save(false)}
        onClose={onClose}
      >
        {t.stopQuestion(name)}
      </AsyncConfirmDialog>
    );
  if (!door.pin_rule)
    return (
      <AsyncConfirmDialog
        act={savingOf(door)}
        title={t.noRuleTitle}
        consequence={door.pin_rule === null ? null : t.noRuleRemedy}
        confirmLabel={t.sync}
        cancelLabel={words.close}
        confirmVariant="primary"
        run={async () => sync()}
        onClose={onClose}
      >
        {door.pin_rule === null ? t.ruleUnread(controller) : t.noRule(controller)}
      </AsyncConfirmDialog>
    );
  return (
    <AsyncConfirmDialog
      act={savingOf(door)}
      title={t.title}
      consequence={t.consequence}
      confirmLabel={t.confirm}
      busyLabel={words.saving}
      confirmVariant="primary"
      run={() => save(true)}
      onClose={onClose}
    >
      {t.question(name, door.pin_rule)}
    </AsyncConfirmDialog>
  );
}
