import { CircleMinus, WifiOff } from "lucide-react";
import { useEffect } from "react";
import { DEVICE_KINDS } from "#contract/devices.ts";
import type { ControllerState } from "#contract/tables/sync-status.ts";
import { announce } from "#web/lib/announce.ts";
import { formatMoment } from "#web/lib/dates.ts";
import { useNow } from "#web/lib/now.ts";
import { Note } from "#web/ui/note.tsx";
import { syncTexts } from "../texts/sync-status.sv.ts";

export function AllSyncedNote({ controllers, isOrg }: { controllers: readonly ControllerState[]; isOrg: boolean }) {
  const now = useNow();
  const looked = leastRecentComparison(controllers);
  useEffect(() => announce(syncTexts.allSyncedSaid), []);
  const time = looked && formatMoment(looked, now);
  return (
    <Note tone="ok">
      <b className="font-bold">{syncTexts.allSynced}</b>{" "}
      {isOrg ? syncTexts.orgAllSynced : time ? syncTexts.lastFull(time) : ""}
    </Note>
  );
}

/** Says that nothing exists yet, and claims nothing else. */
export function NothingYetNote() {
  return (
    <Note tone="quiet" icon={CircleMinus}>
      <b className="font-bold">{syncTexts.nothingYet}</b> {syncTexts.nothingYetHelp}
    </Note>
  );
}

export function NoContactNote() {
  return (
    <Note tone="wait" icon={WifiOff}>
      <b className="font-bold">{syncTexts.noContactNote}</b> {syncTexts.noContactHelp}
    </Note>
  );
}

/** Returns the oldest comparison of the door controllers in use; null when one has never been compared. */
export function leastRecentComparison(controllers: readonly ControllerState[]): string | null {
  const times = controllers
    .filter(
      (unit) => DEVICE_KINDS[unit.device_type] === "door" && (unit.state === "online" || unit.state === "offline"),
    )
    .map((unit) => unit.last_full_at);
  if (times.length === 0 || times.some((time) => time === null)) return null;
  return times.filter((time) => time !== null).toSorted((one, other) => Date.parse(one) - Date.parse(other))[0] ?? null;
}
