// /rest/v1: the schema public in PostgREST's dialect, as the caller and behind the tenant guard.
import type { FastifyPluginAsync, FastifyRequest } from "fastify";
import { restPlugin } from "#rest/rest-plugin.ts";
import { TokenExpiredError } from "./auth/sessions/tokens.ts";
import { pinRefusal } from "./people/pin-refusals.ts";
import { asUser, type SessionClaims } from "./platform/database/as-user.ts";
import type { Deps } from "./platform/deps.ts";
import { heldRule, PortalError } from "./platform/http/errors.ts";
import { portalCodecs } from "./rest-codecs.ts";

export function tablesPlugin(
  { pools, keys, wall }: Pick<Deps, "pools" | "keys" | "wall">,
  signedIn: (request: FastifyRequest) => SessionClaims,
): FastifyPluginAsync {
  return restPlugin({
    schema: "public",
    pool: pools.user,
    codecs: portalCodecs(keys),
    roles: ["system_admin", "org_admin"],
    // A system admin has no wall and sees every row: for them alone the planner's guess tells nothing that is not theirs.
    plannerCounts: true,
    // One round trip opens the transaction; the texts in it are ours and the limit is a number.
    transaction: (request, work, { readOnly, statementTimeoutMs, settings }) =>
      asUser(
        pools.user,
        signedIn(request),
        (client, caller) => work(client, wall.rows(caller)),
        `begin${readOnly ? " read only" : ""}; set local statement_timeout = ${Math.trunc(statementTimeoutMs)}`,
        settings,
      ),
    describeError: describeRestError,
  });
}

/** A bearer token that is no good, as PostgREST says it; undefined where there was none, or where it is the session that has ended. */
function refusedBearer({ cause, message }: PortalError) {
  if (!(cause instanceof Error)) return undefined;
  const expired = cause instanceof TokenExpiredError;
  const said = expired ? "JWT expired" : "JWT could not be verified";
  const headers = { "www-authenticate": `Bearer error="invalid_token", error_description="${said}"` };
  return { status: 401, code: expired ? "PGRST303" : "PGRST301", message: said, hint: message, headers };
}

/** Our own refusals, and those of triggers, in the shape of table errors. */
function describeRestError(error: unknown) {
  if (error instanceof PortalError && error.code === "not_signed_in") {
    const refused = refusedBearer(error);
    if (refused) return refused;
  }
  const known = error instanceof PortalError ? error : (heldRule(error) ?? pinRefusal(error, "credential_value"));
  return known === null
    ? undefined
    : { status: known.status, code: known.code, message: known.message, details: known.field ?? null };
}
