// Asked for when a device shows another certificate than the pinned one: seldom.
import { lazyDialog } from "#web/ui/lazy-dialog.tsx";

export const TrustCertificateDialog = lazyDialog(
  () => import("./components/trust-certificate-dialog.tsx"),
  (module) => module.TrustCertificateDialog,
);
