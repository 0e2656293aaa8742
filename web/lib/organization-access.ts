// What one organisation may use: its controllers with their doors. The user dialog offers from it and Behörigheter shows it.
import { queryOptions } from "@tanstack/react-query";
import { assignedController } from "./assigned-controllers.ts";
import { backend } from "./backend.ts";
import { readRows } from "./rows.ts";

const COLUMNS =
  "id, name, device_type, device_ip, device_port, enabled, access_points(id, name, door_name, description, enabled), " +
  "organization_controllers!inner(organization_id, organization_access_points(access_point_id))";

/** Controllers linked to the organisation, by name, with all their doors. Null: nobody chosen yet, nothing is asked. */
export function getOrganizationAccessQueryOptions(organizationId: string | null) {
  return queryOptions({
    queryKey: ["controllers", "assigned", organizationId],
    enabled: organizationId !== null,
    queryFn: ({ signal }) =>
      readRows(
        assignedController,
        backend
          .from("controllers")
          .select(COLUMNS)
          .eq("organization_controllers.organization_id", organizationId ?? "")
          .order("name")
          .abortSignal(signal),
      ),
  });
}
