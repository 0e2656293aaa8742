import { lazyDialog } from "#web/ui/lazy-dialog.tsx";

export const OrganizationDialog = lazyDialog(
  () => import("#web/features/organizations/components/organization-dialog.tsx"),
  (module) => module.OrganizationDialog,
);
export const AccessPointsDialog = lazyDialog(
  () => import("#web/features/controllers/doors/components/access-points-dialog.tsx"),
  (module) => module.AccessPointsDialog,
);
export const OrganizationControllersDialog = lazyDialog(
  () => import("#web/features/organizations/access/components/organization-controllers-dialog.tsx"),
  (module) => module.OrganizationControllersDialog,
);
