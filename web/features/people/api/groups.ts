// Reads and changes access groups. A change of rights concerns the list of people too.
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { z } from "zod";
import { accessGroups } from "#contract/functions/access-groups.ts";
import { searchEndUsers } from "#contract/functions/search-end-users.ts";
import { backend } from "#web/lib/calls/backend.ts";
import { callAction } from "#web/lib/calls/functions.ts";
import { readPage, readRows } from "#web/lib/calls/rows.ts";
import { callSql } from "#web/lib/calls/sql.ts";

export const GROUPS_KEY = ["access-groups"] as const;

/** Returns the query of an organisation's groups. Null: the groups of every organisation that the caller sees. */
export function getGroupsQueryOptions(organizationId: string | null) {
  return queryOptions({
    queryKey: [...GROUPS_KEY, "list", organizationId],
    queryFn: async ({ signal }) => {
      const input = organizationId === null ? {} : { organization_id: organizationId };
      return (await callAction(accessGroups.LIST, input, { signal })).groups;
    },
  });
}

const personName = z.object({ first_name: z.string(), last_name: z.string() });
const member = z.object({
  end_user_id: z.uuid(),
  valid_from: z.string().nullable(),
  valid_to: z.string().nullable(),
  end_users: personName,
});
export type GroupMember = z.infer<typeof member>;

/** Reads the first `most` members, who joined last first. */
export function getMembersQueryOptions(groupId: string, most: number) {
  return queryOptions({
    queryKey: [...GROUPS_KEY, "members", groupId, most],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      readPage(
        member,
        backend
          .from("access_group_members")
          .select("end_user_id, valid_from, valid_to, end_users(first_name, last_name)", { count: "exact" })
          .eq("group_id", groupId)
          .order("created_at", { ascending: false })
          .order("id")
          .range(0, most - 1)
          .abortSignal(signal),
      ),
  });
}

const foundPerson = personName.extend({ id: z.uuid() });
const MOST_FOUND = 6;

/** Finds people of an organisation to add; an empty search finds nobody. */
export function getFoundPeopleQueryOptions(organizationId: string, query: string) {
  return queryOptions({
    queryKey: ["end-users", "to-add", organizationId, query],
    enabled: query !== "",
    queryFn: async ({ signal }) => {
      const request = {
        query,
        organization_id: organizationId,
        credential_type: null,
        expired: false,
        controller_id: null,
        sort: "name" as const,
        descending: false,
        limit: MOST_FOUND,
        offset: 0,
      };
      const { ids } = await callSql(searchEndUsers, request, signal);
      if (ids.length === 0) return [];
      const people = backend.from("end_users").select("id, first_name, last_name").in("id", ids);
      return readRows(foundPerson, people.order("last_name").abortSignal(signal));
    },
  });
}

/** Returns a mutation of groups, after which groups and people are read again. */
export function useGroupChange<Input, Reply>(change: (input: Input) => Promise<Reply>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: GROUPS_KEY });
      void client.invalidateQueries({ queryKey: ["end-users"] });
    },
  });
}
