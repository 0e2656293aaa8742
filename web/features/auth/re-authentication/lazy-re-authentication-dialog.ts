import { lazyDialog } from "#web/ui/lazy/lazy-dialog.tsx";

export const ReAuthenticationDialog = lazyDialog(
  () => import("./re-authentication-dialog.tsx"),
  (module) => module.ReAuthenticationDialog,
);
