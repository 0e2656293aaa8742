import { lazyDialog } from "#web/ui/lazy/lazy-dialog.tsx";

export const OrganizationDialog = lazyDialog(
  () => import("#web/features/organizations/components/organization-dialog.tsx"),
  (module) => module.OrganizationDialog,
);
export const SetupDialog = lazyDialog(
  () => import("#web/features/controllers/setup/setup-dialog.tsx"),
  (module) => module.SetupDialog,
);
export const OrganizationControllersDialog = lazyDialog(
  () => import("#web/features/organizations/access/components/organization-controllers-dialog.tsx"),
  (module) => module.OrganizationControllersDialog,
);
