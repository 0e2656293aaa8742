// Asked for by what the server allows only after a proof: acts on the account's own page, and acts anywhere.
import { lazyDialog } from "#web/ui/lazy-dialog.tsx";

export const ReAuthenticationDialog = lazyDialog(
  () => import("./re-authentication-dialog.tsx"),
  (module) => module.ReAuthenticationDialog,
);
