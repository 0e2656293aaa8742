import { CircleHelp, DoorOpen, Lock, LockOpen, type LucideIcon, OctagonAlert, Timer } from "lucide-react";
import type { DoorListRow } from "#contract/tables/door-states.ts";
import { formatClock, formatMoment } from "#web/lib/dates.ts";
import { useNow } from "#web/lib/now.ts";
import { Pill, type Tone } from "#web/ui/pill.tsx";
import { type DoorStanding, minutesSince, standingOf } from "../describe-door.ts";
import { doorsTexts as t } from "../texts/doors.sv.ts";

const LOOKS: Record<Exclude<DoorStanding["kind"], "unknown">, { tone: Tone; icon: LucideIcon }> = {
  locked: { tone: "idle", icon: Lock },
  blocked: { tone: "idle", icon: Lock },
  accessed: { tone: "idle", icon: LockOpen },
  open: { tone: "idle", icon: DoorOpen },
  unlocked: { tone: "accent", icon: LockOpen },
  held_unlocked: { tone: "accent", icon: LockOpen },
  held_open: { tone: "wait", icon: Timer },
  forced: { tone: "fail", icon: OctagonAlert },
  not_relocked: { tone: "fail", icon: LockOpen },
};

/** Shows the state. With `isShort`, or in a narrow place, the time from which the state is unknown stands beside the pill. */
export function DoorPill({ row, isShort = false }: { row: DoorListRow; isShort?: boolean }) {
  const now = useNow();
  const standing = standingOf(row, now);
  if (standing.kind === "unknown")
    return (
      <span className="inline-flex min-h-[22px] max-w-full items-center gap-1.5 rounded-chip border border-dashed border-field px-1.5 text-meta font-medium text-ink-2">
        <CircleHelp aria-hidden size={13} strokeWidth={2.25} className="shrink-0" />
        <span className="truncate">
          {t.unknown}
          {!isShort && standing.last !== "unknown" && (
            <span className="hidden @4xl/list:inline"> · {t.unknownSince(formatMoment(standing.since, now))}</span>
          )}
        </span>
      </span>
    );
  const { tone, icon } = LOOKS[standing.kind];
  return (
    <Pill tone={tone} icon={icon}>
      {wordOf(standing, now)}
    </Pill>
  );
}

function wordOf(standing: Exclude<DoorStanding, { kind: "unknown" }>, now: number): string {
  switch (standing.kind) {
    case "held_unlocked":
      return t.heldUntil(formatClock(standing.hold.until));
    case "held_open":
      return t.heldOpen(minutesSince(standing.since, now));
    case "not_relocked":
      return t.notRelocked;
    default:
      return t[standing.kind];
  }
}
