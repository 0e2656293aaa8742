import { words } from "#web/texts/words.sv.ts";
import { CheckboxList, type CheckboxListGroup } from "#web/ui/choices/checkbox-list.tsx";
import type { FieldBinding } from "#web/ui/fields/field.tsx";
import { Note } from "#web/ui/note.tsx";
import { LoadingWords, SkeletonBar } from "#web/ui/skeleton.tsx";
import { notOffered } from "../offered-doors.ts";
import { personDialogTexts } from "../texts/person-dialog.sv.ts";

export interface AccessListProps {
  label: string;
  field: FieldBinding<string[]>;
  groups: readonly CheckboxListGroup[] | undefined;
  failed: boolean;
  onRetry: () => void;
  countWords: (count: number) => string;
  keptWords: (count: number) => string;
  searchLabel: string;
  emptyText: string;
  onChoose: () => void;
}

/** Lists access. Chosen ids that are no longer offered stay chosen but hidden: the server leaves them untouched. */
export function AccessList(props: AccessListProps) {
  const { label, field, groups, failed, onRetry, countWords, keptWords, searchLabel, emptyText } = props;
  if (failed) {
    return (
      <Note tone="fail" role="alert" actions={[{ label: words.retry, onAction: onRetry }]}>
        {personDialogTexts.accessFailed}
      </Note>
    );
  }
  if (!groups) return <Waiting label={label} />;
  const kept = notOffered(groups, field.value);
  return (
    <div className="min-w-0">
      <CheckboxList
        label={label}
        name={field.name}
        inputRef={field.inputRef}
        groups={groups}
        value={field.value.filter((id) => !kept.includes(id))}
        onChange={(chosen) => {
          // Sorted, so that ticking and unticking a door leaves the form unchanged.
          field.onChange([...chosen, ...kept].toSorted());
          props.onChoose();
        }}
        countWords={countWords}
        offlineHint={personDialogTexts.writtenLater}
        searchLabel={searchLabel}
        emptyText={emptyText}
        errorMessage={field.errorMessage}
      />
      {kept.length > 0 && <p className="mt-[5px] text-meta text-ink-2">{keptWords(kept.length)}</p>}
    </div>
  );
}

function Waiting({ label }: { label: string }) {
  return (
    <div aria-busy>
      <p className="mb-1.5 text-small font-name text-ink">{label}</p>
      <div className="rounded-control border border-field px-3 py-3">
        <SkeletonBar className="w-2/5" />
        <SkeletonBar className="mt-5.5 w-3/5" />
        <SkeletonBar className="mt-5.5 w-1/2" />
        <LoadingWords className="mt-3" />
      </div>
    </div>
  );
}
