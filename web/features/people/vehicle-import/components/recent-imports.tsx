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
/** People whom an undo left, named in its message. */
const SHOWN_NAMES = 5;
const countOf = ({ kind, unchanged, changed }: RecentImport) => texts[kind](formatNumber(unchanged + changed));
const madeAt = (one: RecentImport) => `${formatDayOfMonth(one.at)} ${formatClock(one.at)}`;

/** `made`: the import just made on this page, which is named until it is undone. */
export function RecentImports({ made }: { made: string | null }) {
  const client = useQueryClient();
  const [asking, setAsking] = useState<RecentImport | null>(null);
  // The page can import without this list.
  const imports = useQuery(getRecentImportsQueryOptions()).data ?? [];
  if (imports.length === 0 && asking === null) return null;

  async function undo(one: RecentImport): Promise<void> {
    try {
      const { removed, kept, kept_people } = await undoImport(one.import_id);
      const done = texts.doneText[one.kind](formatNumber(removed), removed);
      const names = kept_people.slice(0, SHOWN_NAMES).map(({ name }) => name);
      const more = kept - names.length;
      const left =
        kept === 0 ? "" : ` ${texts.keptText(formatNumber(kept), names.join(", "), formatNumber(more), more)}`;
      toastSuccess(importOf(one.import_id), `${done}${left}`, { title: texts.doneTitle });
    } finally {
      await client.invalidateQueries();
    }
  }

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
            <li key={one.import_id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2 first:pt-0 last:pb-0">
              <span className="min-w-0 flex-1 basis-48">
                <span className="tabular block text-cell text-ink">
                  {countOf(one)}, {madeAt(one)}
                </span>
                {one.changed > 0 && (
                  <span className="block text-meta text-ink-2">
                    {texts.changed(formatNumber(one.changed), one.changed)}
                  </span>
                )}
              </span>
              {one.unchanged > 0 && (
                <Button size="sm" icon={Undo2} aria-label={texts.undoOf(madeAt(one))} onPress={() => setAsking(one)}>
                  {texts.undo}
                </Button>
              )}
            </li>
          ))}
        </ul>
        {asking && (
          <AsyncConfirmDialog
            act={importOf(asking.import_id)}
            title={texts.question}
            consequence={
              asking.changed > 0 ? texts.keeps(formatNumber(asking.changed), asking.changed) : texts.untouched
            }
            confirmLabel={texts.undo}
            busyLabel={texts.undoing}
            run={() => undo(asking)}
            onClose={() => setAsking(null)}
          >
            {texts.consequence[asking.kind](formatNumber(asking.unchanged), asking.unchanged)}
          </AsyncConfirmDialog>
        )}
      </Card>
    </>
  );
}
