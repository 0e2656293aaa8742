import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { accessGroups } from "#contract/functions/access-groups.ts";
import { callAction } from "#web/lib/calls/functions.ts";
import { formatNumber } from "#web/lib/dates.ts";
import { words } from "#web/texts/words.sv.ts";
import { Button } from "#web/ui/button.tsx";
import { Select } from "#web/ui/choices/select.tsx";
import { Dialog, DialogFoot } from "#web/ui/dialogs/dialog.tsx";
import { SEVERAL, usePreview } from "#web/ui/preview/use-preview.tsx";
import { toastDone, toastFailure } from "#web/ui/toasts/toast.tsx";
import { getGroupsQueryOptions, useGroupChange } from "../api/groups.ts";
import type { Person } from "../person.ts";
import { groupsTexts as t } from "../texts/groups.sv.ts";

export interface PutInGroupDialogProps {
  /** People of one organisation. */
  people: readonly Person[];
  organizationId: string;
  onDone: () => void;
  onClose: () => void;
}

/** Puts people in a group. */
export function PutInGroupDialog({ people, organizationId, onDone, onClose }: PutInGroupDialogProps) {
  const { data: groups = [], isPending } = useQuery(getGroupsQueryOptions(organizationId));
  const [picked, setPicked] = useState<string | null>(null);
  const only = groups.length === 1 ? groups[0]?.id : undefined;
  const chosen = picked ?? only ?? null;
  const group = groups.find(({ id }) => id === chosen);
  const put = useGroupChange((id: string) =>
    callAction(accessGroups.SET_MEMBERS, { id, add: people.map((person) => person.id), remove: [] }),
  );
  const preview = usePreview();
  async function run(): Promise<void> {
    if (group === undefined) return;
    const members = { id: group.id, add: people.map((person) => person.id), remove: [] };
    const body = { action: "SET_MEMBERS" as const, ...members };
    try {
      if (!(await preview.confirmed({ call: "access-groups", body }, SEVERAL))) return;
      await put.mutateAsync(group.id);
      toastDone("people:group", t.put(group.name));
      onDone();
      onClose();
    } catch (error) {
      toastFailure("people:group", error);
    }
  }
  return (
    <Dialog
      isOpen
      size="sm"
      onClose={onClose}
      title={t.putInTitle(formatNumber(people.length), people.length === 1)}
      footer={(close) => (
        <DialogFoot>
          <Button onPress={close}>{words.cancel}</Button>
          <Button
            variant="primary"
            isDisabled={group === undefined}
            busy={put.isPending}
            busyLabel={words.saving}
            onPress={() => void run()}
          >
            {t.putIn}
          </Button>
        </DialogFoot>
      )}
    >
      <Select
        label={t.group}
        placeholder={t.chooseGroup}
        isLoading={isPending}
        hint={!isPending && groups.length === 0 ? t.noGroups : undefined}
        options={groups.map(({ id, name }) => ({ id, label: name }))}
        value={chosen}
        onChange={setPicked}
      />
      {preview.panel}
    </Dialog>
  );
}
