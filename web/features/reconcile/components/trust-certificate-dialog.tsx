import { type ChangedCertificate, formatFingerprint } from "#web/lib/controllers/changed-certificate.ts";
import { words } from "#web/texts/words.sv.ts";
import { AsyncConfirmDialog } from "#web/ui/dialogs/async-confirm-dialog.tsx";
import { toastSuccess } from "#web/ui/toasts/toast.tsx";
import { useTrustCertificate } from "../api/trust-certificate.ts";
import { certificateTexts as t } from "../texts/device-certificate.sv.ts";

export interface TrustCertificateDialogProps {
  changed: ChangedCertificate;
  onClose: () => void;
}

export function TrustCertificateDialog({
  changed: { controller, seen, pinned },
  onClose,
}: TrustCertificateDialogProps) {
  const trust = useTrustCertificate();
  return (
    <AsyncConfirmDialog
      act={"controller:certificate"}
      title={t.title}
      confirmLabel={t.accept}
      consequence={
        <dl className="flex flex-col gap-2.5">
          <Fingerprint label={t.seen} hex={seen} />
          <Fingerprint label={t.pinned} hex={pinned} />
        </dl>
      }
      busyLabel={t.accepting}
      run={async () => {
        await trust.mutateAsync({ id: controller.id, fingerprint: seen });
        toastSuccess("controller:certificate", t.acceptedHelp(controller.name), { title: t.accepted });
      }}
      onClose={onClose}
    >
      {t.question(controller.name)}
    </AsyncConfirmDialog>
  );
}

function Fingerprint({ label, hex }: { label: string; hex: string | null }) {
  return (
    <div>
      <dt className="text-meta text-ink-2">{label}</dt>
      <dd translate="no" className="font-mono text-small break-all">
        {hex === null ? words.none : formatFingerprint(hex)}
      </dd>
    </div>
  );
}
