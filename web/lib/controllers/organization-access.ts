// Reads an organisation's controllers with their doors, for the user dialog and Behörigheter.
import { queryOptions } from "@tanstack/react-query";
import { backend } from "#web/lib/calls/backend.ts";
import { readRows } from "#web/lib/calls/rows.ts";
import { assignedController } from "./assigned-controllers.ts";

const COLUMNS =
  "id, name, device_type, device_ip, device_port, enabled, list_sync, keeps_hours, access_points(id, name, door_name, description, enabled, missing_since, pin_min, pin_max, pin_use, pin_hours)";
const LINKS = "organization_controllers!inner(organization_id, organization_access_points(access_point_id))";

/** Reads controllers linked to the organisation, by name, with all their doors. Null: no request. */
export function getOrganizationAccessQueryOptions(organizationId: string | null) {
  return queryOptions({
    queryKey: ["controllers", "assigned", organizationId],
    enabled: organizationId !== null,
    queryFn: ({ signal }) =>
      readRows(
        assignedController,
        backend
          .from("controllers")
          .select(`${COLUMNS}, ${LINKS}`)
          .eq("organization_controllers.organization_id", organizationId ?? "")
          .order("name")
          .abortSignal(signal),
      ),
  });
}

const unlinked = assignedController.omit({ organization_controllers: true });

/** Reads all controllers of the installation, by name, with all their doors, for a system admin. */
export function getInstallationAccessQueryOptions() {
  return queryOptions({
    queryKey: ["controllers", "assigned", "installation"],
    queryFn: async ({ signal }) => {
      const rows = await readRows(
        unlinked,
        backend.from("controllers").select(COLUMNS).order("name").abortSignal(signal),
      );
      return rows.map((row) => ({ ...row, organization_controllers: [] }));
    },
  });
}
