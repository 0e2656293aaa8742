// The exception for one device without TLS 1.2: its cost before it is made, and its state afterwards.
import { ShieldAlert } from "lucide-react";
import { isOldTls, tlsName } from "#contract/tls.ts";
import { Button } from "#web/ui/button.tsx";
import { Note } from "#web/ui/note.tsx";
import { toastDone, toastFailure } from "#web/ui/toasts/toast.tsx";
import type { DeviceFacts } from "../api/device-facts.ts";
import { useOldTls } from "../api/old-tls.ts";
import { controllerDialogTexts as t } from "../texts/controller-dialog.sv.ts";

/** Offers the exception after the device reported that it has no newer TLS. */
export function OldTlsOffer({ busy, onAllow }: { busy: boolean; onAllow: () => void }) {
  return (
    <div className="flex flex-col items-start gap-2 rounded-card border border-line px-4 py-3 text-small text-ink">
      <p className="font-strong">{t.oldTlsFirst}</p>
      <p>{t.oldTlsRisk}</p>
      <p className="text-ink-2">{t.oldTlsScope}</p>
      <Button icon={ShieldAlert} busy={busy} onPress={onAllow} className="mt-1">
        {t.oldTlsAllow}
      </Button>
    </div>
  );
}

export function OldTlsFact({ controllerId, version }: { controllerId: string; version: DeviceFacts["tls_version"] }) {
  const forbid = useOldTls(controllerId);
  const isNeeded = version === null || isOldTls(version);
  return (
    <div className="sm:col-span-2">
      <dt className="text-meta text-ink-2">{t.oldTls}</dt>
      <dd className="mt-1 flex flex-col items-start gap-2">
        <Note tone={isNeeded ? "wait" : "ok"} icon={isNeeded ? ShieldAlert : undefined}>
          {stands(version, isNeeded)}
        </Note>
        <Button
          size="sm"
          busy={forbid.isPending}
          // Handled as a promise, because the button is gone by the time this has succeeded.
          onPress={() =>
            void forbid.mutateAsync(null).then(
              () => toastDone("controller:old-tls", t.oldTlsForbidden),
              (error) => toastFailure("controller:old-tls", error),
            )
          }
        >
          {t.oldTlsForbid}
        </Button>
      </dd>
    </div>
  );
}

function stands(version: DeviceFacts["tls_version"], isNeeded: boolean): string {
  if (version === null) return t.oldTlsUntried;
  return isNeeded ? t.oldTlsUsed(tlsName(version)) : t.oldTlsNotNeeded(tlsName(version));
}
