// Says a door that was forced, or did not lock again, to whoever reads by ear while the page is open.
import { useEffect, useRef } from "react";
import type { DoorListRow } from "#contract/tables/door-states.ts";
import { announce } from "#web/lib/announce.ts";
import { doorsTexts as t } from "#web/texts/doors.ts";
import { standingOf } from "./describe-door.ts";
import { doorName } from "./door-words.ts";

const SAID = { forced: t.forcedNow, not_relocked: t.notRelockedNow } as const;

export function useDoorAlarms(rows: readonly DoorListRow[] | undefined): void {
  const known = useRef<ReadonlySet<string> | null>(null);
  useEffect(() => {
    if (!rows) return;
    const now = Date.now();
    const alarms = rows.flatMap((row) => {
      const { kind } = standingOf(row, now);
      return kind === "forced" || kind === "not_relocked"
        ? [{ key: `${kind} ${row.id}`, text: SAID[kind](doorName(row)) }]
        : [];
    });
    const news = alarms.filter(({ key }) => known.current !== null && !known.current.has(key));
    known.current = new Set(alarms.map(({ key }) => key));
    if (news.length > 0) announce(news.map(({ text }) => text).join(". "));
  }, [rows]);
}
