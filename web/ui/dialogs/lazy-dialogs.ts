// The kit's dialogs for pages, whose code is fetched when idle or opened. Dialogs take them from their own files.
import { lazyDialog, lazyOverlay } from "#web/ui/lazy/lazy-dialog.tsx";

export const Drawer = lazyOverlay(
  () => import("./page-dialogs.tsx"),
  (module) => module.Drawer,
);
export const ConfirmDialog = lazyOverlay(
  () => import("./page-dialogs.tsx"),
  (module) => module.ConfirmDialog,
);
export const AsyncConfirmDialog = lazyDialog(
  () => import("./page-dialogs.tsx"),
  (module) => module.AsyncConfirmDialog,
);
