import { useMutation, useQueryClient } from "@tanstack/react-query";
import { z } from "zod";
import { backend } from "#web/lib/calls/backend.ts";
import { readCount, readRows, write } from "#web/lib/calls/rows.ts";
import type { LinkedCounts } from "../linked-things.ts";
import { ORGANIZATIONS_KEY } from "./get-organizations.ts";

const named = z.object({ id: z.string(), name: z.string() });

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
  const other = registered > 0 ? await readOldestBeside(organizationId) : null;
  return { endUsers, registered, given, administrators, other };
}

async function readOldestBeside(organizationId: string): Promise<{ id: string; name: string } | null> {
  const beside = backend.from("organizations").select("id, name").neq("id", organizationId);
  const [oldest] = await readRows(named, beside.order("created_at").order("id").limit(1));
  return oldest ?? null;
}

/** Registers all controllers of one organisation for another one. Nobody's access changes. */
export function useRegisterElsewhere() {
  return useMutation({
    mutationFn: ({ from, to }: { from: string; to: string }) =>
      write(backend.from("controllers").update({ organization_id: to }).eq("organization_id", from)),
  });
}

/** Deletes an organisation. Throws BackendError 23503 when something has been linked meanwhile. */
export function useDeleteOrganization() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => write(backend.from("organizations").delete().eq("id", id)),
    onSuccess: () => client.invalidateQueries({ queryKey: ORGANIZATIONS_KEY }),
  });
}
