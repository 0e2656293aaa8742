import { Plus, Server } from "lucide-react";
import { formatNumber } from "#web/lib/dates.ts";
import { controllersTexts as t } from "#web/texts/controllers.ts";
import { words } from "#web/texts/words.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { RetryNote } from "#web/ui/note.tsx";
import { SearchField } from "#web/ui/search-field.tsx";
import { Toolbar } from "#web/ui/toolbar.tsx";
import type { ControllerActions } from "../use-controller-actions.ts";
import { useControllerList } from "../use-controller-list.ts";
import { ControllerFilterSelects } from "./controller-filter-selects.tsx";
import { ControllersTable } from "./controllers-table.tsx";

export function ControllerList({ actions }: { actions: ControllerActions }) {
  const { search, filters, activeFilters, isFiltered, clearFilters, table, list, answering } = useControllerList();
  const total = list.data?.total ?? 0;
  return (
    <>
      <Toolbar
        search={
          <SearchField label={t.search} value={search.text} onChange={search.setText} busy={search.isSearching} />
        }
        filters={<ControllerFilterSelects {...filters} />}
        activeFilters={activeFilters}
        matches={formatNumber(total)}
        count={list.data && t.count(formatNumber(total), total === 1)}
      />
      {list.isError && (
        <RetryNote role="alert" className="mb-4" onRetry={list.refetch}>
          {t.loadFailed}. {list.error.message}
        </RetryNote>
      )}
      {!(list.isError && !list.data) && (
        <ControllersTable
          rows={list.data?.rows}
          total={total}
          stale={list.isPlaceholderData}
          state={table}
          answering={answering}
          actions={actions}
          empty={
            isFiltered ? (
              <EmptyState
                icon={Server}
                title={t.emptyTitle}
                help={t.emptyFilteredHelp}
                action={<Button onPress={clearFilters}>{words.clearFilters}</Button>}
              />
            ) : (
              <EmptyState
                icon={Server}
                title={t.emptyTitle}
                help={t.emptyHelp}
                action={
                  <Button icon={Plus} onPress={actions.create}>
                    {t.add}
                  </Button>
                }
              />
            )
          }
        />
      )}
    </>
  );
}
