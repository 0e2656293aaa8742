// /system-admin/organizations
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Building2, Plus } from "lucide-react";
import { useEffect, useState } from "react";
import {
  getOrganizationsQueryOptions,
  type ListedOrganization,
  ORGANIZATIONS_LIST_KEY,
} from "#web/features/organizations/api/get-organizations.ts";
import { LinkedLinks } from "#web/features/organizations/components/linked-links.tsx";
import { OrganizationsTable } from "#web/features/organizations/components/organizations-table.tsx";
import { useDeleteOrganizationDialog } from "#web/features/organizations/components/use-delete-organization-dialog.tsx";
import { formatNumber } from "#web/lib/dates.ts";
import { publishNavigationCount } from "#web/lib/frame-figures.ts";
import { useSearchText } from "#web/lib/use-search-text.ts";
import { organizationsTexts as t } from "#web/texts/organizations.ts";
import { titles } from "#web/texts/titles.ts";
import { words } from "#web/texts/words.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { lazyDialog, usePrefetched } from "#web/ui/lazy-dialog.tsx";
import { Note } from "#web/ui/note.tsx";
import { PageHead } from "#web/ui/page-head.tsx";
import { SearchField } from "#web/ui/search-field.tsx";
import { useTableState } from "#web/ui/table/use-table-state.ts";
import { Toolbar } from "#web/ui/toolbar.tsx";

const OrganizationDialog = lazyDialog(
  () => import("#web/features/organizations/components/organization-dialog.tsx"),
  (module) => module.OrganizationDialog,
);
const OrgAdminsDialog = lazyDialog(
  () => import("#web/features/administrators/components/org-admins-dialog.tsx"),
  (module) => module.OrgAdminsDialog,
);
const OrganizationControllersDialog = lazyDialog(
  () => import("#web/features/organizations/access/components/organization-controllers-dialog.tsx"),
  (module) => module.OrganizationControllersDialog,
);
const DIALOGS = [OrganizationDialog, OrgAdminsDialog, OrganizationControllersDialog];

type Open = { dialog: "create" } | { dialog: "edit" | "admins" | "controllers"; organization: ListedOrganization };

export function OrganizationsPage() {
  const navigate = useNavigate();
  const [open, setOpen] = useState<Open | null>(null);
  const search = useSearchText(ORGANIZATIONS_LIST_KEY);
  const state = useTableState({ sort: { key: "created_at", direction: "descending" }, filterKey: search.query });
  const { sort, from, to } = state;
  const list = useQuery(getOrganizationsQueryOptions({ search: search.query, sort, from, to }));
  const total = list.data?.total ?? 0;
  const deletion = useDeleteOrganizationDialog((counts, organization) => (
    <LinkedLinks
      counts={counts}
      onGo={(href) => void navigate({ href })}
      onAdmins={() => setOpen({ dialog: "admins", organization })}
      onControllers={() => setOpen({ dialog: "controllers", organization })}
    />
  ));
  const unfiltered = search.query === "" ? list.data?.total : undefined;
  useEffect(() => {
    if (typeof unfiltered === "number") publishNavigationCount("/system-admin/organizations", formatNumber(unfiltered));
  }, [unfiltered]);

  usePrefetched(DIALOGS);
  const close = () => setOpen(null);
  const create = () => setOpen({ dialog: "create" });
  return (
    <div data-wide>
      <PageHead
        {...titles.organizations}
        primary={
          <Button variant="primary" icon={Plus} onPress={create}>
            {t.add}
          </Button>
        }
      />
      <Toolbar
        search={
          <SearchField label={t.search} value={search.text} onChange={search.setText} busy={search.isSearching} />
        }
        count={list.data && t.count(formatNumber(total), total === 1)}
      />
      {list.isError && (
        <Note
          tone="fail"
          role="alert"
          className="mb-4"
          actions={[{ label: words.retry, onAction: () => void list.refetch() }]}
        >
          {t.loadFailed}. {list.error.message}
        </Note>
      )}
      {!(list.isError && !list.data) && (
        <OrganizationsTable
          rows={list.data?.rows}
          total={total}
          stale={list.isPlaceholderData}
          state={state}
          onAdmins={(organization) => setOpen({ dialog: "admins", organization })}
          onControllers={(organization) => setOpen({ dialog: "controllers", organization })}
          onEdit={(organization) => setOpen({ dialog: "edit", organization })}
          onDelete={deletion.ask}
          empty={
            search.query === "" ? (
              <EmptyState
                icon={Building2}
                title={t.emptyTitle}
                help={t.emptyHelp}
                action={
                  <Button icon={Plus} onPress={create}>
                    {t.add}
                  </Button>
                }
              />
            ) : (
              <EmptyState
                icon={Building2}
                title={t.emptyTitle}
                help={t.emptyFilteredHelp}
                action={<Button onPress={() => search.setText("")}>{words.clearSearch}</Button>}
              />
            )
          }
        />
      )}
      {open?.dialog === "create" && <OrganizationDialog organization={null} onClose={close} />}
      {open?.dialog === "edit" && <OrganizationDialog organization={open.organization} onClose={close} />}
      {open?.dialog === "controllers" && (
        <OrganizationControllersDialog organization={open.organization} onClose={close} />
      )}
      {open?.dialog === "admins" && <OrgAdminsDialog organization={open.organization} onClose={close} />}
      {deletion.dialog}
    </div>
  );
}
