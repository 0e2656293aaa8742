import { useQuery } from "@tanstack/react-query";
import { ShieldCheck } from "lucide-react";
import type { ReactNode } from "react";
import { formatFingerprint } from "#web/lib/controllers/changed-certificate.ts";
import { cx } from "#web/lib/cx.ts";
import { formatDay } from "#web/lib/dates.ts";
import { linkedAt, REMOVE } from "#web/lib/lists/linked-parameter.ts";
import { words } from "#web/texts/words.sv.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { toastDone, toastFailure } from "#web/ui/toasts/toast.tsx";
import { type DeviceFacts, getDeviceFactsQueryOptions, useAcceptCertificate } from "../api/device-facts.ts";
import { controllerDialogTexts as t } from "../texts/controller-dialog.sv.ts";
import { DeviceHealthStrip } from "./device-health.tsx";
import { MacroNote } from "./macro-note.tsx";
import { OldTlsFact } from "./old-tls.tsx";
import { RefusedCallNote } from "./refused-call-note.tsx";

/** Shows the device that last answered at the saved address. */
export function DeviceFactsPanel({ controllerId }: { controllerId: string }) {
  const { data } = useQuery(getDeviceFactsQueryOptions(controllerId));
  if (data === undefined) return null;
  const { model, serial } = data;
  return (
    <div>
      <MacroNote facts={data} />
      <RefusedCallNote facts={data} />
      <DeviceHealthStrip controllerId={controllerId} facts={data} />
      <dl className="not-first:mt-3 grid gap-x-6 gap-y-2.5 sm:grid-cols-2">
        <Fact label={t.deviceModel}>{model ?? words.none}</Fact>
        <Fact label={t.deviceSerial}>{serial ?? words.none}</Fact>
        {data.whole_days && (
          <Fact label={t.wholeDays} wide>
            {t.wholeDaysHelp}
          </Fact>
        )}
        {data.sharesWith !== null && (
          <Fact label={t.network} wide>
            {t.networkShared(data.sharesWith.name)}
            <span className="mt-1.5 flex flex-wrap gap-2">
              <ButtonLink size="sm" href={removing(controllerId)}>
                {t.removeThis}
              </ButtonLink>
              <ButtonLink size="sm" href={removing(data.sharesWith.id)}>
                {t.removeOther(data.sharesWith.name)}
              </ButtonLink>
            </span>
          </Fact>
        )}
        {data.allow_old_tls && <OldTlsFact controllerId={controllerId} version={data.tls_version} />}
        <Certificate controllerId={controllerId} facts={data} />
      </dl>
    </div>
  );
}

/** Asks on the page of the controllers whether this one is removed, with what it would take from whom. */
const removing = (id: string) => linkedAt("/system-admin/controllers", REMOVE, id);

function Certificate({ controllerId, facts }: { controllerId: string; facts: DeviceFacts }) {
  const accept = useAcceptCertificate(controllerId);
  const { cert_sha256, cert_subject, cert_accepted_at } = facts;
  if (cert_sha256 === null) return <Fact label={t.certificateShown}>{t.certificateNone}</Fact>;
  return (
    <div className="sm:col-span-2">
      <dt className="text-meta text-ink-2">{t.certificateShown}</dt>
      <dd className="mt-0.5 flex flex-col items-start gap-1.5 text-small text-ink">
        {cert_subject !== null && cert_subject !== "" && <span>{cert_subject}</span>}
        <span translate="no" className="font-mono break-all text-ink-2">
          {formatFingerprint(cert_sha256)}
        </span>
        {cert_accepted_at === null ? (
          <>
            <span className="text-ink-2">{t.certificateNotCompared}</span>
            <Button
              size="sm"
              icon={ShieldCheck}
              busy={accept.isPending}
              onPress={() =>
                accept.mutate(cert_sha256, {
                  onSuccess: () => toastDone("controller:certificate", t.certificateAccepted),
                  onError: (error) => toastFailure("controller:certificate", error),
                })
              }
            >
              {t.certificateAccept}
            </Button>
          </>
        ) : (
          <span className="text-ink-2">{t.certificateAcceptedOn(formatDay(cert_accepted_at))}</span>
        )}
      </dd>
    </div>
  );
}

function Fact({ label, wide = false, children }: { label: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={cx("min-w-0", wide && "sm:col-span-2")}>
      <dt className="text-meta text-ink-2">{label}</dt>
      <dd className="text-small break-words text-ink">{children}</dd>
    </div>
  );
}
