// Settings of automatic codes; each change is saved at once.
import { useState } from "react";
import { PAGE_SIZE } from "#contract/limits.ts";
import { reportOutcome } from "#web/lib/calls/report-outcome.ts";
import { words } from "#web/texts/words.sv.ts";
import { Switch } from "#web/ui/choices/switch.tsx";
import { FilterSelect } from "#web/ui/filters/filter-select.tsx";
import { useRowName } from "#web/ui/row-name.ts";
import { tableColumns } from "#web/ui/table/columns.ts";
import { DataTable } from "#web/ui/table/data-table.tsx";
import { type Act, endToasts, toastFailure } from "#web/ui/toasts/toast.tsx";
import { type CodeController, NOT_TIMED, type TimedCodes, useSaveTimedCodes } from "../api/code-controllers.ts";
import { weeklyCodesTexts as t } from "../texts/weekly-codes.sv.ts";

const WEEKS_OFFERED = [0, 1, 2, 3, 4, 8, 12, 26, 52];

const column = tableColumns<CodeController>();
const columns = column.columns([
  column.accessor("name", {
    header: words.name,
    cell: ({ row: { original } }) => (
      <span title={original.name} className="line-clamp-2 font-name text-ink">
        {original.name}
      </span>
    ),
    meta: { card: "title" },
  }),
  column.display({
    id: "generate",
    header: t.timedGenerate,
    cell: ({ row }) => <Ahead controller={row.original} />,
    meta: { cardLabel: t.timedGenerate, width: "w-[44%]" },
  }),
  column.display({
    id: "cleanup",
    header: t.timedCleanUp,
    cell: ({ row }) => <CleanUp controller={row.original} />,
    meta: { cardLabel: t.timedCleanUp, width: "w-[24%]" },
  }),
]);

export function TimedCodesTable({ controllers }: { controllers: readonly CodeController[] }) {
  const [page, setPage] = useState(0);
  const shown = controllers.slice(page * PAGE_SIZE, (page + 1) * PAGE_SIZE);
  return (
    <>
      <p className="max-w-prose px-4 py-3 text-small text-ink-2">{t.timedHelp}</p>
      <DataTable
        bare
        label={t.timed}
        columns={columns}
        rows={shown}
        rowId={(controller) => controller.id}
        rowName={(controller) => controller.name}
        {...(controllers.length > PAGE_SIZE && {
          paging: { page, pageSize: PAGE_SIZE, total: controllers.length, onPageChange: setPage },
        })}
        empty={null}
      />
    </>
  );
}

function useTimed({ id, weekly_code_settings }: CodeController) {
  const save = useSaveTimedCodes();
  const settings = weekly_code_settings ?? NOT_TIMED;
  const act: Act = `weekly-codes:validity ${id}`;
  return {
    settings,
    set: (change: Partial<TimedCodes>) => {
      endToasts(act);
      reportOutcome(save, { controllerId: id, change }, { onError: (error) => toastFailure(act, error) });
    },
  };
}

function Ahead({ controller }: { controller: CodeController }) {
  const { settings, set } = useTimed(controller);
  const name = useRowName(controller.name);
  const offered = [...new Set([...WEEKS_OFFERED, settings.weeks_ahead])].toSorted((one, other) => one - other);
  return (
    <span className="flex min-h-control flex-wrap items-center gap-x-3 gap-y-1.5">
      <Switch label={t.timedGenerateFor(name)} value={settings.generate} onChange={(generate) => set({ generate })}>
        {settings.generate ? t.on : t.off}
      </Switch>
      {settings.generate && (
        <FilterSelect
          label={t.timedWeeksFor(name)}
          options={offered.map((count) => ({ id: String(count), label: t.timedAhead(count) }))}
          value={String(settings.weeks_ahead)}
          onChange={(count) => set({ weeks_ahead: Number(count) })}
        />
      )}
    </span>
  );
}

function CleanUp({ controller }: { controller: CodeController }) {
  const { settings, set } = useTimed(controller);
  const name = useRowName(controller.name);
  return (
    <Switch label={t.timedCleanUpFor(name)} value={settings.cleanup} onChange={(cleanup) => set({ cleanup })}>
      {settings.cleanup ? t.on : t.off}
    </Switch>
  );
}
