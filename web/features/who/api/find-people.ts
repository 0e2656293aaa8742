import { queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import { credentialTypeSchema } from "#contract/devices.ts";
import { searchEndUsers } from "#contract/functions/search-end-users.ts";
import { backend } from "#web/lib/calls/backend.ts";
import { readRows } from "#web/lib/calls/rows.ts";
import { callSql } from "#web/lib/calls/sql.ts";

const MOST_FOUND = 8;

const person = z.object({
  id: z.uuid(),
  first_name: z.string(),
  last_name: z.string(),
  apartment: z.string().nullable(),
  organizations: z.object({ name: z.string() }).nullable(),
  credentials: z.array(z.object({ credential_type: credentialTypeSchema, display_value: z.string() })),
});
export type AskedPerson = z.infer<typeof person>;

export const nameOf = ({ first_name, last_name }: Pick<AskedPerson, "first_name" | "last_name">) =>
  `${first_name} ${last_name}`;

/** Returns what tells people of one name apart: apartment, vehicles and, for a system admin, the organisation. */
export function besidesName({ apartment, credentials, organizations }: AskedPerson, isSystem: boolean): string[] {
  const plates = credentials.flatMap((one) => (one.credential_type === "license_plate" ? one.display_value : []));
  return [apartment, ...plates, isSystem ? organizations?.name : null].flatMap((part) => part ?? []);
}

export function findPeopleQueryOptions(query: string) {
  return queryOptions({
    queryKey: ["end-users", "to-ask-about", query],
    enabled: query !== "",
    queryFn: async ({ signal }) => {
      const { ids } = await callSql(
        searchEndUsers,
        {
          query,
          organization_id: null,
          credential_type: null,
          expired: false,
          controller_id: null,
          sort: "name",
          descending: false,
          limit: MOST_FOUND,
          offset: 0,
        },
        signal,
      );
      if (ids.length === 0) return [];
      const found = backend
        .from("end_users")
        .select(
          "id, first_name, last_name, apartment, organizations(name), credentials(credential_type, display_value)",
        );
      return readRows(person, found.in("id", ids).order("last_name").abortSignal(signal));
    },
  });
}
