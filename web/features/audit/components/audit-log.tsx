// The event log of both areas; row policies decide what an org admin sees.
import { useQuery } from "@tanstack/react-query";
import { History, SearchX } from "lucide-react";
import { useState } from "react";
import type { AuditListRow } from "#contract/tables/audit.ts";
import { formatNumber, formatTime } from "#web/lib/dates.ts";
import { useListAddress } from "#web/lib/lists/list-address.ts";
import { useSearchText } from "#web/lib/lists/use-search-text.ts";
import { lazyDialog, usePrefetched } from "#web/ui/lazy/lazy-dialog.tsx";
import { ExportButton } from "#web/ui/logs/export-button.tsx";
import { RetryNote } from "#web/ui/note.tsx";
import { PageHead } from "#web/ui/page/page-head.tsx";
import { DataTable } from "#web/ui/table/data-table.tsx";
import { EmptyList } from "#web/ui/table/empty-list.tsx";
import { pagingOf, useAddressTableState } from "#web/ui/table/use-table-state.ts";
import { AUDIT_LIST_KEY, getAuditPageQueryOptions } from "../api/get-audit.ts";
import { exportAudit } from "../export-audit.ts";
import { type AuditFilters, addressOf, countActive, filtersIn, NO_FILTERS } from "../filters.ts";
import { wholeSentence } from "../sentence.ts";
import { auditTexts } from "../texts/audit.sv.ts";
import { auditColumns } from "./audit-columns.tsx";
import { AuditToolbar } from "./audit-toolbar.tsx";
import { ChainNote } from "./chain-note.tsx";

const AuditDrawer = lazyDialog(
  () => import("./audit-drawer.tsx"),
  (module) => module.AuditDrawer,
);
const DIALOGS = [AuditDrawer];

const NEWEST_FIRST = { key: "at", direction: "descending" } as const;

export interface AuditLogProps {
  area: "system" | "org";
  subtitle: string;
}

export function AuditLog({ area, subtitle }: AuditLogProps) {
  usePrefetched(DIALOGS);
  const address = useListAddress();
  const search = useSearchText(AUDIT_LIST_KEY, address);
  const [opened, setOpened] = useState<AuditListRow | null>(null);
  const filters: AuditFilters = { ...filtersIn(address), search: search.query };
  const table = useAddressTableState(address, { sort: NEWEST_FIRST });
  const list = useQuery(getAuditPageQueryOptions(filters, { from: table.from, rows: table.pageSize }));
  const isFiltered = filters.search !== "" || countActive(filters) > 0;
  const total = list.data?.total ?? 0;

  function clear(): void {
    search.setText("");
    address.change({ ...addressOf(NO_FILTERS), q: null });
  }

  return (
    <div data-wide>
      <PageHead
        title={auditTexts.title}
        subtitle={subtitle}
        secondary={<ExportButton texts={auditTexts} onExport={() => exportAudit(filters)} />}
      />
      {area === "system" && <ChainNote />}
      <AuditToolbar
        area={area}
        search={search}
        filters={filters}
        onChange={(change) => address.change(addressOf(change))}
        page={list.data}
      />
      {list.isError && !list.data ? (
        <RetryNote role="alert" onRetry={list.refetch}>
          {auditTexts.failed}. {list.error.message}
        </RetryNote>
      ) : (
        <DataTable
          label={auditTexts.title}
          columns={auditColumns[area]}
          rows={list.data?.rows}
          rowId={(row) => row.id}
          rowName={(row) => auditTexts.rowName(wholeSentence(row), formatTime(row.at))}
          onOpen={setOpened}
          stale={list.isPlaceholderData}
          sort={NEWEST_FIRST}
          paging={list.data && pagingOf(table, total)}
          empty={<NoEvents onClear={isFiltered ? clear : null} />}
        />
      )}
      {list.data?.total_exact === false && (
        <p className="mt-3 text-small text-ink-2">{auditTexts.tooMany(formatNumber(total))}</p>
      )}
      {opened && <AuditDrawer row={opened} onClose={() => setOpened(null)} />}
    </div>
  );
}

function NoEvents({ onClear }: { onClear: (() => void) | null }) {
  return (
    <EmptyList
      icon={History}
      filtered={{ icon: SearchX, title: auditTexts.emptyFiltered, help: auditTexts.emptyFilteredHelp }}
      unfiltered={{ title: auditTexts.empty, help: auditTexts.emptyHelp, action: null }}
      onClear={onClear}
    />
  );
}
