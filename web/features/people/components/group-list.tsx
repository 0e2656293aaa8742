import { useQuery } from "@tanstack/react-query";
import { Plus, Users } from "lucide-react";
import { type AccessGroup, accessGroups } from "#contract/functions/access-groups.ts";
import { callAction } from "#web/lib/calls/functions.ts";
import { reportOutcome } from "#web/lib/calls/report-outcome.ts";
import { getOrganizationNamesQueryOptions } from "#web/lib/controllers/organization-names.ts";
import { useNavigationCount } from "#web/lib/frame/frame-figures.ts";
import { useLinkedAdd } from "#web/lib/lists/linked-parameter.ts";
import { useListAddress } from "#web/lib/lists/list-address.ts";
import { useSignedIn } from "#web/lib/session/session.ts";
import { words } from "#web/texts/words.sv.ts";
import { Button } from "#web/ui/button.tsx";
import { useOpened } from "#web/ui/dialogs/use-opened.ts";
import { Toolbar } from "#web/ui/filters/toolbar.tsx";
import { lazyDialog, usePrefetched } from "#web/ui/lazy/lazy-dialog.tsx";
import { PageHead } from "#web/ui/page/page-head.tsx";
import { EmptyList } from "#web/ui/table/empty-list.tsx";
import { ReadList } from "#web/ui/table/read-list.tsx";
import { type Act, toastDone, toastFailure } from "#web/ui/toasts/toast.tsx";
import { getGroupsQueryOptions, useGroupChange } from "../api/groups.ts";
import { groupsTexts as t } from "../texts/groups.sv.ts";
import { GroupsTable } from "./groups-table.tsx";
import { ALL_ORGANIZATIONS, OrganizationFilter } from "./organization-filter.tsx";

const GroupDialog = lazyDialog(
  () => import("./group-dialog.tsx"),
  (module) => module.GroupDialog,
);
const MembersDialog = lazyDialog(
  () => import("./members-dialog.tsx"),
  (module) => module.MembersDialog,
);
const DeleteGroupDialog = lazyDialog(
  () => import("./delete-group-dialog.tsx"),
  (module) => module.DeleteGroupDialog,
);
const DIALOGS = [GroupDialog, MembersDialog, DeleteGroupDialog];

type Open = { dialog: "edit"; group: AccessGroup | null } | { dialog: "members" | "delete"; group: AccessGroup };

/** Shows the page in both areas: groups of one's own organisation, or of all. */
export function GroupList() {
  const { organizationId: own, role } = useSignedIn();
  const address = useListAddress();
  const isSystem = role === "system_admin";
  const filtered = isSystem ? address.read("organization") : null;
  const list = useQuery(getGroupsQueryOptions(own ?? filtered));
  const { data: named = [] } = useQuery({ ...getOrganizationNamesQueryOptions(), enabled: isSystem });
  const { opened, open, close } = useOpened<Open>();
  const add = () => open({ dialog: "edit", group: null });
  const setDefault = useGroupChange(({ id, is_default: isDefault }: AccessGroup) =>
    callAction(accessGroups.SET_DEFAULT, { id, is_default: !isDefault }),
  );
  const turnDefault = (group: AccessGroup) => {
    const act: Act = `group:default ${group.id}`;
    reportOutcome(setDefault, group, {
      onSuccess: () => toastDone(act, group.is_default ? t.noMoreGiven(group.name) : t.nowGiven(group.name)),
      onError: (error) => toastFailure(act, error),
    });
  };
  const now = (group: AccessGroup) => list.data?.find(({ id }) => id === group.id) ?? group;
  useLinkedAdd(add);
  usePrefetched(DIALOGS);
  useNavigationCount(isSystem ? "/system-admin/groups" : "/org-admin/groups", filtered ? undefined : list.data?.length);
  const primary = (
    <Button variant="primary" icon={Plus} onPress={add} onHoverStart={GroupDialog.prefetch}>
      {t.add}
    </Button>
  );
  return (
    <>
      <PageHead title={t.title} subtitle={t.subtitle} primary={primary} />
      {isSystem && (
        <Toolbar
          search={
            <OrganizationFilter
              value={filtered ?? ALL_ORGANIZATIONS}
              onChange={(id) => address.change({ organization: id === ALL_ORGANIZATIONS ? null : id })}
            />
          }
        />
      )}
      <ReadList list={list} failed={t.loadFailed}>
        <GroupsTable
          rows={list.data}
          organizations={new Map(named.map(({ id, name }) => [id, name]))}
          onEdit={(group) => open({ dialog: "edit", group })}
          onMembers={(group) => open({ dialog: "members", group })}
          onDefault={turnDefault}
          onDelete={(group) => open({ dialog: "delete", group })}
          empty={<NoGroups onAdd={add} onClear={filtered ? () => address.change({ organization: null }) : null} />}
        />
      </ReadList>
      {opened?.dialog === "edit" && <GroupDialog group={opened.group} onClose={close} />}
      {opened?.dialog === "members" && <MembersDialog group={now(opened.group)} onClose={close} />}
      {opened?.dialog === "delete" && <DeleteGroupDialog group={opened.group} onClose={close} />}
    </>
  );
}

function NoGroups({ onAdd, onClear }: { onAdd: () => void; onClear: (() => void) | null }) {
  const action = (
    <Button icon={Plus} onPress={onAdd}>
      {t.add}
    </Button>
  );
  return (
    <EmptyList
      icon={Users}
      filtered={{ title: t.emptyTitle, help: t.emptyHelp }}
      unfiltered={{ title: t.emptyTitle, help: t.emptyHelp, action }}
      onClear={onClear}
      clear={words.clearFilters}
    />
  );
}
