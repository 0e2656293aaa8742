// The strip above a controller's facts: a healthy unit, or one that needs attention.
import { useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { doorLogTexts } from "#web/features/passages/texts/door-log.sv.ts";
import { formatDay, formatEnd, formatMinute, formatNumber } from "#web/lib/dates.ts";
import { useNow } from "#web/lib/now.ts";
import { words } from "#web/texts/words.sv.ts";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import type { DeviceFacts } from "../api/device-facts.ts";
import { type DeviceHealth, getDeviceHealthQueryOptions, type OwnEvent } from "../api/device-health.ts";
import { type ClockReading, certificateEnd, readCameraClock, readClock } from "../device-health.ts";
import { controllerDialogTexts as t } from "../texts/controller-dialog.sv.ts";

export function DeviceHealthStrip({ controllerId, facts }: { controllerId: string; facts: DeviceFacts }) {
  const { data: health, isError } = useQuery(getDeviceHealthQueryOptions(controllerId));
  const { firmware, cert_valid_to, last_sync, push_skew_ms } = facts;
  return (
    <dl
      aria-label={t.health}
      className="mt-2.5 grid grid-cols-2 gap-x-6 gap-y-2.5 rounded-card border border-line bg-sunken p-3 sm:grid-cols-3"
    >
      <Sign label={t.lastContact}>
        <RelativeTime value={last_sync} fallback={t.never} always />
      </Sign>
      {health && <LogSigns health={health} />}
      {push_skew_ms !== null && <ClockSign clock={readCameraClock(push_skew_ms)} />}
      {cert_valid_to !== null && <Certificate validTo={cert_valid_to} />}
      <Sign label={t.deviceFirmware}>{firmware ?? words.none}</Sign>
      {isError && <Sign label={t.healthLog}>{t.healthFailed}</Sign>}
    </dl>
  );
}

function LogSigns({ health: { clockSkewMs, restart, gap, tamper, battery } }: { health: DeviceHealth }) {
  return (
    <>
      <Sign label={t.lastRestart}>
        <RelativeTime value={restart?.occurred_at} fallback={t.noneInLog} always />
      </Sign>
      <ClockSign clock={readClock(clockSkewMs)} />
      <Sign label={t.lastGap}>{gap === null ? t.noneInLog : <Gap gap={gap} />}</Sign>
      {tamper !== null && (
        <Sign label={t.lastTamper} isTrouble>
          <RelativeTime value={tamper.occurred_at} always />
        </Sign>
      )}
      {battery !== null && (
        <Sign label={t.lowBattery} isTrouble>
          <RelativeTime value={battery.occurred_at} always />
        </Sign>
      )}
    </>
  );
}

function ClockSign({ clock }: { clock: ClockReading }) {
  if (clock.is !== "fast" && clock.is !== "slow")
    return <Sign label={t.clock}>{clock.is === "right" ? t.clockRight : t.clockUnmeasured}</Sign>;
  return (
    <Sign label={t.clock} isTrouble={clock.isTrouble}>
      {t.clockWrong[clock.is](t.clockUnits[clock.unit](formatNumber(clock.count)))}
    </Sign>
  );
}

function Gap({ gap: { occurred_at, gap_from, gap_cause } }: { gap: OwnEvent }) {
  return (
    <span title={gap_cause === null ? undefined : doorLogTexts.gapCauses[gap_cause]}>
      {gap_from === null ? (
        <RelativeTime value={occurred_at} always />
      ) : (
        doorLogTexts.gapBetween(formatMinute(gap_from), formatEnd(occurred_at, gap_from))
      )}
    </span>
  );
}

function Certificate({ validTo }: { validTo: string }) {
  const end = certificateEnd(validTo, useNow());
  const day = formatDay(validTo);
  return (
    <Sign label={t.certificate} isTrouble={end !== "far"}>
      {end === "ended" ? t.certificateEnded(day) : t.certificateUntil(day)}
    </Sign>
  );
}

function Sign({ label, isTrouble = false, children }: { label: string; isTrouble?: boolean; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-meta text-ink-2">{label}</dt>
      {isTrouble ? (
        <dd className="flex items-start gap-1.5 text-small break-words text-wait-ink">
          <TriangleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
          <span className="min-w-0">{children}</span>
        </dd>
      ) : (
        <dd className="text-small break-words text-ink">{children}</dd>
      )}
    </div>
  );
}
