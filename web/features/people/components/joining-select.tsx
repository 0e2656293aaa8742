import { Select } from "#web/ui/choices/select.tsx";
import { RetryNote } from "#web/ui/note.tsx";
import { groupsTexts as t } from "../texts/groups.sv.ts";
import type { JoiningGroup } from "../use-joining-group.ts";

const NONE = "none";

/** Chooses the group that an import puts people in; nothing where the organisation has no group. */
export function JoiningSelect({ label, of }: { label: string; of: JoiningGroup }) {
  const { groups, joining, hasFailed, retry, choose } = of;
  if (hasFailed)
    return (
      <RetryNote role="alert" onRetry={retry}>
        {t.loadFailed}
      </RetryNote>
    );
  if (groups === undefined || groups.length === 0) return null;
  return (
    <Select
      label={label}
      hint={joining?.is_default === true ? t.givenToNew : undefined}
      options={[{ id: NONE, label: t.joinNone }, ...groups.map(({ id, name }) => ({ id, label: name }))]}
      value={joining?.id ?? NONE}
      onChange={(id) => choose(id === NONE ? null : id)}
    />
  );
}
