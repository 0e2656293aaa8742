import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { doorHoursTexts as t } from "#web/features/controllers/texts/door-hours.sv.ts";
import { weekWords } from "#web/lib/doors/schedule-words.ts";
import { getSchedulesQueryOptions } from "#web/lib/doors/schedules.ts";
import { words } from "#web/texts/words.sv.ts";
import { ComboBox } from "#web/ui/choices/combo-box.tsx";
import { Select } from "#web/ui/choices/select.tsx";
import { AsyncConfirmDialog } from "#web/ui/dialogs/async-confirm-dialog.tsx";
import { Note } from "#web/ui/note.tsx";
import { usePreview } from "#web/ui/preview/use-preview.tsx";
import { doorTitle, savingOf } from "../access-point-rules.ts";
import type { Door } from "../api/get-access-points.ts";

export interface DoorHoursQuestionProps {
  door: Door;
  save: (scheduleId: string | null) => Promise<unknown>;
  onClose: () => void;
}

const ALWAYS = "always";
const MOST_IN_SELECT = 8;

/** Asks which schedule limits a door, because it limits everybody there. */
export function DoorHoursQuestion({ door, save, onClose }: DoorHoursQuestionProps) {
  const list = useQuery(getSchedulesQueryOptions());
  const preview = usePreview();
  const [chosen, choose] = useState(door.hours_schedule_id ?? ALWAYS);
  const schedules = list.data?.schedules ?? [];
  const options = [
    { id: ALWAYS, label: t.always, description: t.alwaysHelp },
    ...schedules.map((schedule) => ({ id: schedule.id, label: schedule.name, description: weekWords(schedule) })),
  ];
  const field = { label: t.schedule, value: chosen, onChange: (id: string | null) => choose(id ?? ALWAYS), options };
  async function run(): Promise<void> {
    const hours_schedule_id = chosen === ALWAYS ? null : chosen;
    await preview.requireConfirmed({ call: "door-hours", body: { access_point_id: door.id, hours_schedule_id } });
    await save(hours_schedule_id);
  }
  return (
    <>
      <AsyncConfirmDialog
        act={savingOf(door)}
        title={t.action}
        consequence={t.consequence}
        confirmLabel={words.save}
        busyLabel={words.saving}
        confirmVariant="primary"
        run={run}
        onClose={onClose}
      >
        <p className="mb-3">{t.question(doorTitle(door))}</p>
        {options.length > MOST_IN_SELECT ? <ComboBox {...field} /> : <Select {...field} isLoading={list.isPending} />}
        {chosen !== ALWAYS && door.controllers?.keeps_hours === false && (
          <Note tone="fail" className="mt-3">
            {t.unable}
          </Note>
        )}
        {list.isError && <p className="mt-2 text-small text-fail-ink">{`${t.loadFailed} ${list.error.message}`}</p>}
        {list.isSuccess && schedules.length === 0 && <p className="mt-2 text-small">{t.noSchedules}</p>}
      </AsyncConfirmDialog>
      {preview.panel}
    </>
  );
}
