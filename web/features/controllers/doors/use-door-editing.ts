import { useState } from "react";
import { accessPointsTexts as t } from "#web/features/controllers/texts/access-points.sv.ts";
import { usePortalForm } from "#web/ui/forms/form.tsx";
import { unchangedSince } from "#web/ui/forms/typed-meanwhile.ts";
import { endToasts, toastDone, toastFailure } from "#web/ui/toasts/toast.tsx";
import { accessPointRules, type DoorValues, doorInput, NO_DOOR, savingOf } from "./access-point-rules.ts";
import { countDoorPeople } from "./api/count-door-people.ts";
import type { Door } from "./api/get-access-points.ts";
import { type DoorChange, useUpdateAccessPoint } from "./api/update-access-point.ts";
import type { DoorQuestion } from "./components/disable-question.tsx";
import type { DoorEdit } from "./components/door-edit.ts";

/** Returns the edited row, its form, the open question about a door, and the function that saves a change. */
export function useDoorEditing(controllerId: string) {
  const { update, change, question } = useDoorChange(controllerId);
  const form = usePortalForm(accessPointRules, NO_DOOR);
  const [editing, setEditing] = useState<Door | null>(null);
  const [lastEdited, setLastEdited] = useState<string | null>(null);
  const [removing, setRemoving] = useState<Door | null>(null);
  const [asked, setAsked] = useState<{ door: Door; about: "pin-alone" | "hours" } | null>(null);

  function stopEditing(): void {
    setLastEdited(editing?.id ?? null);
    setEditing(null);
    form.reset(NO_DOOR);
  }

  async function save(values: DoorValues): Promise<void> {
    const isAsSent = unchangedSince(form);
    if (!editing || !(await change(editing, values))) return;
    toastDone(savingOf(editing), t.saved);
    // Escape may have closed the row meanwhile, and another one may be open.
    if (isAsSent()) stopEditing();
  }

  async function savePinAlone(door: Door, pinAlone: boolean): Promise<void> {
    await update.mutateAsync({ id: door.id, change: { pin_alone: pinAlone } });
    toastDone(savingOf(door), t.saved);
  }

  async function saveHours(door: Door, scheduleId: string | null): Promise<void> {
    await update.mutateAsync({ id: door.id, change: { hours_schedule_id: scheduleId } });
    toastDone(savingOf(door), t.saved);
  }

  const edit: DoorEdit = {
    editing,
    lastEdited,
    form,
    edit: (door) => {
      setLastEdited(null);
      form.reset(doorInput(door));
      setEditing(door);
    },
    cancel: stopEditing,
    remove: setRemoving,
    setEnabled: (door, enabled) => void change(door, { enabled }),
    askHours: (door) => setAsked({ door, about: "hours" }),
    askPinAlone: (door) => setAsked({ door, about: "pin-alone" }),
  };
  return {
    edit,
    save,
    savePinAlone,
    saveHours,
    removing,
    asked,
    question,
    stopRemoving: () => setRemoving(null),
    stopAsking: () => setAsked(null),
  };
}

/** Changes a door; asks first when somebody would lose the door. */
function useDoorChange(controllerId: string) {
  const update = useUpdateAccessPoint(controllerId);
  const [question, setQuestion] = useState<DoorQuestion | null>(null);

  /** Returns true when the change may go on. */
  async function mayChange(door: Door, next: DoorChange): Promise<boolean> {
    if (!door.enabled || next.enabled !== false) return true;
    const people = await countDoorPeople(door.id);
    if (people === 0) return true;
    return new Promise((resolve) => {
      setQuestion({
        door,
        people,
        answer: (yes) => {
          setQuestion(null);
          resolve(yes);
        },
      });
    });
  }

  async function change(door: Door, next: DoorChange): Promise<boolean> {
    endToasts(savingOf(door));
    try {
      if (!(await mayChange(door, next))) return false;
      await update.mutateAsync({ id: door.id, change: next });
      return true;
    } catch (error) {
      toastFailure(savingOf(door), error);
      return false;
    }
  }

  return { update, change, question };
}
