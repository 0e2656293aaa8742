import { useQuery } from "@tanstack/react-query";
import { CalendarDays, Trash2 } from "lucide-react";
import { useMemo } from "react";
import { words } from "#web/texts/words.sv.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
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
import { CodeListContext, codeColumns } from "./code-columns.tsx";

const MOST_REMOVALS_SHOWN = 5;

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
  const context = useMemo(
    () => ({
      states: states.data,
      showControllers: onShowControllers,
      reveal: (code: ListedCode) => revealCode(code, () => void refetch()),
    }),
    [states.data, onShowControllers, refetch],
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
            rowActions={(code) => rowActions(code, onDelete)}
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
    </>
  );
}

/** Reads a code; shows its own error. */
async function revealCode({ id }: ListedCode, onGone: () => void): Promise<string> {
  endToasts("weekly-code:show");
  try {
    const found = (await readCodes()).find((one) => one.id === id);
    if (found) return found.code;
  } catch (error) {
    toastFailure("weekly-code:show", error);
    throw error;
  }
  toastError("weekly-code:show", t.codeGone);
  onGone();
  throw new Error("the code was deleted meanwhile");
}

const NO_CODES: readonly string[] = [];

function rowActions(code: ListedCode, onDelete: ExistingCodesProps["onDelete"]): RowAction[] {
  return [
    {
      id: "delete",
      label: words.remove,
      icon: Trash2,
      quick: true,
      tone: "danger",
      onAction: () => onDelete(code),
    },
  ];
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
