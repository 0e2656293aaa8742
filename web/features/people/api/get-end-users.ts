// Reads a page of people: the search returns ids and counts, a second select the rows.
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { CredentialType } from "#contract/devices.ts";
import { type EndUserSort, type SearchEndUsersReply, searchEndUsers } from "#contract/functions/search-end-users.ts";
import { backend } from "#web/lib/calls/backend.ts";
import { readRows } from "#web/lib/calls/rows.ts";
import { callSql } from "#web/lib/calls/sql.ts";
import type { Sort } from "#web/ui/table/columns.ts";
import { PERSON_COLUMNS, type Person, personRow } from "../person.ts";

export interface EndUserPage {
  rows: Person[];
  /** X of "Visar X av Y användare"; `exact` false when both are the server's estimate. */
  matched: number;
  /** Y: everybody the caller may see. */
  total: number;
  exact: boolean;
}

export interface EndUserListArguments extends PeopleAsked {
  from: number;
  pageSize: number;
}

/** Search, filters and order. */
export interface PeopleAsked {
  query: string;
  organizationId: string | null;
  credentialType: CredentialType | null;
  expired: boolean;
  /** Only people with access through this controller or gate. */
  controllerId: string | null;
  sort: Sort & { key: EndUserSort };
}

const SOON_MS = 4_000;
const LATER_MS = 20_000;

/** Reads a page, and again while a device of one of its people has work left. */
export function getEndUsersQueryOptions(list: EndUserListArguments) {
  return queryOptions<EndUserPage>({
    queryKey: ["end-users", "list", list],
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => refreshPause(state.data),
    queryFn: async ({ signal }) => {
      const found = await findPeople(list, signal);
      const { matched, total } = found;
      return {
        rows: await readPeople(found.ids, signal),
        matched,
        total,
        exact: found.matched_exact && found.total_exact,
      };
    },
  });
}

/** Returns the ids of a page, and both counts. Throws BackendError. */
export async function findPeople(list: EndUserListArguments, signal?: AbortSignal): Promise<SearchEndUsersReply> {
  const request = {
    query: list.query,
    organization_id: list.organizationId,
    credential_type: list.credentialType,
    expired: list.expired,
    controller_id: list.controllerId,
    sort: list.sort.key,
    descending: list.sort.direction === "descending",
    limit: list.pageSize,
    offset: list.from,
  };
  return callSql(searchEndUsers, request, signal);
}

async function readPeople(ids: readonly string[], signal: AbortSignal): Promise<Person[]> {
  if (ids.length === 0) return [];
  const people = await readRows(
    personRow,
    backend.from("end_users").select(PERSON_COLUMNS).in("id", ids).abortSignal(signal),
  );
  const byId = new Map(people.map((person) => [person.id, person]));
  // A person may be deleted between the two calls.
  return ids.map((id) => byId.get(id)).filter((person) => person !== undefined);
}

/** Returns milliseconds; false when every device is in step. */
function refreshPause(page: EndUserPage | undefined): number | false {
  const states = new Set(
    page?.rows.flatMap((person) =>
      person.credentials.flatMap(({ sync_states }) => sync_states.map(({ state }) => state)),
    ),
  );
  if (states.has("pending") || states.has("pending_removal")) return SOON_MS;
  return states.has("failed") ? LATER_MS : false;
}
