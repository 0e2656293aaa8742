// The dialogs of the people's pages, fetched after the list.
import { lazyDialog } from "#web/ui/lazy-dialog.tsx";

export const UserDialog = lazyDialog(
  () => import("./components/user-dialog.tsx"),
  (module) => module.UserDialog,
);

export const DeleteUserDialog = lazyDialog(
  () => import("./components/delete-user-dialog.tsx"),
  (module) => module.DeleteUserDialog,
);
