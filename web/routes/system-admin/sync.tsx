import { useQuery } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import { useState } from "react";
import { TrustCertificateDialog } from "#web/features/device-certificate/lazy-trust-dialog.ts";
import {
  areLanesPaused,
  getControllerStatesQueryOptions,
} from "#web/features/sync-status/api/get-controller-states.ts";
import {
  CONTROLLER_ACT_DIALOGS,
  ControllerActDialogs,
} from "#web/features/sync-status/components/controller-act-dialogs.tsx";
import { SyncStatus } from "#web/features/sync-status/components/sync-status.tsx";
import { useControllerActs } from "#web/features/sync-status/components/use-controller-acts.ts";
import type { ChangedCertificate } from "#web/lib/changed-certificate.ts";
import { controllerActTexts } from "#web/texts/controller-acts.ts";
import { syncTexts } from "#web/texts/sync-status.ts";
import { Button } from "#web/ui/button.tsx";
import { usePrefetched } from "#web/ui/lazy-dialog.tsx";
import { PageHead } from "#web/ui/page-head.tsx";

const DIALOGS = [...CONTROLLER_ACT_DIALOGS, TrustCertificateDialog];

export function SystemSyncPage() {
  const [certificate, setCertificate] = useState<ChangedCertificate | null>(null);
  const acts = useControllerActs(setCertificate);
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
            busyLabel={controllerActTexts.syncing}
            onPress={acts.syncAll}
          >
            {controllerActTexts.syncNow}
          </Button>
        }
      />
      <SyncStatus acts={acts} peoplePath="/system-admin/end-users" />
      <ControllerActDialogs acts={acts} />
      {certificate && <TrustCertificateDialog changed={certificate} onClose={() => setCertificate(null)} />}
    </div>
  );
}
