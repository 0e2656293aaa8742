import { useQuery } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import { useState } from "react";
import { TrustCertificateDialog } from "../../features/device-certificate/trust-certificate-dialog.tsx";
import {
  areLanesPaused,
  getControllerStatesQueryOptions,
} from "../../features/sync-status/api/get-controller-states.ts";
import { SyncStatus } from "../../features/sync-status/components/sync-status.tsx";
import { useControllerActs } from "../../features/sync-status/components/use-controller-acts.ts";
import type { ChangedCertificate } from "../../lib/changed-certificate.ts";
import { syncTexts } from "../../texts/sync-status.ts";
import { Button } from "../../ui/button.tsx";
import { PageHead } from "../../ui/page-head.tsx";

export function SystemSyncPage() {
  const [certificate, setCertificate] = useState<ChangedCertificate | null>(null);
  const acts = useControllerActs(setCertificate);
  const { data: paused = false } = useQuery({ ...getControllerStatesQueryOptions(), select: areLanesPaused });
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
            busyLabel={syncTexts.syncing}
            onPress={acts.syncAll}
          >
            {syncTexts.syncNow}
          </Button>
        }
      />
      <SyncStatus acts={acts} peoplePath="/system-admin/end-users" />
      {certificate && <TrustCertificateDialog changed={certificate} onClose={() => setCertificate(null)} />}
    </div>
  );
}
