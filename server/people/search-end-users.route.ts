// POST /rest/v1/rpc/search_end_users is served here instead of by the table layer, which has no key for the PIN search tokens.
import type { FastifyPluginAsync, FastifyRequest } from "fastify";
import { searchEndUsersRequest } from "#contract/functions/search-end-users-request.ts";
import { RestError } from "#rest/errors.ts";
import { checkHostCall } from "#rest/host-call.ts";
import type { SessionClaims } from "#server/platform/database/as-user.ts";
import { sendError } from "#server/platform/http/errors.ts";
import { type SearchDeps, searchEndUsers } from "./search-end-users.ts";

export interface SearchOptions {
  deps: SearchDeps;
  signedIn: (request: FastifyRequest) => SessionClaims;
}

const ROUTINE = { schema: "public", name: "search_end_users", arguments: Object.keys(searchEndUsersRequest.shape) };

export const searchEndUsersPlugin: FastifyPluginAsync<SearchOptions> = async (app, { deps, signedIn }) => {
  app.setErrorHandler((error, request, reply) =>
    error instanceof RestError ? reply.code(error.status).send(error.body()) : sendError(error, request, reply),
  );
  // Checked before the body: the server reads no body of a caller who is not signed in.
  const onRequest = async (request: FastifyRequest) => void signedIn(request);
  app.post("/rpc/search_end_users", { onRequest }, async (request, reply) => {
    const claims = signedIn(request);
    checkHostCall(request, ROUTINE);
    const body = await searchEndUsers(deps, claims, searchEndUsersRequest.parse(request.body ?? {}));
    return reply.header("cache-control", "no-store").type("application/json; charset=utf-8").send(body);
  });
};
