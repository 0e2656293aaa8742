// Who and which organisation can be chosen. An org admin gets those of the own organisation, by the row policies.
import { queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import { organizationRow } from "#contract/tables/organizations.ts";
import { backend } from "../../../lib/backend.ts";
import { readRows } from "../../../lib/rows.ts";

const actorRow = z
  .object({
    profiles: z.object({ id: z.uuid(), first_name: z.string(), last_name: z.string(), email: z.string() }).nullable(),
  })
  .transform(({ profiles }) => profiles);

export function getActorsQueryOptions() {
  return queryOptions({
    queryKey: ["administrators", "names"],
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      const rows = await readRows(
        actorRow,
        backend.from("user_roles").select("profiles(id, first_name, last_name, email)").abortSignal(signal),
      );
      return rows
        .flatMap((row) => (row === null ? [] : [row]))
        .map(({ id, first_name, last_name, email }) => ({
          id,
          label: `${first_name} ${last_name}`,
          description: email,
        }))
        .sort((a, b) => a.label.localeCompare(b.label, "sv"));
    },
  });
}

export function getOrganizationNamesQueryOptions() {
  return queryOptions({
    queryKey: ["organizations", "names"],
    staleTime: 60_000,
    queryFn: ({ signal }) =>
      readRows(
        organizationRow.pick({ id: true, name: true }),
        backend.from("organizations").select("id, name").order("name").abortSignal(signal),
      ),
  });
}
