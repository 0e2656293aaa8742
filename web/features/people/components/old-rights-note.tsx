import { useEffect } from "react";
import { useWatch } from "react-hook-form";
import type { EndUserForm } from "#contract/forms/end-user.ts";
import type { ControllerState } from "#contract/tables/sync-status.ts";
import { nameList } from "#web/lib/name-list.ts";
import { oldThings } from "#web/lib/people/removal-words.ts";
import type { CheckboxListGroup } from "#web/ui/choices/checkbox-list.tsx";
import { HeldUpNote } from "#web/ui/credentials/held-up-note.tsx";
import type { PortalForm } from "#web/ui/forms/form.tsx";
import { heldUpOf, takenFromPin } from "../held-up.ts";
import type { PersonCredential } from "../person.ts";
import { personDialogTexts as t } from "../texts/person-dialog.sv.ts";
import { newEndOf } from "../validity-hint.ts";

export interface OldRightsNoteProps {
  form: PortalForm<EndUserForm, EndUserForm>;
  stored: PersonCredential;
  groups: readonly CheckboxListGroup[] | undefined;
  controllers: readonly ControllerState[];
  now: Date;
}

/** Shows, before the save, which rights the save removes, and the controllers where these rights continue for a while. */
export function OldRightsNote({ form, stored, groups, controllers, now }: OldRightsNoteProps) {
  const values = useWatch({ control: form.control });
  const heldUp = heldUpOf([stored], controllers);
  const { enable_pin = true, pin_value = "", pin_access_points = [] } = values;
  const taken = takenFromPin(
    stored,
    { enable_pin, pin_value, pin_access_points },
    {
      ends: newEndOf(
        {
          period: values.pin_validity ?? "",
          endDate: values.pin_end_date ?? "",
          renew: values.pin_renew ?? false,
        },
        stored,
        now,
      ),
      offered: new Set((groups ?? []).flatMap((group) => group.items.map((item) => item.id))),
      now,
    },
  );
  const isSaid = taken.length > 0 && heldUp.length > 0;
  useEffect(() => {
    // The note takes room from the scrolled part, on a phone from the field being edited.
    if (isSaid) document.activeElement?.scrollIntoView({ block: "nearest" });
  }, [isSaid]);
  if (!isSaid) return null;
  const names = nameList(heldUp.map(({ name }) => name));
  return (
    <HeldUpNote units={heldUp} className="basis-full">
      {taken.includes("access") ? t.deleteWillWait(names) : t.changeWillWait(oldThings(taken, "pin"), names)}
    </HeldUpNote>
  );
}
