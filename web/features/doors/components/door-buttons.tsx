// A held door has only its lock; a door that cannot be reached has none that work.
import { Lock } from "lucide-react";
import type { DoorListRow } from "#contract/tables/door-states.ts";
import { useNow } from "#web/lib/now.ts";
import { doorsTexts as t } from "#web/texts/doors.ts";
import { Button } from "#web/ui/button.tsx";
import { toastError, toastFailure, toastSuccess } from "#web/ui/toast.tsx";
import { useReleaseDoor } from "../api/control-door.ts";
import { lastingHold, standingOf } from "../describe-door.ts";
import { doorName } from "../door-words.ts";
import { useDoorDialogs } from "../use-door-dialog.ts";

export function DoorButtons({ row }: { row: DoorListRow }) {
  const { ask } = useDoorDialogs();
  const now = useNow();
  const name = doorName(row);
  const isReachable = standingOf(row, now).kind !== "unknown" && row.enabled && row.controllers.enabled;
  if (lastingHold(row, now)) return <LockButton row={row} />;
  return (
    <div className="flex justify-end gap-1.5 phone:mt-1 phone:w-full phone:*:flex-1">
      <Button
        size="sm"
        isDisabled={!isReachable}
        aria-label={t.openNamed(name)}
        onPress={() => ask({ about: "OPEN", door: row })}
      >
        {t.openDoor}
      </Button>
      <Button
        size="sm"
        isDisabled={!isReachable}
        aria-label={t.holdNamed(name)}
        onPress={() => ask({ about: "HOLD", door: row })}
      >
        {t.hold}
      </Button>
    </div>
  );
}

function LockButton({ row }: { row: DoorListRow }) {
  const release = useReleaseDoor();
  const name = doorName(row);
  const lock = async () => {
    try {
      const { locked } = await release.mutateAsync({ access_point_id: row.id });
      if (locked) toastSuccess(t.lockedNow(name));
      else toastError(t.lockedLaterHelp, { title: t.lockedLater(name) });
    } catch (error) {
      toastFailure(error);
    }
  };
  return (
    <div className="flex justify-end phone:mt-1 phone:w-full phone:*:flex-1">
      <Button size="sm" icon={Lock} busy={release.isPending} aria-label={t.lockNamed(name)} onPress={() => void lock()}>
        {t.lock}
      </Button>
    </div>
  );
}
