import { RefreshCw } from "lucide-react";
import { useState } from "react";
import { TrustCertificateDialog } from "../../features/device-certificate/trust-certificate-dialog.tsx";
import { SyncStatus } from "../../features/sync-status/components/sync-status.tsx";
import { useControllerActs } from "../../features/sync-status/components/use-controller-acts.ts";
import type { ChangedCertificate } from "../../lib/changed-certificate.ts";
import { syncTexts } from "../../texts/sync-status.ts";
import { Button } from "../../ui/button.tsx";
import { PageHead } from "../../ui/page-head.tsx";

export function SystemSyncPage() {
  const [certificate, setCertificate] = useState<ChangedCertificate | null>(null);
  const acts = useControllerActs(setCertificate);
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
