import { useEffect, useRef } from "react";
import type { EndUserForm } from "#contract/forms/end-user.ts";
import type { CheckboxListGroup } from "#web/ui/checkbox-list.tsx";
import type { PortalForm } from "#web/ui/form.tsx";
import { onlyChoice } from "./offered-doors.ts";

interface Offered {
  isNew: boolean;
  organizationId: string;
  doors: readonly CheckboxListGroup[] | undefined;
  gates: readonly CheckboxListGroup[] | undefined;
}

/** A new person has the only door group and the only gate from the start, once an organisation: what is taken away stays so. */
export function useOnlyAccess(
  form: PortalForm<EndUserForm, EndUserForm>,
  { isNew, organizationId, doors, gates }: Offered,
): void {
  const chosenFor = useRef<string | null>(null);
  useEffect(() => {
    if (!isNew || organizationId === "" || !doors || !gates || chosenFor.current === organizationId) return;
    chosenFor.current = organizationId;
    const { pin_access_points, vehicle_controllers } = form.getValues();
    // As default values: a form that nobody has touched asks nothing when it is closed.
    if (pin_access_points.length === 0) form.resetField("pin_access_points", { defaultValue: onlyChoice(doors) });
    const only = onlyChoice(gates);
    if (vehicle_controllers.length === 0)
      form.resetField("vehicle_controllers", { defaultValue: only.length === 1 ? only : [] });
  }, [form, isNew, organizationId, doors, gates]);
}
