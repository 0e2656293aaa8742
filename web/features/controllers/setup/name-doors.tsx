import type { UseQueryResult } from "@tanstack/react-query";
import { DoorClosed, RefreshCw } from "lucide-react";
import { type FormEvent, useId, useState } from "react";
import { NAME_MAX_LENGTH } from "#contract/limits.ts";
import { plainLine } from "#contract/plain-line.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { RetryNote } from "#web/ui/note.tsx";
import { toastDone, toastFailure } from "#web/ui/toasts/toast.tsx";
import type { Door } from "../doors/api/get-access-points.ts";
import { useSyncAccessPoints, useSyncedNow } from "../doors/api/sync-access-points.ts";
import { useUpdateAccessPoint } from "../doors/api/update-access-point.ts";
import { DoorWarningPills } from "../doors/components/door-warning-pills.tsx";
import { setupTexts as t } from "../texts/controller-setup.sv.ts";

export interface NameDoorsProps {
  controller: { id: string; name: string };
  doors: UseQueryResult<Door[]>;
  onDirty: (dirty: boolean) => void;
  onSaved: () => void;
}

/** Saves every changed name with one press. */
export function NameDoors({ controller, doors, onDirty, onSaved }: NameDoorsProps) {
  const headId = useId();
  const update = useUpdateAccessPoint(controller.id);
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const rows = doors.data ?? [];

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (update.isPending) return;
    const changed = rows.flatMap((door) => {
      const name = plainLine(typed[door.id] ?? door.door_name ?? "");
      return name === (door.door_name ?? "") ? [] : [{ id: door.id, change: { door_name: name === "" ? null : name } }];
    });
    try {
      for (const change of changed) await update.mutateAsync(change);
    } catch (error) {
      return toastFailure("doors:name", error);
    }
    if (changed.length > 0) toastDone("doors:name", t.namesSaved(changed.length));
    onSaved();
  }

  if (doors.isError && !doors.data)
    return (
      <RetryNote role="alert" onRetry={doors.refetch}>
        {t.doorsFailed} {doors.error.message}
      </RetryNote>
    );
  if (rows.length === 0) return <NoDoors controller={controller} />;
  return (
    <form id="name-doors" noValidate aria-labelledby={headId} onSubmit={(event) => void save(event)}>
      <h3 id={headId} className="text-card text-ink">
        {t.namesTitle(rows.length)}
      </h3>
      <p className="mt-1 mb-3.5 text-small text-ink-2">{t.namesHelp}</p>
      <div className="flex flex-col gap-3.5">
        {rows.map((door, index) => (
          <div key={door.id}>
            <TextField
              name={door.id}
              label={t.nameOf(door.name)}
              value={typed[door.id] ?? door.door_name ?? ""}
              onChange={(text) => {
                setTyped({ ...typed, [door.id]: text });
                onDirty(true);
              }}
              placeholder={t.example}
              maxLength={NAME_MAX_LENGTH}
              autoComplete="off"
              autoFocus={index === 0}
            />
            <DoorWarningPills door={door} />
          </div>
        ))}
      </div>
    </form>
  );
}

function NoDoors({ controller }: Pick<NameDoorsProps, "controller">) {
  const sync = useSyncAccessPoints();
  const isSyncing = useSyncedNow().includes(controller.id);
  return (
    <div role="status">
      <EmptyState
        icon={DoorClosed}
        title={t.reading(controller.name)}
        help={t.readingHelp}
        action={
          <Button
            icon={RefreshCw}
            busy={isSyncing}
            busyLabel={t.syncing}
            onPress={() => {
              if (!isSyncing) sync.mutate(controller);
            }}
          >
            {t.sync}
          </Button>
        }
      />
    </div>
  );
}
