import { useQuery } from "@tanstack/react-query";
import { formatClock } from "#web/lib/dates.ts";
import { Note } from "#web/ui/note.tsx";
import { getChangedByQueryOptions } from "../api/get-changed-by.ts";
import type { Person } from "../person.ts";
import { changedLabels } from "../person-form-values.ts";
import { personDialogTexts } from "../texts/person-dialog.sv.ts";

export interface ConflictNoteProps {
  before: Person;
  after: Person;
  onReload: () => void;
  onKeep: () => void;
}

/** Shows, when two people edit one person, the other's changes and a choice. */
export function ConflictNote({ before, after, onReload, onKeep }: ConflictNoteProps) {
  const { data: event } = useQuery(getChangedByQueryOptions(before, after));
  const fields = changedLabels(before, after);
  return (
    <Note
      tone="wait"
      role="alert"
      actions={[
        { label: personDialogTexts.reload, onAction: onReload },
        { label: personDialogTexts.keepMine, onAction: onKeep },
      ]}
    >
      {personDialogTexts.changedByOther}{" "}
      {event?.actor_name && personDialogTexts.changedBy(event.actor_name, formatClock(event.at))}{" "}
      {fields.length > 0 && personDialogTexts.changedFields(fields.join(", "))}
    </Note>
  );
}
