// Searches people as the caller. SQL does not have the key of the PIN search tokens, so they are made here.
import type { PoolClient } from "pg";
import { PIN_MAX_DIGITS } from "#contract/limits.ts";
import type { AuthService } from "#server/auth/auth-service.ts";
import { consumePinSearch } from "#server/auth/pin-search-limit.ts";
import type { KeyRing } from "#server/platform/crypto/key-ring.ts";
import { asReader, type Caller, type SessionClaims } from "#server/platform/database/as-user.ts";
import type { Deps } from "#server/platform/deps.ts";
import { type EndUserSearch, searchPage, visibleOrganizations } from "./end-user-search.store.ts";

export type SearchDeps = Pick<Deps, "pools" | "keys"> & { auth: Pick<AuthService, "limiter"> };

const DIGITS = new RegExp(`^\\d{2,${PIN_MAX_DIGITS}}$`);

/** Returns the page as JSON text. Throws PortalError 429 past the account's searches by digits. */
export async function searchEndUsers(
  deps: SearchDeps,
  claims: SessionClaims,
  search: EndUserSearch,
): Promise<string | undefined> {
  return asReader(deps.pools.user, claims, async (client, caller) => {
    const term = search.query?.trim() ?? "";
    const byPin = DIGITS.test(term);
    if (byPin) await consumePinSearch({ keys: deps.keys, limiter: deps.auth.limiter }, caller.userId, term);
    const asked = { caller, query: term, organizationId: search.organization_id ?? null };
    return searchPage(client, search, byPin ? await pinTokens(client, deps.keys, asked) : null);
  });
}

interface PinSearch {
  caller: Caller;
  query: string;
  organizationId: string | null;
}

/** Makes a token per key and visible organisation, because tokens are keyed by organisation. */
async function pinTokens(
  client: PoolClient,
  keys: KeyRing,
  { caller, query, organizationId }: PinSearch,
): Promise<string[]> {
  const one = caller.organizationId ?? organizationId;
  if (one !== null) return keys.searchGrams(query, one);
  return (await visibleOrganizations(client)).flatMap((id) => keys.searchGrams(query, id));
}
