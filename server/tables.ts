import type { FastifyPluginAsync, FastifyRequest } from "fastify";
import { DatabaseError } from "pg";
import type { Language } from "#contract/language.ts";
import { URL_MAX_BYTES } from "#contract/limits.ts";
import { ROLES } from "#contract/roles.ts";
import { DEFAULT_LIMITS } from "#rest/options.ts";
import { restPlugin } from "#rest/rest-plugin.ts";
import { administratorRows } from "./administrators/tenant-rows.ts";
import { TokenExpiredError } from "./auth/sessions/tokens.ts";
import { authRows } from "./auth/tenant-rows.ts";
import { controllerRows } from "./controllers/tenant-rows.ts";
import { gateRows } from "./gates/tenant-rows.ts";
import { noticeRows } from "./notices/tenant-rows.ts";
import { organizationRows } from "./organizations/tenant-rows.ts";
import { passageRows } from "./passages/tenant-rows.ts";
import { chargePinAttempts } from "./people/pin-attempts.ts";
import { peopleRows } from "./people/tenant-rows.ts";
import { asUser, type SessionClaims } from "./platform/database/as-user.ts";
import { createTenantGuard } from "./platform/database/tenant-guard.ts";
import type { Deps } from "./platform/deps.ts";
import { languageOf } from "./platform/http/accept-language.ts";
import { PortalError, toPortalError, violatedRule } from "./platform/http/errors.ts";
import { reconcileRows } from "./reconcile/tenant-rows.ts";
import { portalCodecs } from "./rest-codecs.ts";

export const tenantGuard = createTenantGuard([
  administratorRows,
  authRows,
  controllerRows,
  gateRows,
  noticeRows,
  organizationRows,
  passageRows,
  peopleRows,
  reconcileRows,
]);

/** Serves PostgREST's interface over the schema `public`, as the caller. */
export function tablesPlugin(
  { pools, keys, guard }: Pick<Deps, "pools" | "keys" | "guard">,
  signedIn: (request: FastifyRequest) => SessionClaims,
): FastifyPluginAsync {
  return restPlugin({
    schema: "public",
    pool: pools.user,
    codecs: portalCodecs(keys),
    roles: ROLES,
    // System admins see every row, so the planner's estimate reveals nothing.
    plannerCounts: true,
    // Allows a thousand ids in `in`, the largest number of rows in an answer, and the rest of a URL.
    limits: { maxUrlBytes: URL_MAX_BYTES, statementTimeoutMs: DEFAULT_LIMITS.statementTimeoutMs * pools.patience },
    // A caller who has not signed in costs no more than the request's headers.
    admit: signedIn,
    // Takes one round trip; the texts are constants and the limit is a number.
    transaction: (request, work, { readOnly, statementTimeoutMs, settings }) =>
      asUser(pools.user, signedIn(request), (client, caller) => work(client, guard.rows(caller)), {
        begin: `begin${readOnly ? " read only" : ""}; set local statement_timeout = ${Math.trunc(statementTimeoutMs)}`,
        settings,
        repeat: chargePinAttempts,
      }),
    describeError: describeRestError,
  });
}

/** Describes a bad bearer token in PostgREST's words; undefined without one, or for an ended session. */
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

/** Describes refusals of the portal and of triggers as table errors. */
function describeRestError(error: unknown, request: FastifyRequest) {
  const language = languageOf(request);
  if (error instanceof PortalError && error.code === "not_signed_in") {
    const refused = refusedBearer(error, language);
    if (refused) return refused;
  }
  if (!(error instanceof PortalError) && violatedRule(error) === null) return undefined;
  const known = toPortalError(error);
  // PostgREST's SQLSTATE for a status, which its clients read.
  const code = error instanceof DatabaseError && error.code?.startsWith("PT") ? error.code : known.code;
  const headers = { "content-language": language };
  return { status: known.status, code, message: known.sentence(language), details: known.field ?? null, headers };
}
