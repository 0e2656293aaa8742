import { useQuery } from "@tanstack/react-query";
import { Ban, CircleHelp, Clock, CreditCard, Hash, KeyRound, LockOpen, Unplug } from "lucide-react";
import { attemptsPerCode } from "#contract/pin-risk.ts";
import { pinAloneTexts, accessPointsTexts as t } from "#web/features/controllers/texts/access-points.sv.ts";
import { doorPinTexts } from "#web/features/controllers/texts/door-pin.sv.ts";
import { formatDay, formatNumber } from "#web/lib/dates.ts";
import { getDoorCodesQueryOptions } from "#web/lib/doors/door-codes.ts";
import { pinHoursWords, riskWords } from "#web/lib/doors/door-pin.ts";
import { Pill, type PillProps } from "#web/ui/pill.tsx";
import { Tooltip } from "#web/ui/tooltip.tsx";
import type { Door } from "../api/get-access-points.ts";
import { type DoorWarning, doorWarnings } from "../door-warnings.ts";
import { DoorHoursPill } from "./door-hours-pill.tsx";

export function DoorWarningPills({ door }: { door: Door }) {
  const warnings = doorWarnings(door);
  if (warnings.length === 0) return null;
  return (
    <span className="mt-1 flex flex-wrap gap-1 max-sm:mb-1.5">
      {warnings.map((warning) => (
        <WarningPill key={warning.kind} warning={warning} door={door} />
      ))}
    </span>
  );
}

interface WarningProps extends Pick<PillProps, "tone" | "icon" | "children"> {
  help: string;
}

function Warning({ help, ...pill }: WarningProps) {
  return (
    <Tooltip text={help}>
      <Pill {...pill} />
    </Tooltip>
  );
}

function FourDigitPill({ door }: { door: Door }) {
  const { data } = useQuery(getDoorCodesQueryOptions([door.controller_id]));
  const codes = data?.get(door.id);
  const attempts = attemptsPerCode(codes ?? 0);
  return (
    <Warning help={doorPinTexts.fourDigitsHelp(riskWords(codes))} tone="wait" icon={Hash}>
      {attempts === null ? doorPinTexts.fourDigitsOnly : doorPinTexts.fourDigitsShort(formatNumber(attempts))}
    </Warning>
  );
}

function PinAlonePill({ state, door }: { state: "on" | "waits" | "no-rule"; door: Door }) {
  const { on, onHelp, waits, waitsHelp, lost, lostHelp } = pinAloneTexts;
  const looks = {
    on: { tone: "ok", icon: KeyRound, text: on, help: onHelp(door.pin_rule ?? "") },
    waits: { tone: "wait", icon: Clock, text: waits, help: waitsHelp(door.pin_alone) },
    "no-rule": { tone: "fail", icon: Ban, text: lost, help: lostHelp },
  } as const;
  const { tone, icon, text, help } = looks[state];
  return (
    <Warning help={help} tone={tone} icon={icon}>
      {text}
    </Warning>
  );
}

function WarningPill({ warning, door }: { warning: DoorWarning; door: Door }) {
  switch (warning.kind) {
    case "missing":
      return (
        <Warning help={t.missingHelp(formatDay(warning.since))} tone="fail" icon={Unplug}>
          {t.missing}
        </Warning>
      );
    case "pin-alone":
      return <PinAlonePill state={warning.state} door={door} />;
    case "nobody":
      return (
        <Warning help={doorPinTexts.nobodyHelp} tone="fail" icon={Ban}>
          {doorPinTexts.nobody}
        </Warning>
      );
    case "never":
      return (
        <Warning help={doorPinTexts.neverHelp} tone="wait" icon={CreditCard}>
          {doorPinTexts.never}
        </Warning>
      );
    case "unknown":
      return (
        <Warning help={doorPinTexts.unknownHelp} tone="wait" icon={CircleHelp}>
          {doorPinTexts.unknown}
        </Warning>
      );
    case "hours": {
      const hours = warning.hours ? pinHoursWords(warning.hours) : doorPinTexts.someHours;
      return (
        <Warning help={doorPinTexts.hoursHelp(hours)} tone="wait" icon={Clock}>
          {doorPinTexts.hours(hours)}
        </Warning>
      );
    }
    case "unlock-hours": {
      const hours = pinHoursWords(warning.hours);
      return (
        <Warning help={t.unlockHoursHelp(hours)} tone="accent" icon={LockOpen}>
          {t.unlockHours(hours)}
        </Warning>
      );
    }
    case "own-hours":
      return <DoorHoursPill door={door} />;
    case "four-digits":
      return <FourDigitPill door={door} />;
    case "pin-length":
      return (
        <Warning help={t.pinLengthHelp(warning.range)} tone="wait" icon={Hash}>
          {t.pinLength(warning.range)}
        </Warning>
      );
    case "no-pin":
      return (
        <Warning help={t.noPinHelp(warning.range)} tone="fail" icon={Hash}>
          {t.noPin}
        </Warning>
      );
  }
}
