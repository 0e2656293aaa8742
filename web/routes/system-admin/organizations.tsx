import { Plus } from "lucide-react";
import { OrganizationList } from "#web/features/organizations/components/organization-list.tsx";
import { organizationsTexts as t } from "#web/features/organizations/texts/organizations.sv.ts";
import { useLinkedAccess } from "#web/features/organizations/use-linked-access.ts";
import { useOrganizationActions } from "#web/features/organizations/use-organization-actions.ts";
import { useLinkedAdd } from "#web/lib/lists/linked-parameter.ts";
import { titles } from "#web/texts/titles.sv.ts";
import { Button } from "#web/ui/button.tsx";
import { lazyDialog, usePrefetched } from "#web/ui/lazy/lazy-dialog.tsx";
import { PageHead } from "#web/ui/page/page-head.tsx";

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

export function OrganizationsPage() {
  const actions = useOrganizationActions();
  const { opened, close } = actions;
  useLinkedAdd(actions.create);
  useLinkedAccess((organization) => actions.open({ dialog: "controllers", organization }));
  usePrefetched(DIALOGS);
  return (
    <div data-wide>
      <PageHead
        {...titles.organizations}
        primary={
          <Button variant="primary" icon={Plus} onPress={actions.create}>
            {t.add}
          </Button>
        }
      />
      <OrganizationList actions={actions} />
      {opened?.dialog === "create" && <OrganizationDialog organization={null} onClose={close} />}
      {opened?.dialog === "edit" && <OrganizationDialog organization={opened.organization} onClose={close} />}
      {opened?.dialog === "controllers" && (
        <OrganizationControllersDialog organization={opened.organization} onClose={close} />
      )}
      {opened?.dialog === "administrators" && <OrgAdminsDialog organization={opened.organization} onClose={close} />}
    </div>
  );
}
