// Announces a door that was forced, or did not lock again, to screen readers while the page is open.
import { useEffect, useRef } from "react";
import type { DoorHoldRow, DoorListRow } from "#contract/tables/door-states.ts";
import { announceAlarm } from "#web/lib/announce.ts";
import { standingOf } from "./describe-door.ts";
import { doorName } from "./door-words.ts";
import { doorsTexts as t } from "./texts/doors.sv.ts";

/** A lock is read some seconds after the end of every hold; until then nothing is wrong. */
const SAID_AFTER_MS = 10_000;
const SAID = { forced: t.forcedNow, not_relocked: t.notRelockedNow } as const;

export function useDoorAlarms(rows: readonly DoorListRow[] | undefined): void {
  const known = useRef<ReadonlySet<string> | null>(null);
  useEffect(() => {
    if (!rows) return;
    const alarms = alarmsOf(rows, Date.now());
    const news = alarms.filter(({ key }) => known.current !== null && !known.current.has(key));
    known.current = new Set(alarms.map(({ key }) => key));
    if (news.length > 0) announceAlarm(news.map(({ text }) => text).join(". "));
  }, [rows]);
}

/** Returns urgent messages, each under its own key. */
export function alarmsOf(rows: readonly DoorListRow[], now: number): { key: string; text: string }[] {
  return rows.flatMap((row) => {
    const standing = standingOf(row, now);
    const { kind } = standing;
    if (kind !== "forced" && kind !== "not_relocked") return [];
    if (kind === "not_relocked" && now - endOf(standing.hold) < SAID_AFTER_MS) return [];
    return [{ key: `${kind} ${row.id}`, text: SAID[kind](doorName(row)) }];
  });
}

const endOf = ({ ended_at, until }: DoorHoldRow): number => Math.min(Date.parse(ended_at ?? until), Date.parse(until));
