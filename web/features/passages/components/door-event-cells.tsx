// Words and pills for a door's events.

import {
  BatteryLow,
  DoorOpen,
  History,
  Lock,
  LockOpen,
  type LucideIcon,
  OctagonAlert,
  Timer,
  TriangleAlert,
} from "lucide-react";
import type { ReactNode } from "react";
import { wasClockWrong } from "#contract/door-events.ts";
import type { DoorEventListRow } from "#contract/tables/door-events.ts";
import { formatClock, formatDay, formatExact } from "#web/lib/dates.ts";
import { doorReasonText } from "#web/lib/passages/door-reason.ts";
import { controllerName } from "#web/lib/passages/event-names.ts";
import { words } from "#web/texts/words.sv.ts";
import { GrantedPill, Pill, type Tone } from "#web/ui/pill.tsx";
import { doorLogTexts as t } from "../texts/door-log.sv.ts";

/** An event read this much later than it happened: the controller was out of reach meanwhile. */
const LATE_MS = 120_000;

export function isLate({ occurred_at, received_at }: Pick<DoorEventListRow, "occurred_at" | "received_at">): boolean {
  return Date.parse(received_at) - Date.parse(occurred_at) > LATE_MS;
}

const PLAIN: Partial<Record<DoorEventListRow["kind"], { tone: Tone; icon: LucideIcon }>> = {
  remote_open: { tone: "accent", icon: DoorOpen },
  hold_started: { tone: "accent", icon: LockOpen },
  hold_ended: { tone: "idle", icon: Lock },
  hold_ended_unlocked: { tone: "accent", icon: LockOpen },
};

const ALARMS: Partial<Record<DoorEventListRow["kind"], { tone: Tone; icon: LucideIcon }>> = {
  door_forced: { tone: "fail", icon: OctagonAlert },
  tamper: { tone: "fail", icon: OctagonAlert },
  door_held_open: { tone: "wait", icon: Timer },
  battery_low: { tone: "wait", icon: BatteryLow },
  controller_restarted: { tone: "wait", icon: History },
};

/** Returns the words of a row about a gap in the log; null for all others. */
export function silenceOf(row: DoorEventListRow): ReactNode {
  if (row.kind !== "gap" && row.kind !== "outage") return null;
  const Icon = row.kind === "gap" ? TriangleAlert : History;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2 text-small">
      <span className="inline-flex w-26 shrink-0 items-center gap-2 font-medium phone:w-full @4xl/list:w-40">
        <Icon aria-hidden size={15} className="shrink-0" />
        {t.kinds[row.kind]}
      </span>
      <span className="min-w-0 flex-1 basis-60">
        <b className="font-strong">{controllerName(row)}</b> {whyOf(row)}
      </span>
    </div>
  );
}

export function silenceClass({ kind }: DoorEventListRow): string | undefined {
  if (kind === "gap") return "bg-wait-soft! text-wait-ink";
  return kind === "outage" ? "bg-sunken! text-ink-2" : undefined;
}

/** Returns the period of a gap. A day is named where it is not today, and once where both times are on it. */
function periodOf({ gap_from: from, occurred_at: to }: DoorEventListRow): string {
  if (from === null) return t.gapUntil(formatExact(to));
  const isOneDay = formatDay(from) === formatDay(to);
  const isToday = formatDay(to) === formatDay(Date.now());
  return t.gapBetween(
    isOneDay && isToday ? formatClock(from) : formatExact(from),
    isOneDay ? formatClock(to) : formatExact(to),
  );
}

/** Returns the text of the event's pill. */
export function eventStatus(row: DoorEventListRow): string {
  if (row.kind !== "access") return t.kinds[row.kind];
  return row.granted ? words.granted : words.denied;
}

export function EventPill({ row }: { row: DoorEventListRow }) {
  if (row.kind === "access") return <GrantedPill granted={row.granted ?? false} />;
  const alarm = ALARMS[row.kind] ?? PLAIN[row.kind];
  if (alarm)
    return (
      <Pill tone={alarm.tone} icon={alarm.icon}>
        {t.kinds[row.kind]}
      </Pill>
    );
  return <Pill tone="idle">{t.kinds[row.kind]}</Pill>;
}

export function whyOf(row: DoorEventListRow): string {
  return [eventReason(row), wasClockWrong(row) && t.clockWasWrong].filter(Boolean).join(" · ");
}

function eventReason(row: DoorEventListRow): string {
  if (row.kind === "outage") return t.outage(periodOf(row));
  if (row.gap_cause !== null) return `${periodOf(row)}: ${t.gapCauses[row.gap_cause]}`;
  const ordered = row.door_commands ?? row.door_holds;
  if (row.kind === "remote_open") {
    const outcome = row.granted === null ? t.openedUnknown : row.granted ? "" : t.openedNot;
    return [ordered && doorReasonText(ordered.reason), outcome].filter(Boolean).join(" · ");
  }
  if (row.kind === "hold_started" && row.door_holds)
    return `${doorReasonText(row.door_holds.reason)} · ${t.heldUntil(formatExact(row.door_holds.until))}`;
  return row.reason === null ? t.kindWhy[row.kind] : t.reasons[row.reason];
}
