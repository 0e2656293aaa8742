import { useQuery } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import { useState } from "react";
import {
  areLanesPaused,
  getControllerStatesQueryOptions,
} from "#web/features/sync-status/api/get-controller-states.ts";
import {
  CONTROLLER_OPERATION_DIALOGS,
  ControllerOperationDialogs,
} from "#web/features/sync-status/components/controller-operation-dialogs.tsx";
import { SyncStatus } from "#web/features/sync-status/components/sync-status.tsx";
import { TrustCertificateDialog } from "#web/features/sync-status/lazy-trust-dialog.ts";
import { useControllerOperations } from "#web/features/sync-status/use-controller-operations.ts";
import type { ChangedCertificate } from "#web/lib/changed-certificate.ts";
import { controllerOperationTexts } from "#web/texts/controller-operations.ts";
import { syncTexts } from "#web/texts/sync-status.ts";
import { Button } from "#web/ui/button.tsx";
import { usePrefetched } from "#web/ui/lazy-dialog.tsx";
import { PageHead } from "#web/ui/page-head.tsx";

const DIALOGS = [...CONTROLLER_OPERATION_DIALOGS, TrustCertificateDialog];

export function SystemSyncPage() {
  const [certificate, setCertificate] = useState<ChangedCertificate | null>(null);
  const acts = useControllerOperations(setCertificate);
  const { data: paused = false } = useQuery({ ...getControllerStatesQueryOptions(), select: areLanesPaused });
  usePrefetched(DIALOGS);
  return (
    <div data-wide>
      <PageHead
        title={syncTexts.title}
        subtitle={syncTexts.systemSubtitle}
        primary={
          <Button
            variant="primary"
            icon={RefreshCw}
            busy={acts.isSyncing}
            // Nothing would be tried; the note below says so, and has the way on.
            isDisabled={paused}
            busyLabel={controllerOperationTexts.syncing}
            onPress={acts.syncAll}
          >
            {controllerOperationTexts.syncNow}
          </Button>
        }
      />
      <SyncStatus acts={acts} peoplePath="/system-admin/end-users" />
      <ControllerOperationDialogs acts={acts} />
      {certificate && <TrustCertificateDialog changed={certificate} onClose={() => setCertificate(null)} />}
    </div>
  );
}
