// POST /rest/v1/rpc/search_end_users: adds the PIN search tokens, whose key SQL lacks, to the table layer's call.
import type { FastifyPluginAsync, FastifyRequest } from "fastify";
import type { PoolClient } from "pg";
import { z } from "zod";
import { searchEndUsersRequest } from "#contract/functions/search-end-users-request.ts";
import { PIN_MAX_DIGITS } from "#contract/limits.ts";
import type { AuthService } from "#server/auth/auth-service.ts";
import { payForPinSearch } from "#server/auth/pin-search-limit.ts";
import type { KeyRing } from "#server/platform/crypto/key-ring.ts";
import { asReader, type Caller, type SessionClaims } from "#server/platform/database/as-user.ts";
import type { Deps } from "#server/platform/deps.ts";
import { sendError } from "#server/platform/http/errors.ts";

export interface SearchOptions {
  deps: Pick<Deps, "pools" | "keys"> & { auth: Pick<AuthService, "limiter"> };
  signedIn: (request: FastifyRequest) => SessionClaims;
}

const DIGITS = new RegExp(`^\\d{2,${PIN_MAX_DIGITS}}$`);

export const searchEndUsersPlugin: FastifyPluginAsync<SearchOptions> = async (app, { deps, signedIn }) => {
  app.setErrorHandler(sendError);
  app.post("/rpc/search_end_users", async (request, reply) => {
    const claims = signedIn(request);
    const search = searchEndUsersRequest.parse(request.body ?? {});
    const { query, organization_id, credential_type, limit, offset, sort, descending, expired, controller_id } = search;
    const body = await asReader(deps.pools.user, claims, async (client, caller) => {
      const term = query?.trim() ?? "";
      const byPin = DIGITS.test(term);
      if (byPin) await payForPinSearch({ keys: deps.keys, limiter: deps.auth.limiter }, caller.userId, term);
      const asked = { caller, query: term, organizationId: organization_id ?? null };
      const tokens = byPin ? await pinTokens(client, deps.keys, asked) : null;
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
    });
    return reply.header("cache-control", "no-store").type("application/json; charset=utf-8").send(body);
  });
};

interface PinSearch {
  caller: Caller;
  query: string;
  organizationId: string | null;
}

/** A token per key and visible organisation, as tokens are keyed by organisation. */
async function pinTokens(
  client: PoolClient,
  keys: KeyRing,
  { caller, query, organizationId }: PinSearch,
): Promise<string[]> {
  const one = caller.organizationId ?? organizationId;
  if (one !== null) return keys.searchGrams(query, one);
  const { rows } = await client.query("select id from organizations");
  return z
    .array(z.object({ id: z.string() }))
    .parse(rows)
    .flatMap(({ id }) => keys.searchGrams(query, id));
}
