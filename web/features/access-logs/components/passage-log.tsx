// Attempts at doors and gates in one list. Shared by both areas; row policies decide what an org admin sees.
import { useQuery } from "@tanstack/react-query";
import { ScrollText, SearchX } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { PassageRow } from "#contract/tables/passages.ts";
import { formatNumber, formatTime } from "#web/lib/dates.ts";
import { useListAddress } from "#web/lib/list-address.ts";
import { accessLogsTexts } from "#web/texts/access-logs.ts";
import { doorLogTexts as t } from "#web/texts/door-log.ts";
import { words } from "#web/texts/words.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { FilterSelect } from "#web/ui/filter-select.tsx";
import { lazyDialog, usePrefetched } from "#web/ui/lazy-dialog.tsx";
import { RetryNote } from "#web/ui/note.tsx";
import { PageHead } from "#web/ui/page-head.tsx";
import { PeriodFilter } from "#web/ui/period-filter.tsx";
import { DataTable } from "#web/ui/table/data-table.tsx";
import { pagingOf, useAddressTableState } from "#web/ui/table/use-table-state.ts";
import { Toolbar } from "#web/ui/toolbar.tsx";
import { getPassagesQueryOptions } from "../api/get-passages.ts";
import { countActiveDoorFilters, doorAddressOf, doorFiltersIn, NO_DOOR_FILTERS, SHOWS } from "../door-filters.ts";
import { usePassageFeed } from "../use-passage-feed.ts";
import { HousingNote } from "./housing-note.tsx";
import { passageColumns, passagePlace, passageWho } from "./passage-columns.tsx";

const PassageDrawer = lazyDialog(
  () => import("./passage-drawer.tsx"),
  (module) => module.PassageDrawer,
);
const DIALOGS = [PassageDrawer];

const NEWEST_FIRST = { key: "occurred_at", direction: "descending" } as const;
const SHOW_OPTIONS = SHOWS.map((id) => ({ id, label: t.showsPassages[id] }));

/** `choice`: leads to the logs of doors and of gates. */
export function PassageLog({ choice }: { choice: ReactNode }) {
  usePrefetched(DIALOGS);
  const address = useListAddress();
  // The doors of a door filter are another log's.
  const { doorId: _door, ...filters } = doorFiltersIn(address);
  const table = useAddressTableState(address, { sort: NEWEST_FIRST });
  const list = useQuery(getPassagesQueryOptions(filters, { from: table.from, rows: table.pageSize }));
  const [opened, setOpened] = useState<PassageRow | null>(null);
  usePassageFeed(opened === null);
  const activeFilters = countActiveDoorFilters({ ...filters, doorId: null });
  const total = list.data?.total ?? 0;
  const change = (to: Parameters<typeof doorAddressOf>[0]) => address.change(doorAddressOf(to));

  function step(by: 1 | -1): void {
    const rows = list.data?.rows ?? [];
    const at = rows.findIndex(({ id }) => id === opened?.id);
    const next = at < 0 ? undefined : rows[at + by];
    if (next) setOpened(next);
  }

  return (
    <div data-wide>
      <PageHead title={t.title} subtitle={t.subtitleBoth} />
      <Toolbar
        choice={choice}
        activeFilters={activeFilters}
        matches={list.data && formatNumber(total)}
        count={list.data ? countWords(total) : ""}
        filters={
          <>
            <FilterSelect
              label={t.show}
              options={SHOW_OPTIONS}
              value={filters.show}
              onChange={(id) => change({ show: SHOWS.find((show) => show === id) ?? SHOWS[0] })}
              className="sm:w-48"
            />
            <PeriodFilter value={filters} onChange={change} openWords={accessLogsTexts.last24} />
          </>
        }
      />
      <HousingNote onShown={() => change({ show: "granted" })} />
      {list.isError && !list.data ? (
        <RetryNote role="alert" onRetry={list.refetch}>
          {accessLogsTexts.failed}. {list.error.message}
        </RetryNote>
      ) : (
        <DataTable
          label={t.title}
          columns={passageColumns}
          rows={list.data?.rows}
          rowId={(row) => row.id}
          rowName={(row) => t.rowName(passageWho(row), passagePlace(row), formatTime(row.occurred_at))}
          onOpen={setOpened}
          stale={list.isPlaceholderData}
          sort={NEWEST_FIRST}
          paging={list.data && pagingOf(table, total)}
          empty={
            <EmptyState
              icon={activeFilters > 0 ? SearchX : ScrollText}
              title={activeFilters > 0 ? accessLogsTexts.emptyFiltered : t.emptyBoth}
              help={activeFilters > 0 ? t.emptyFilteredHelp : t.emptyBothHelp}
              action={
                activeFilters > 0 && <Button onPress={() => change(NO_DOOR_FILTERS)}>{words.clearFilters}</Button>
              }
            />
          }
        />
      )}
      {opened && <PassageDrawer row={opened} onClose={() => setOpened(null)} onStep={step} />}
    </div>
  );
}

function countWords(total: number): string {
  if (total === 0) return accessLogsTexts.noPassages;
  const shown = formatNumber(total);
  return total === 1 ? accessLogsTexts.onePassage : accessLogsTexts.shown(shown, shown, false);
}
