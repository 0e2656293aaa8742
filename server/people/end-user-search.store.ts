import type { PoolClient } from "pg";
import { z } from "zod";
import type { searchEndUsersRequest } from "#contract/functions/search-end-users-request.ts";

export type EndUserSearch = z.output<typeof searchEndUsersRequest>;

/** Returns the page as JSON text. `tokens` are those of the PIN searched for; null when the search is not for a PIN. */
export async function searchPage(
  client: PoolClient,
  search: EndUserSearch,
  tokens: readonly string[] | null,
): Promise<string | undefined> {
  const { query, organization_id, credential_type, limit, offset, sort, descending, expired, controller_id } = search;
  const { rows } = await client.query<{ page: string }>(
    "select search_end_users($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)::text as page",
    [
      query ?? "",
      organization_id ?? null,
      credential_type ?? null,
      limit,
      offset,
      tokens,
      sort,
      descending,
      expired,
      controller_id ?? null,
    ],
  );
  return rows[0]?.page;
}

/** Returns the organisations that the caller sees. */
export async function visibleOrganizations(client: PoolClient): Promise<string[]> {
  const { rows } = await client.query("select id from organizations");
  return z
    .array(z.object({ id: z.string() }))
    .parse(rows)
    .map(({ id }) => id);
}
