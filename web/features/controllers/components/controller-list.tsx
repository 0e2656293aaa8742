import { Plus, Server } from "lucide-react";
import { formatNumber } from "#web/lib/dates.ts";
import { Button } from "#web/ui/button.tsx";
import { SearchField } from "#web/ui/fields/search-field.tsx";
import { Toolbar } from "#web/ui/filters/toolbar.tsx";
import { EmptyList } from "#web/ui/table/empty-list.tsx";
import { ReadList } from "#web/ui/table/read-list.tsx";
import { controllersTexts as t } from "../texts/controllers.sv.ts";
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
        question={JSON.stringify([search.text, filters.type, filters.state])}
      />
      <ReadList list={list} failed={`${t.loadFailed}.`}>
        <ControllersTable
          rows={list.data?.rows}
          total={total}
          stale={list.isPlaceholderData}
          state={table}
          answering={answering}
          actions={actions}
          empty={
            <EmptyList
              icon={Server}
              filtered={{ title: t.emptyTitle, help: t.emptyFilteredHelp }}
              unfiltered={{
                title: t.emptyTitle,
                help: t.emptyHelp,
                action: (
                  <Button icon={Plus} onPress={actions.create}>
                    {t.add}
                  </Button>
                ),
              }}
              onClear={isFiltered ? clearFilters : null}
            />
          }
        />
      </ReadList>
    </>
  );
}
