// /system-admin/controllers
import { useQuery } from "@tanstack/react-query";
import { useLocation, useNavigate } from "@tanstack/react-router";
import { Plus, Server } from "lucide-react";
import { useEffect, useState } from "react";
import { getControllerSyncsQueryOptions } from "#web/features/controllers/api/get-controller-syncs.ts";
import {
  CONTROLLERS_LIST_KEY,
  getControllersQueryOptions,
  type ListedController,
} from "#web/features/controllers/api/get-controllers.ts";
import { ControllerFilterSelects } from "#web/features/controllers/components/controller-filter-selects.tsx";
import { ControllersTable } from "#web/features/controllers/components/controllers-table.tsx";
import {
  type ControllerStateFilter,
  type ControllerTypeFilter,
  idsOfState,
} from "#web/features/controllers/controller-filters.ts";
import type { ControllerSync } from "#web/features/controllers/controller-sync-state.ts";
import { useSyncAccessPoints, useSyncedNow } from "#web/features/controllers/doors/api/sync-access-points.ts";
import {
  CONTROLLER_OPERATION_DIALOGS,
  ControllerOperationDialogs,
} from "#web/features/sync-status/components/controller-operation-dialogs.tsx";
import { TrustCertificateDialog } from "#web/features/sync-status/lazy-trust-dialog.ts";
import { useControllerOperations } from "#web/features/sync-status/use-controller-operations.ts";
import { WeeklyCodeButtons } from "#web/features/weekly-codes/components/weekly-code-buttons.tsx";
import type { ChangedCertificate } from "#web/lib/changed-certificate.ts";
import { formatNumber } from "#web/lib/dates.ts";
import { publishNavigationCount } from "#web/lib/frame-figures.ts";
import { useSearchText } from "#web/lib/use-search-text.ts";
import { controllersTexts as t } from "#web/texts/controllers.ts";
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

const ControllerDialog = lazyDialog(
  () => import("#web/features/controllers/components/controller-dialog.tsx"),
  (module) => module.ControllerDialog,
);
const LinkedControllerDialog = lazyDialog(
  () => import("#web/features/controllers/components/linked-controller-dialog.tsx"),
  (module) => module.LinkedControllerDialog,
);
const DeleteControllerDialog = lazyDialog(
  () => import("#web/features/controllers/components/delete-controller-dialog.tsx"),
  (module) => module.DeleteControllerDialog,
);
const AccessPointsDialog = lazyDialog(
  () => import("#web/features/controllers/doors/components/access-points-dialog.tsx"),
  (module) => module.AccessPointsDialog,
);
const ControllerUsersDialog = lazyDialog(
  () => import("#web/features/controllers/users/components/controller-users-dialog.tsx"),
  (module) => module.ControllerUsersDialog,
);
const WeeklyCodesDialog = lazyDialog(
  () => import("#web/features/weekly-codes/components/weekly-codes-dialog.tsx"),
  (module) => module.WeeklyCodesDialog,
);
const DIALOGS = [
  ControllerDialog,
  ControllerUsersDialog,
  AccessPointsDialog,
  WeeklyCodesDialog,
  DeleteControllerDialog,
  ...CONTROLLER_OPERATION_DIALOGS,
  TrustCertificateDialog,
];

type Open =
  | { dialog: "create" | "weekly-codes" }
  | { dialog: "edit" | "users" | "doors" | "delete"; controller: ListedController };

