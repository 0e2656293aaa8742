import { useQuery } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import { Button } from "#web/ui/button.tsx";
import { getControllerStatesQueryOptions, isSyncPaused } from "../api/get-controller-states.ts";
import { controllerOperationTexts as t } from "../texts/controller-operations.sv.ts";
import type { ControllerOperations } from "../use-controller-operations.ts";

/** Shows the button. Disabled while everything is paused: nothing would be tried, and the page's note resumes. */
export function SyncNowButton({ operations }: { operations: ControllerOperations }) {
  const { data: paused = false } = useQuery({ ...getControllerStatesQueryOptions(), select: isSyncPaused });
  return (
    <Button
      variant="primary"
      icon={RefreshCw}
      busy={operations.isSyncing}
      isDisabled={paused}
      busyLabel={t.syncing}
      onPress={operations.syncAll}
    >
      {t.syncNow}
    </Button>
  );
}
