import { queryOptions } from "@tanstack/react-query";
import { administratorRow } from "#contract/tables/user-roles.ts";
import { backend } from "#web/lib/calls/backend.ts";
import { readRows } from "#web/lib/calls/rows.ts";

const COLUMNS = "created_at, profiles(id, first_name, last_name, email)";

export function getOrgAdminsQueryOptions(organizationId: string) {
  return queryOptions({
    queryKey: ["administrators", "org", organizationId],
    queryFn: ({ signal }) =>
      readRows(
        administratorRow,
        backend
          .from("user_roles")
          .select(COLUMNS)
          .eq("role", "org_admin")
          .eq("organization_id", organizationId)
          .order("created_at", { ascending: false })
          .abortSignal(signal),
      ),
  });
}

export function getSystemAdminsQueryOptions() {
  return queryOptions({
    queryKey: ["administrators", "system"],
    queryFn: ({ signal }) =>
      readRows(
        administratorRow,
        backend
          .from("user_roles")
          .select(COLUMNS)
          .eq("role", "system_admin")
          .order("created_at", { ascending: false })
          .abortSignal(signal),
      ),
  });
}
