// Asked for by what the server allows only after a proof: acts on the account's own page, and acts anywhere.
import { lazyDialog } from "#web/ui/lazy-dialog.tsx";

export const ProveDialog = lazyDialog(
  () => import("./components/prove-dialog.tsx"),
  (module) => module.ProveDialog,
);
