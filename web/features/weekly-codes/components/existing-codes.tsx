import { useQuery } from "@tanstack/react-query";
import { CalendarDays, Handshake, Trash2 } from "lucide-react";
import { useMemo, useState } from "react";
import type { WeeklyCode } from "#contract/functions/generate-weekly-codes.ts";
import { handoverTexts } from "#web/features/people/texts/handover.sv.ts";
import { useNow } from "#web/lib/now.ts";
import type { HandoverNote } from "#web/lib/people/handover-note.ts";
import { words } from "#web/texts/words.sv.ts";
import { Button } from "#web/ui/button.tsx";
import { HandoverDialog } from "#web/ui/credentials/lazy-handover.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { usePrefetched } from "#web/ui/lazy/lazy-dialog.tsx";
import { Note, RetryNote } from "#web/ui/note.tsx";
import type { RowAction } from "#web/ui/table/columns.ts";
import { DataTable } from "#web/ui/table/data-table.tsx";
import { pagingOf, useTableState } from "#web/ui/table/use-table-state.ts";
import { endToasts, toastError, toastFailure } from "#web/ui/toasts/toast.tsx";
import { getCodeRemovalsQueryOptions, getCodeStatesQueryOptions } from "../api/get-code-states.ts";
import { getWeeklyCodesQueryOptions, type ListedCode } from "../api/get-weekly-codes.ts";
import { readCodes } from "../api/read-codes.ts";
import { weekName } from "../code-state.ts";
import { weeklyCodesTexts as t } from "../texts/weekly-codes.sv.ts";
import { weeklyCodeNote } from "../weekly-code-note.ts";
import { CodeListContext, codeColumns } from "./code-columns.tsx";

const MOST_REMOVALS_SHOWN = 5;
const DIALOGS = [HandoverDialog];

export interface ExistingCodesProps {
  onDelete: (code: ListedCode) => void;
  onShowControllers: (code: ListedCode) => void;
  onGenerate: () => void;
  made: readonly string[];
}

export function ExistingCodes({ onDelete, onShowControllers, onGenerate, made }: ExistingCodesProps) {
  const table = useTableState({ sort: { key: "valid_from", direction: "ascending" }, filterKey: "" });
  const list = useQuery(getWeeklyCodesQueryOptions({ from: table.from, to: table.to }));
  const rows = list.data?.rows;
  const states = useQuery(getCodeStatesQueryOptions(rows?.map((code) => code.id) ?? NO_CODES));
  const { refetch } = list;
  const [note, setNote] = useState<HandoverNote | null>(null);
  const now = useNow();
  usePrefetched(DIALOGS);
  const context = useMemo(
    () => ({
      states: states.data,
      showControllers: onShowControllers,
      reveal: async (code: ListedCode) => (await readCode(code, () => void refetch())).code,
    }),
    [states.data, onShowControllers, refetch],
  );
  const handOver = (code: ListedCode) =>
    void readCode(code, () => void refetch()).then(
      (shown) => setNote(weeklyCodeNote(shown, new Date(now))),
      () => undefined, // readCode has shown the error.
    );
  const total = list.data?.total ?? 0;
  return (
    <>
      <Removals />
      {list.isError && (
        <div className="p-4">
          <RetryNote role="alert" onRetry={refetch}>
            {t.loadFailed} {list.error.message}
          </RetryNote>
        </div>
      )}
      {!(list.isError && !rows) && (
        <CodeListContext value={context}>
          <DataTable
            bare
            label={t.existing}
            columns={codeColumns}
            rows={rows}
            rowId={(code) => code.id}
            rowName={weekName}
            rowActions={(code) => rowActions(code, { now, onHandOver: handOver, onDelete })}
            rowClass={(code) => (made.includes(code.id) ? "animate-new-row" : undefined)}
            stale={list.isPlaceholderData}
            paging={pagingOf(table, total)}
            empty={
              <EmptyState
                icon={CalendarDays}
                title={t.empty}
                help={t.emptyHelp}
                action={<Button onPress={onGenerate}>{t.goGenerate}</Button>}
              />
            }
          />
        </CodeListContext>
      )}
      {note && <HandoverDialog note={note} onClose={() => setNote(null)} />}
    </>
  );
}

/** Reads a code in clear text; shows its own error. */
async function readCode({ id }: ListedCode, onGone: () => void): Promise<WeeklyCode> {
  endToasts("weekly-code:show");
  try {
    const found = (await readCodes()).find((one) => one.id === id);
    if (found) return found;
  } catch (error) {
    toastFailure("weekly-code:show", error);
    throw error;
  }
  toastError("weekly-code:show", t.codeGone);
  onGone();
  throw new Error("the code was deleted meanwhile");
}

const NO_CODES: readonly string[] = [];

interface RowActs extends Pick<ExistingCodesProps, "onDelete"> {
  now: number;
  onHandOver: (code: ListedCode) => void;
}

function rowActions(code: ListedCode, { now, onHandOver, onDelete }: RowActs): RowAction[] {
  const handOver: RowAction = {
    id: "hand-over",
    label: handoverTexts.open,
    icon: Handshake,
    quick: true,
    onAction: () => onHandOver(code),
  };
  const remove: RowAction = {
    id: "delete",
    label: words.remove,
    icon: Trash2,
    quick: true,
    tone: "danger",
    onAction: () => onDelete(code),
  };
  return Date.parse(code.valid_to) > now ? [handOver, remove] : [remove];
}

/** Lists removals until every device confirms them: the code may still open. */
function Removals() {
  const { data: removals = [] } = useQuery(getCodeRemovalsQueryOptions());
  if (removals.length === 0) return null;
  const more = removals.length - MOST_REMOVALS_SHOWN;
  return (
    <div className="border-b border-line p-4">
      <Note tone="remove" role="status" actions={[{ label: t.showSync, href: "/system-admin/sync" }]}>
        <ul>
          {removals.slice(0, MOST_REMOVALS_SHOWN).map((code) => (
            <li key={code.codeId}>
              {t.removalNote(code.week, code.controllers.join(", "))} {t.removalHelp}
            </li>
          ))}
          {more > 0 && <li>{t.removalsMore(more)}</li>}
        </ul>
      </Note>
    </div>
  );
}
