import { useQuery } from "@tanstack/react-query";
import { Ban, CircleHelp, Clock, CreditCard, Hash, KeyRound, Unplug } from "lucide-react";
import { attemptsPerCode } from "#contract/pin-risk.ts";
import { pinAloneTexts, accessPointsTexts as t } from "#web/features/controllers/texts/access-points.sv.ts";
import { doorPinTexts } from "#web/features/controllers/texts/door-pin.sv.ts";
import { formatDay, formatNumber } from "#web/lib/dates.ts";
import { getDoorCodesQueryOptions } from "#web/lib/doors/door-codes.ts";
import { pinHoursWords, riskWords } from "#web/lib/doors/door-pin.ts";
import { Pill } from "#web/ui/pill.tsx";
import { Tooltip } from "#web/ui/tooltip.tsx";
import type { Door } from "../api/get-access-points.ts";
import { type DoorWarning, doorWarnings } from "../door-warnings.ts";

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

function FourDigitPill({ door }: { door: Door }) {
  const { data } = useQuery(getDoorCodesQueryOptions([door.controller_id]));
  const codes = data?.get(door.id);
  const attempts = attemptsPerCode(codes ?? 0);
  return (
    <Tooltip text={doorPinTexts.fourDigitsHelp(riskWords(codes))}>
      <Pill tone="wait" icon={Hash}>
        {attempts === null ? doorPinTexts.fourDigitsOnly : doorPinTexts.fourDigitsShort(formatNumber(attempts))}
      </Pill>
    </Tooltip>
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
    <Tooltip text={help}>
      <Pill tone={tone} icon={icon}>
        {text}
      </Pill>
    </Tooltip>
  );
}

function WarningPill({ warning, door }: { warning: DoorWarning; door: Door }) {
  switch (warning.kind) {
    case "missing":
      return (
        <Tooltip text={t.missingHelp(formatDay(warning.since))}>
          <Pill tone="fail" icon={Unplug}>
            {t.missing}
          </Pill>
        </Tooltip>
      );
    case "pin-alone":
      return <PinAlonePill state={warning.state} door={door} />;
    case "nobody":
      return (
        <Tooltip text={doorPinTexts.nobodyHelp}>
          <Pill tone="fail" icon={Ban}>
            {doorPinTexts.nobody}
          </Pill>
        </Tooltip>
      );
    case "never":
      return (
        <Tooltip text={doorPinTexts.neverHelp}>
          <Pill tone="wait" icon={CreditCard}>
            {doorPinTexts.never}
          </Pill>
        </Tooltip>
      );
    case "unknown":
      return (
        <Tooltip text={doorPinTexts.unknownHelp}>
          <Pill tone="wait" icon={CircleHelp}>
            {doorPinTexts.unknown}
          </Pill>
        </Tooltip>
      );
    case "hours": {
      const hours = warning.hours ? pinHoursWords(warning.hours) : doorPinTexts.someHours;
      return (
        <Tooltip text={doorPinTexts.hoursHelp(hours)}>
          <Pill tone="wait" icon={Clock}>
            {doorPinTexts.hours(hours)}
          </Pill>
        </Tooltip>
      );
    }
    case "four-digits":
      return <FourDigitPill door={door} />;
    case "pin-length":
      return (
        <Tooltip text={t.pinLengthHelp(warning.range)}>
          <Pill tone="wait" icon={Hash}>
            {t.pinLength(warning.range)}
          </Pill>
        </Tooltip>
      );
    case "no-pin":
      return (
        <Tooltip text={t.noPinHelp(warning.range)}>
          <Pill tone="fail" icon={Hash}>
            {t.noPin}
          </Pill>
        </Tooltip>
      );
  }
}
