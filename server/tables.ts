// /rest/v1: the schema public in PostgREST's dialect, as the caller and behind the tenant guard.
import type { FastifyPluginAsync, FastifyRequest } from "fastify";
import { DatabaseError } from "pg";
import type { Language } from "#contract/language.ts";
import { restPlugin } from "#rest/rest-plugin.ts";
import { TokenExpiredError } from "./auth/sessions/tokens.ts";
import { pinRefusal } from "./people/pin-refusals.ts";
import { asUser, type SessionClaims } from "./platform/database/as-user.ts";
import type { Deps } from "./platform/deps.ts";
import { languageOf } from "./platform/http/accept-language.ts";
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
function refusedBearer(refused: PortalError, language: Language) {
  const { cause } = refused;
  if (!(cause instanceof Error)) return undefined;
  const expired = cause instanceof TokenExpiredError;
  const said = expired ? "JWT expired" : "JWT could not be verified";
  const headers = { "www-authenticate": `Bearer error="invalid_token", error_description="${said}"` };
  return {
    status: 401,
    code: expired ? "PGRST303" : "PGRST301",
    message: said,
    hint: refused.sentence(language),
    headers,
  };
}

/** Our own refusals, and those of triggers, in the shape of table errors. */
function describeRestError(error: unknown, request: FastifyRequest) {
  const language = languageOf(request);
  if (error instanceof PortalError && error.code === "not_signed_in") {
    const refused = refusedBearer(error, language);
    if (refused) return refused;
  }
  const known = error instanceof PortalError ? error : (heldRule(error) ?? pinRefusal(error, "credential_value"));
  if (known === null) return undefined;
  // A SQLSTATE of PostgREST's for a status is what its clients look at.
  const code = error instanceof DatabaseError && error.code?.startsWith("PT") ? error.code : known.code;
  const headers = { "content-language": language };
  return { status: known.status, code, message: known.sentence(language), details: known.field ?? null, headers };
}
