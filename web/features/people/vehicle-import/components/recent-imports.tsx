// Lists imports of the last day; each can be undone.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Undo2 } from "lucide-react";
import { useState } from "react";
import type { RecentImport } from "#contract/functions/vehicle-import.ts";
import { vehicleImportTexts } from "#web/features/people/texts/vehicle-import.sv.ts";
import { formatClock, formatDayOfMonth, formatNumber } from "#web/lib/dates.ts";
import { Button } from "#web/ui/button.tsx";
import { AsyncConfirmDialog } from "#web/ui/dialogs/lazy-dialogs.ts";
import { Note } from "#web/ui/note.tsx";
import { Card } from "#web/ui/page/card.tsx";
import { toastSuccess } from "#web/ui/toasts/toast.tsx";
import { getRecentImportsQueryOptions, undoImport } from "../api/undo-import.ts";
import { importOf } from "../import-act.ts";

const texts = vehicleImportTexts.undo;
/** Number of people named in the message about an undo that kept them. */
const SHOWN_NAMES = 5;
const countOf = ({ kind, unchanged, changed }: RecentImport) => texts[kind](formatNumber(unchanged + changed));
const madeAt = (one: RecentImport) => `${formatDayOfMonth(one.at)} ${formatClock(one.at)}`;

/** `made`: the import just made on this page, which is named until it is undone. */
export function RecentImports({ made }: { made: string | null }) {
  const [asking, setAsking] = useState<RecentImport | null>(null);
  // The page can import without this list.
  const imports = useQuery(getRecentImportsQueryOptions()).data ?? [];
  if (imports.length === 0 && asking === null) return null;

  const here = imports.find(({ import_id }) => import_id === made);
  return (
    <>
      {here && (
        <Note tone="ok" actions={[{ label: vehicleImportTexts.showUsers, href: "/org-admin/end-users" }]}>
          {vehicleImportTexts.imported(formatNumber(here.unchanged + here.changed))}
        </Note>
      )}
      <Card title={texts.title} note={texts.note}>
        <ul className="flex flex-col divide-y divide-line-soft">
          {imports.map((one) => (
            <ImportRow key={one.import_id} made={one} onUndo={() => setAsking(one)} />
          ))}
        </ul>
        {asking && <UndoQuestion made={asking} onClose={() => setAsking(null)} />}
      </Card>
    </>
  );
}

function ImportRow({ made, onUndo }: { made: RecentImport; onUndo: () => void }) {
  const { changed, unchanged } = made;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2 first:pt-0 last:pb-0">
      <span className="min-w-0 flex-1 basis-48">
        <span className="tabular block text-cell text-ink">
          {countOf(made)}, {madeAt(made)}
        </span>
        {changed > 0 && (
          <span className="block text-meta text-ink-2">{texts.changed(formatNumber(changed), changed)}</span>
        )}
      </span>
      {unchanged > 0 && (
        <Button size="sm" icon={Undo2} aria-label={texts.undoOf(madeAt(made))} onPress={onUndo}>
          {texts.undo}
        </Button>
      )}
    </li>
  );
}

function UndoQuestion({ made, onClose }: { made: RecentImport; onClose: () => void }) {
  const client = useQueryClient();
  const { import_id, kind, changed, unchanged } = made;

  async function undo(): Promise<void> {
    try {
      const { removed, kept, kept_people } = await undoImport(import_id);
      const done = texts.doneText[kind](formatNumber(removed), removed);
      const names = kept_people.slice(0, SHOWN_NAMES).map(({ name }) => name);
      const more = kept - names.length;
      const left =
        kept === 0 ? "" : ` ${texts.keptText(formatNumber(kept), names.join(", "), formatNumber(more), more)}`;
      toastSuccess(importOf(import_id), `${done}${left}`, { title: texts.doneTitle });
    } finally {
      await client.invalidateQueries();
    }
  }

  return (
    <AsyncConfirmDialog
      act={importOf(import_id)}
      title={texts.question}
      consequence={changed > 0 ? texts.keeps(formatNumber(changed), changed) : texts.untouched}
      confirmLabel={texts.undo}
      busyLabel={texts.undoing}
      run={undo}
      onClose={onClose}
    >
      {texts.consequence[kind](formatNumber(unchanged), unchanged)}
    </AsyncConfirmDialog>
  );
}