export function ControllersPage() {
  const navigate = useNavigate();
  const [open, setOpen] = useState<Open | null>(null);
  const [certificate, setCertificate] = useState<ChangedCertificate | null>(null);
  const acts = useControllerOperations(setCertificate);
  const [type, setType] = useState<ControllerTypeFilter>("all");
  const [syncState, setSyncState] = useState<ControllerStateFilter>("all");
  const search = useSearchText(CONTROLLERS_LIST_KEY);
  const state = useTableState({
    sort: { key: "created_at", direction: "descending" },
    filterKey: [search.query, type, syncState].join("\n"),
  });
  const syncs = useQuery(getControllerSyncsQueryOptions());
  const list = useQuery(
    getControllersQueryOptions({
      search: search.query,
      type,
      state: syncState,
      stateIds: idsOfState(syncState, syncs.data ?? new Map()),
      sort: state.sort,
      from: state.from,
      to: state.to,
    }),
  );
  const syncDoors = useSyncAccessPoints();
  const syncing = useSyncedNow();
  const total = list.data?.total ?? 0;
  const filters = [search.query !== "", type !== "all", syncState !== "all"].filter(Boolean).length;
  usePublishedCount(filters === 0 ? list.data?.total : undefined);

  function clearFilters(): void {
    search.setText("");
    setType("all");
    setSyncState("all");
  }

  const linked = useLocation({ select: (place) => String(Reflect.get(place.search, "controller") ?? "") });
  usePrefetched(DIALOGS);
  const close = () => setOpen(null);
  return (
    <div data-wide>
      <PageHead
        {...titles.controllers}
        secondary={<WeeklyCodeButtons onOpen={() => setOpen({ dialog: "weekly-codes" })} />}
        primary={
          <Button
            variant="primary"
            icon={Plus}
            onPress={() => setOpen({ dialog: "create" })}
            onHoverStart={ControllerDialog.prefetch}
          >
            {t.add}
          </Button>
        }
      />
      <Toolbar
        search={
          <SearchField label={t.search} value={search.text} onChange={search.setText} busy={search.isSearching} />
        }
        filters={
          <ControllerFilterSelects type={type} onTypeChange={setType} state={syncState} onStateChange={setSyncState} />
        }
        activeFilters={(type === "all" ? 0 : 1) + (syncState === "all" ? 0 : 1)}
        matches={formatNumber(total)}
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
        <ControllersTable
          rows={list.data?.rows}
          total={total}
          stale={list.isPlaceholderData}
          state={state}
          syncing={syncing}
          answering={answering(list.data?.rows ?? [], syncs.data)}
          onEdit={(controller) => setOpen({ dialog: "edit", controller })}
          onDelete={(controller) => setOpen({ dialog: "delete", controller })}
          onSyncDoors={({ id, name }) => syncDoors.mutate({ id, name })}
          onCertificateChanged={setCertificate}
          onSyncNow={({ id, name }) => acts.syncNow({ controller_id: id, name })}
          onRebuild={({ id, name }) => acts.askRebuild({ controller_id: id, name })}
          onRetire={({ id, name }) => acts.askRetire({ controller_id: id, name })}
          onShowSync={() => void navigate({ to: "/system-admin/sync" })}
          onShowUsers={(controller) => setOpen({ dialog: "users", controller })}
          onManageDoors={(controller) => setOpen({ dialog: "doors", controller })}
          empty={
            filters > 0 ? (
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
                  <Button icon={Plus} onPress={() => setOpen({ dialog: "create" })}>
                    {t.add}
                  </Button>
                }
              />
            )
          }
        />
      )}
      {open?.dialog === "weekly-codes" && <WeeklyCodesDialog onClose={close} />}
      {open?.dialog === "create" && <ControllerDialog controller={null} onClose={close} />}
      {open?.dialog === "edit" && <ControllerDialog controller={open.controller} onClose={close} />}
      {linked !== "" && (
        <LinkedControllerDialog id={linked} onClose={() => void navigate({ to: ".", search: {}, replace: true })} />
      )}
      {open?.dialog === "users" && <ControllerUsersDialog controller={open.controller} onClose={close} />}
      {open?.dialog === "doors" && <AccessPointsDialog controller={open.controller} onClose={close} />}
      <ControllerOperationDialogs acts={acts} />
      {certificate && <TrustCertificateDialog changed={certificate} onClose={() => setCertificate(null)} />}
      {open?.dialog === "delete" && <DeleteControllerDialog controller={open.controller} onClose={close} />}
    </div>
  );
}

/** In use, spoken with, and nothing wrong with the controller as a whole. */
function answering(
  rows: readonly ListedController[],
  syncs: ReadonlyMap<string, ControllerSync> | undefined,
): ReadonlySet<string> {
  const fine = rows.filter(
    ({ id, enabled, last_sync }) => enabled && last_sync !== null && syncs?.get(id)?.error === null,
  );
  return new Set(fine.map(({ id }) => id));
}

/** The figure beside the navigation row, kept while a filter hides some. */
function usePublishedCount(total: number | null | undefined): void {
  useEffect(() => {
    if (typeof total === "number") publishNavigationCount("/system-admin/controllers", formatNumber(total));
  }, [total]);
}
