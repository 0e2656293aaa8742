import { useQuery } from "@tanstack/react-query";
import { DEVICE_KINDS } from "#contract/devices.ts";
import { vehicleImportTexts as t } from "#web/features/people/texts/vehicle-import.sv.ts";
import { getOrganizationAccessQueryOptions } from "#web/lib/controllers/organization-access.ts";
import { useSignedIn } from "#web/lib/session/session.ts";
import { Note } from "#web/ui/note.tsx";

/** Tells whether there are gates. Every imported vehicle gets all gates, so without one the server refuses. */
export function useHasGates(): boolean {
  const { organizationId } = useSignedIn();
  const { data } = useQuery(getOrganizationAccessQueryOptions(organizationId));
  return data === undefined || data.some((unit) => DEVICE_KINDS[unit.device_type] === "gate" && unit.enabled);
}

export function NoGatesNote() {
  return useHasGates() ? null : <Note tone="wait">{t.noGates}</Note>;
}
