// Rendered once wherever the operations are offered.
import { useQuery } from "@tanstack/react-query";
import { lazyDialog, usePrefetched } from "#web/ui/lazy/lazy-dialog.tsx";
import { getControllerStatesQueryOptions } from "../api/get-controller-states.ts";
import type { ControllerOperations } from "../use-controller-operations.ts";

const RebuildDialog = lazyDialog(
  () => import("./rebuild-dialog.tsx"),
  (module) => module.RebuildDialog,
);
const RetireDialog = lazyDialog(
  () => import("./retire-dialog.tsx"),
  (module) => module.RetireDialog,
);
const TrustCertificateDialog = lazyDialog(
  () => import("./trust-certificate-dialog.tsx"),
  (module) => module.TrustCertificateDialog,
);
const DIALOGS = [RebuildDialog, RetireDialog, TrustCertificateDialog];

export function ControllerOperationDialogs({ operations }: { operations: ControllerOperations }) {
  const { asked, changedCertificate, close, reviewCertificate } = operations;
  const isRebuild = asked?.about === "rebuild";
  const { data: states } = useQuery({ ...getControllerStatesQueryOptions(), enabled: isRebuild });
  usePrefetched(DIALOGS);
  return (
    <>
      {isRebuild && (
        <RebuildDialog
          target={asked.target}
          isOffline={
            states?.some((unit) => unit.controller_id === asked.target.controller_id && unit.state === "offline") ??
            false
          }
          onClose={close}
        />
      )}
      {asked?.about === "retire" && <RetireDialog target={asked.target} onClose={close} />}
      {changedCertificate && (
        <TrustCertificateDialog changed={changedCertificate} onClose={() => reviewCertificate(null)} />
      )}
    </>
  );
}
