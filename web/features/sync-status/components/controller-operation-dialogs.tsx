// The questions that acts on a controller ask first; wherever the acts are offered, these are rendered once.
import { useQuery } from "@tanstack/react-query";
import { lazyDialog } from "#web/ui/lazy-dialog.tsx";
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
/** For the page to prefetch. */
export const CONTROLLER_OPERATION_DIALOGS = [RebuildDialog, RetireDialog];

export function ControllerOperationDialogs({ acts }: { acts: ControllerOperations }) {
  const { rebuilding, retiring } = acts;
  const { data: states } = useQuery({ ...getControllerStatesQueryOptions(), enabled: rebuilding !== null });
  return (
    <>
      {rebuilding && (
        <RebuildDialog
          target={rebuilding}
          isOffline={
            states?.some((unit) => unit.controller_id === rebuilding.controller_id && unit.state === "offline") ?? false
          }
          onClose={acts.closeRebuild}
        />
      )}
      {retiring && <RetireDialog target={retiring} onClose={acts.closeRetire} />}
    </>
  );
}
