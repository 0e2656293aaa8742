import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Building2, Plus } from "lucide-react";
import { formatNumber } from "#web/lib/dates.ts";
import { useNavigationCount } from "#web/lib/frame/frame-figures.ts";
import { useListAddress } from "#web/lib/lists/list-address.ts";
import { useSearchText } from "#web/lib/lists/use-search-text.ts";
import { words } from "#web/texts/words.sv.ts";
import { Button } from "#web/ui/button.tsx";
import { SearchField } from "#web/ui/fields/search-field.tsx";
import { Toolbar } from "#web/ui/filters/toolbar.tsx";
import { EmptyList } from "#web/ui/table/empty-list.tsx";
import { ReadList } from "#web/ui/table/read-list.tsx";
import { useAddressTableState } from "#web/ui/table/use-table-state.ts";
import { getOrganizationsQueryOptions, ORGANIZATIONS_LIST_KEY } from "../api/get-organizations.ts";
import { organizationsTexts as t } from "../texts/organizations.sv.ts";
import type { OrganizationActions } from "../use-organization-actions.ts";
import { LinkedLinks } from "./linked-links.tsx";
import { OrganizationsTable } from "./organizations-table.tsx";
import { useDeleteOrganizationDialog } from "./use-delete-organization-dialog.tsx";

const NEWEST_FIRST = { key: "created_at", direction: "descending" } as const;

export function OrganizationList({ actions }: { actions: OrganizationActions }) {
  const navigate = useNavigate();
  const address = useListAddress();
  const search = useSearchText(ORGANIZATIONS_LIST_KEY, address);
  const table = useAddressTableState(address, { sort: NEWEST_FIRST, sorts: ["name"] });
  const { sort, from, to } = table;
  const list = useQuery(getOrganizationsQueryOptions({ search: search.query, sort, from, to }));
  const total = list.data?.total ?? 0;
  const deletion = useDeleteOrganizationDialog((counts, organization, onRegisterElsewhere) => (
    <LinkedLinks
      organizationId={organization.id}
      counts={counts}
      onGo={(href) => void navigate({ href })}
      onAdmins={() => actions.open({ dialog: "administrators", organization })}
      onControllers={() => actions.open({ dialog: "controllers", organization })}
      onRegisterElsewhere={onRegisterElsewhere}
    />
  ));
  useNavigationCount("/system-admin/organizations", search.query === "" ? list.data?.total : undefined);
  return (
    <>
      <Toolbar
        search={
          <SearchField label={t.search} value={search.text} onChange={search.setText} busy={search.isSearching} />
        }
        count={list.data && t.count(formatNumber(total), total === 1)}
        question={search.text}
      />
      <ReadList list={list} failed={`${t.loadFailed}.`}>
        <OrganizationsTable
          rows={list.data?.rows}
          total={total}
          stale={list.isPlaceholderData}
          state={table}
          actions={actions}
          onDelete={deletion.ask}
          empty={
            <EmptyList
              icon={Building2}
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
              onClear={search.query === "" ? null : () => search.setText("")}
              clear={words.clearSearch}
            />
          }
        />
      </ReadList>
      {deletion.dialog}
    </>
  );
}
