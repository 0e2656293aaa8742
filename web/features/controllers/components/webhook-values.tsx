import { useQuery } from "@tanstack/react-query";
import { DEVICE_TRAITS, type DeviceType } from "#contract/devices.ts";
import { BackendError } from "#web/lib/calls/errors.ts";
import { CopyField } from "#web/ui/fields/copy-field.tsx";
import { RetryNote } from "#web/ui/note.tsx";
import { LoadingWords, SkeletonBar } from "#web/ui/skeleton.tsx";
import { getWebhookCredentialsQueryOptions } from "../api/get-webhook-credentials.ts";
import { controllerDialogTexts as t } from "../texts/controller-dialog.sv.ts";
import { webhookAddress, webhookUrl } from "../webhook-address.ts";
import { ReAuthentication } from "./re-authentication.tsx";
import { WebhookRotation } from "./webhook-rotation.tsx";

export interface WebhookValuesProps {
  controllerId: string;
  type?: DeviceType;
  /** Offers a new password; false for a gate that has just got its first. */
  rotatable?: boolean;
}

export function WebhookValues({ controllerId, type, rotatable = false }: WebhookValuesProps) {
  const credentials = useQuery(getWebhookCredentialsQueryOptions(controllerId));
  const isStepUpAsked =
    credentials.error instanceof BackendError && credentials.error.code === "reauthentication_needed";
  const address = webhookAddress(location, controllerId, type);
  return (
    <div className="flex flex-col gap-2">
      {type !== undefined && DEVICE_TRAITS[type].pushes ? (
        <CopyField label={t.panelAddress} value={webhookUrl(address)} />
      ) : (
        <>
          <CopyField label={t.panelMethod} value={address.method} />
          <CopyField label={t.panelProtocol} value={address.protocol} />
          <CopyField label={t.panelHost} value={address.host} />
          <CopyField label={t.panelPort} value={address.port} />
          <CopyField label={t.panelPath} value={address.path} />
        </>
      )}
      <CopyField label={t.panelAuth} value={address.auth} />
      {credentials.data && (
        <>
          <CopyField label={t.panelUsername} value={credentials.data.username} />
          <CopyField label={t.panelPassword} value={credentials.data.password} secret />
        </>
      )}
      {credentials.isPending && (
        <div aria-busy className="flex h-16 flex-col justify-evenly">
          <LoadingWords />
          <SkeletonBar className="w-3/5" />
          <SkeletonBar className="w-2/5" />
        </div>
      )}
      {credentials.data && rotatable && (
        <WebhookRotation controllerId={controllerId} overlap={credentials.data.overlap ?? null} />
      )}
      {isStepUpAsked && <ReAuthentication onReAuthenticated={() => void credentials.refetch()} />}
      {credentials.isError && !isStepUpAsked && (
        <RetryNote role="alert" onRetry={credentials.refetch}>
          {t.panelFailed} {credentials.error.message}
        </RetryNote>
      )}
    </div>
  );
}
