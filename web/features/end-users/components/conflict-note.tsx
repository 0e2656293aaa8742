import { userDialogTexts } from "#web/texts/user-dialog.ts";
import { Note } from "#web/ui/note.tsx";
import { changedLabels } from "../form-values.ts";
import type { Person } from "../person.ts";

export interface ConflictNoteProps {
  before: Person;
  after: Person;
  onReload: () => void;
  onKeep: () => void;
}

/** Two people edit one person: says what the other one changed, and lets this one choose. Nothing is overwritten silently. */
export function ConflictNote({ before, after, onReload, onKeep }: ConflictNoteProps) {
  const fields = changedLabels(before, after);
  return (
    <Note
      tone="wait"
      role="alert"
      actions={[
        { label: userDialogTexts.reload, onAction: onReload },
        { label: userDialogTexts.keepMine, onAction: onKeep },
      ]}
    >
      {userDialogTexts.changedByOther} {fields.length > 0 && userDialogTexts.changedFields(fields.join(", "))}
    </Note>
  );
}
