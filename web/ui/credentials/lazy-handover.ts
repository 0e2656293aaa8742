import { lazyDialog } from "#web/ui/lazy/lazy-dialog.tsx";

export const HandoverDialog = lazyDialog(
  () => import("./handover-dialog.tsx"),
  (module) => module.HandoverDialog,
);
