import { useQuery } from "@tanstack/react-query";
import { ScanText } from "lucide-react";
import type { ReactNode } from "react";
import type { NearMissRow } from "#contract/tables/near-misses.ts";
import { formatNumber } from "#web/lib/dates.ts";
import { useQueueCount } from "#web/lib/frame/frame-figures.ts";
import { addressId, useListAddress } from "#web/lib/lists/list-address.ts";
import { useSearchText } from "#web/lib/lists/use-search-text.ts";
import { frameFigureTexts } from "#web/texts/frame-figures.sv.ts";
import { SearchField } from "#web/ui/fields/search-field.tsx";
import { AllOrOneFilter } from "#web/ui/filters/all-or-one-filter.tsx";
import { Toolbar } from "#web/ui/filters/toolbar.tsx";
import { lazyDialog, usePrefetched } from "#web/ui/lazy/lazy-dialog.tsx";
import { DataTable } from "#web/ui/table/data-table.tsx";
import { EmptyList } from "#web/ui/table/empty-list.tsx";
import { FillLink } from "#web/ui/table/fill-link.tsx";
import { ReadList } from "#web/ui/table/read-list.tsx";
import { pagingOf, useAddressTableState } from "#web/ui/table/use-table-state.ts";
import { getGateNamesQueryOptions } from "../api/get-gates.ts";
import { getNearMissesQueryOptions, NEAR_MISSES_LIST_KEY } from "../api/get-near-misses.ts";
import { gateName, readingOf } from "../near-miss-words.ts";
import { nearMissesTexts as t } from "../texts/near-misses.sv.ts";
import { NearMissAnswersContext, useNearMissAnswers } from "../use-near-miss-answers.ts";
import { nearMissColumns } from "./near-miss-columns.tsx";

const AnswerDialog = lazyDialog(
  () => import("./answer-dialogs.tsx"),
  (module) => module.AnswerDialog,
);
const DIALOGS = [AnswerDialog];
const NEWEST_FIRST = { key: "last_read_at", direction: "descending" } as const;

export interface NearMissQueueProps {
  path: string;
  /** Shown beside the queue; without room, below it and below `after`. */
  aside: ReactNode;
  after: ReactNode;
  /** Only for a system admin. */
  organizationFilter?: ((value: string | null, onChange: (value: string | null) => void) => ReactNode) | undefined;
}

export function NearMissQueue({ path, aside, after, organizationFilter }: NearMissQueueProps) {
  const address = useListAddress();
  const search = useSearchText(NEAR_MISSES_LIST_KEY, address);
  const table = useAddressTableState(address, { sort: NEWEST_FIRST });
  const [gateId, organizationId] = [addressId(address, "gate"), addressId(address, "organization")];
  const list = useQuery(
    getNearMissesQueryOptions({ plate: search.query, gateId, organizationId, from: table.from, to: table.to }),
  );
  const answers = useNearMissAnswers();
  usePrefetched(DIALOGS);
  const total = list.data?.total ?? 0;
  const filters = [gateId, organizationId].filter((id) => id !== null).length;
  const isFiltered = search.query !== "" || filters > 0;
  useQueueCount(path, isFiltered ? undefined : list.data?.total, frameFigureTexts.unclear);
  const filter = (name: string, id: string | null) => address.change({ [name]: id, page: null });
  const count = t.count(formatNumber(total), total === 1);
  function clear(): void {
    search.setText("");
    address.change({ q: null, gate: null, organization: null, page: null });
  }

  return (
    <NearMissAnswersContext value={answers}>
      <Toolbar
        search={
          <SearchField label={t.search} value={search.text} onChange={search.setText} busy={search.isSearching} />
        }
        filters={
          <>
            <GateFilter value={gateId} onChange={(id) => filter("gate", id)} />
            {organizationFilter?.(organizationId, (id) => filter("organization", id))}
          </>
        }
        activeFilters={filters}
        matches={list.data && formatNumber(total)}
        count={list.data && count}
        question={JSON.stringify([search.text, gateId, organizationId])}
      />
      <div className="flex flex-col gap-6 min-[80rem]:flex-row min-[80rem]:items-start min-[80rem]:gap-4">
        <div className="min-w-0 flex-1">
          <ReadList list={list} failed={`${t.loadFailed}.`}>
            <NearMissTable
              rows={list.data?.rows}
              stale={list.isPlaceholderData}
              paging={pagingOf(table, total)}
              onClear={isFiltered ? clear : null}
            />
          </ReadList>
          {total > 0 && <AnswerHelp />}
          {after}
        </div>
        {aside}
      </div>
      {answers.question && <AnswerDialog question={answers.question} onAsk={answers.ask} onClose={answers.close} />}
    </NearMissAnswersContext>
  );
}

interface NearMissTableProps {
  rows: readonly NearMissRow[] | undefined;
  stale: boolean;
  paging: ReturnType<typeof pagingOf>;
  onClear: (() => void) | null;
}

function NearMissTable({ onClear, ...shown }: NearMissTableProps) {
  return (
    <DataTable
      {...shown}
      label={t.title}
      columns={nearMissColumns}
      rowId={(row) => row.id}
      rowName={(row) => t.rowName(readingOf(row), gateName(row))}
      navigable
      empty={<NoNearMisses onClear={onClear} />}
    />
  );
}

function NoNearMisses({ onClear }: { onClear: (() => void) | null }) {
  return (
    <EmptyList
      icon={ScanText}
      filtered={{ title: t.emptyFiltered, help: t.emptyFilteredHelp }}
      unfiltered={{ title: t.empty, help: t.emptyHelp, action: <FillLink by="person" /> }}
      onClear={onClear}
    />
  );
}

function GateFilter({ value, onChange }: { value: string | null; onChange: (id: string | null) => void }) {
  const { data = [] } = useQuery(getGateNamesQueryOptions());
  return (
    <AllOrOneFilter
      label={t.gate}
      all={t.allGates}
      options={data.map(({ id, name }) => ({ id, label: name }))}
      value={value}
      onChange={onChange}
    />
  );
}

function AnswerHelp() {
  const strong = "font-strong text-ink";
  return (
    <p className="mt-3 max-w-2xl text-small text-ink-2">
      <b className={strong}>{t.link}</b> {t.helpLink} <b className={strong}>{t.correct}</b> {t.helpCorrect}{" "}
      <b className={strong}>{t.dismiss}</b> {t.helpDismiss}
    </p>
  );
}
