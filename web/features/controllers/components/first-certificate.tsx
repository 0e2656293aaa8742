// Shows a certificate before anything is sent to the device: the portal will trust what a person compares here.
import { ShieldAlert, ShieldCheck } from "lucide-react";
import { useEffect, useRef } from "react";
import type { FoundConnection } from "#contract/functions/device-connection.ts";
import { formatFingerprint } from "#web/lib/controllers/changed-certificate.ts";
import { cx } from "#web/lib/cx.ts";
import { formatDay } from "#web/lib/dates.ts";
import { words } from "#web/texts/words.sv.ts";
import { Button } from "#web/ui/button.tsx";
import { controllerDialogTexts as t } from "../texts/controller-dialog.sv.ts";

export interface FirstCertificateProps {
  certificate: NonNullable<FoundConnection["certificate"]>;
  used: string;
  isAccepted: boolean;
  onAccept: () => void;
}

export function FirstCertificate({ certificate, used, isAccepted, onAccept }: FirstCertificateProps) {
  const { fingerprint, subject, issuer, valid_to } = certificate;
  const section = useRef<HTMLElement>(null);
  const head = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    head.current?.focus({ preventScroll: true });
    section.current?.scrollIntoView({ block: "nearest" });
  }, []);
  const Icon = isAccepted ? ShieldCheck : ShieldAlert;
  return (
    <section
      ref={section}
      aria-labelledby="first-certificate"
      className="scroll-m-4 overflow-hidden rounded-card border border-line"
    >
      <div
        data-ground
        className={cx(
          "flex items-start gap-2.5 px-4 py-3",
          isAccepted ? "bg-ok-soft text-ok-ink" : "bg-wait-soft text-wait-ink",
        )}
      >
        <Icon aria-hidden size={18} className="mt-px shrink-0" />
        <div>
          <h3 id="first-certificate" ref={head} tabIndex={-1} className="text-card outline-none">
            {isAccepted ? t.certificateAccepted : t.certificateTitle}
          </h3>
          <p className="mt-0.5 text-small">{isAccepted ? t.certificateAcceptedHelp : t.certificateHelp}</p>
        </div>
      </div>
      <dl className="grid gap-x-6 gap-y-2 px-4 py-3 sm:grid-cols-2">
        {!isAccepted && (
          <>
            <Fact label={t.certificateSubject} value={subject || t.certificateNameless} />
            <Fact
              label={t.certificateIssuer}
              value={issuer !== "" && issuer === subject ? t.certificateOwn : issuer || t.certificateNameless}
            />
            <Fact label={t.certificateValidTo} value={valid_to === null ? words.none : formatDay(valid_to)} />
            <Fact label={t.certificateConnection} value={used} />
          </>
        )}
        <div className="sm:col-span-2">
          <dt className="text-meta text-ink-2">{t.certificateFingerprint}</dt>
          <dd translate="no" className="font-mono text-small break-all text-ink">
            {formatFingerprint(fingerprint)}
          </dd>
        </div>
      </dl>
      {!isAccepted && (
        <div className="px-4 pb-3.5">
          <Button icon={ShieldCheck} onPress={onAccept}>
            {t.certificateAccept}
          </Button>
        </div>
      )}
    </section>
  );
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div className="min-w-0">
      <dt className="text-meta text-ink-2">{label}</dt>
      <dd className="text-small break-words text-ink">{value}</dd>
    </div>
  );
}
