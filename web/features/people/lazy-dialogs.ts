import { lazyDialog } from "#web/ui/lazy/lazy-dialog.tsx";

export const PersonDialog = lazyDialog(
  () => import("./components/person-dialog.tsx"),
  (module) => module.PersonDialog,
);

export const DeletePersonDialog = lazyDialog(
  () => import("./components/delete-person-dialog.tsx"),
  (module) => module.DeletePersonDialog,
);
