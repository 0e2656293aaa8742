import { useLayoutEffect, useRef } from "react";
import { useFormState } from "react-hook-form";
import type { EndUserForm } from "#contract/forms/end-user.ts";
import type { CheckboxListGroup } from "#web/ui/choices/checkbox-list.tsx";
import { KEPT, type PortalForm } from "#web/ui/forms/form.tsx";
import { onlyChoice } from "./offered-doors.ts";

interface Offered {
  /** A new person's form; null: nothing is chosen for a stored person. */
  defaults: EndUserForm | null;
  organizationId: string;
  doors: readonly CheckboxListGroup[] | undefined;
  gates: readonly CheckboxListGroup[] | undefined;
  /** The organisation's default group; undefined until it is read. */
  joining: readonly string[] | undefined;
}

/**
 * Gives a new person the default group, or without one the only door group and the only gate, once per organisation: choices that are
 * removed stay removed.
 */
export function useOnlyAccess(
  form: PortalForm<EndUserForm, EndUserForm>,
  { defaults, organizationId, doors, gates, joining }: Offered,
): void {
  const chosenFor = useRef<string | null>(null);
  const { isSubmitting } = useFormState({ control: form.control });
  // A submission that meets a reset is forgotten by react-hook-form, so the reset waits. A later effect could come after the press.
  useLayoutEffect(() => {
    if (isSubmitting) return;
    if (defaults === null || organizationId === "" || !doors || !gates || !joining) return;
    if (chosenFor.current === organizationId) return;
    chosenFor.current = organizationId;
    const { group_ids, pin_access_points, vehicle_controllers } = form.getValues();
    const isJoined = joining.length > 0;
    const [group, gate] = [isJoined ? [] : onlyChoice(doors), isJoined ? [] : onlyChoice(gates)];
    const given = {
      group_ids: [...joining],
      pin_access_points: group,
      vehicle_controllers: gate.length === 1 ? gate : [],
    };
    // Set as default values too, so that an untouched form asks nothing when it is closed. The blocks are not open yet, so resetField would
    // do nothing.
    form.reset({ ...defaults, ...given }, KEPT);
    if (group_ids.length === 0) form.setValue("group_ids", given.group_ids);
    if (pin_access_points.length === 0) form.setValue("pin_access_points", given.pin_access_points);
    if (vehicle_controllers.length === 0) form.setValue("vehicle_controllers", given.vehicle_controllers);
    // A press that came before may have been refused for want of them.
    if (isJoined || given.pin_access_points.length > 0) form.clearErrors("pin_access_points");
    if (isJoined || given.vehicle_controllers.length > 0) form.clearErrors("vehicle_controllers");
  }, [form, isSubmitting, defaults, organizationId, doors, gates, joining]);
}
