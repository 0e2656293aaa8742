import { lazyDialog } from "#web/ui/lazy/lazy-dialog.tsx";

export const ErasePersonDialog = lazyDialog(
  () => import("./components/erase-person-dialog.tsx"),
  (module) => module.ErasePersonDialog,
);
