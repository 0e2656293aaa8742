import { useMutation, useQueryClient } from "@tanstack/react-query";
import { backend } from "#web/lib/calls/backend.ts";
import { readCount, write } from "#web/lib/calls/rows.ts";
import type { LinkedCounts } from "../linked-things.ts";
import { ORGANIZATIONS_KEY } from "./get-organizations.ts";

/** Counts people, administrators, and controllers registered for the organisation or given to it. */
export async function countLinked(organizationId: string): Promise<LinkedCounts> {
  const count = (table: "end_users" | "controllers" | "organization_controllers" | "user_roles") =>
    readCount(backend.from(table).select("*", { count: "exact", head: true }).eq("organization_id", organizationId));
  const [endUsers, registered, given, administrators] = await Promise.all([
    count("end_users"),
    count("controllers"),
    count("organization_controllers"),
    count("user_roles"),
  ]);
  return { endUsers, registered, given, administrators };
}

/** Deletes an organisation. Throws BackendError 23503 when something has been linked meanwhile. */
export function useDeleteOrganization() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => write(backend.from("organizations").delete().eq("id", id)),
    onSuccess: () => client.invalidateQueries({ queryKey: ORGANIZATIONS_KEY }),
  });
}
