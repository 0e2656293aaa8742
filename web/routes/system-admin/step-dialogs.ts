import { ControllerDialog } from "#web/features/controllers/components/controller-dialogs.tsx";
import { HowToTryDialog, MissingStepDialog } from "#web/features/overview/lazy-step-dialogs.ts";
import { PersonDialog } from "#web/features/people/lazy-dialogs.ts";
import { lazyDialog } from "#web/ui/lazy/lazy-dialog.tsx";

export const OrganizationDialog = lazyDialog(
  () => import("#web/features/organizations/components/organization-dialog.tsx"),
  (module) => module.OrganizationDialog,
);
export const SetupDialog = lazyDialog(
  () => import("#web/features/controllers/setup/setup-dialog.tsx"),
  (module) => module.SetupDialog,
);
export const GateSetupDialog = lazyDialog(
  () => import("#web/features/controllers/setup/gate-setup-dialog.tsx"),
  (module) => module.GateSetupDialog,
);
export const OrganizationControllersDialog = lazyDialog(
  () => import("#web/features/organizations/access/components/organization-controllers-dialog.tsx"),
  (module) => module.OrganizationControllersDialog,
);

/** All dialogs that the steps open. */
export const STEP_DIALOGS = [
  OrganizationDialog,
  ControllerDialog,
  SetupDialog,
  GateSetupDialog,
  OrganizationControllersDialog,
  PersonDialog,
  HowToTryDialog,
  MissingStepDialog,
];
