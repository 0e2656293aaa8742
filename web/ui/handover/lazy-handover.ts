import { lazyDialog } from "../lazy-dialog.tsx";

export const HandoverDialog = lazyDialog(
  () => import("./handover-dialog.tsx"),
  (module) => module.HandoverDialog,
);
