// The JSON parser of every route that has none of its own: Fastify's, which refuses keys that reach a prototype, after a look
// at the depth. Schemas recurse into what they are given, so nothing deeper than a body of ours gets that far.

import type { FastifyInstance } from "fastify";
import { platformErrors } from "#contract/errors/platform.ts";
import { isTooDeep } from "#rest/json-depth.ts";
import { PortalError } from "./errors.ts";

/** Replaces the parser of `application/json` on `app` and on every plugin that is registered after. */
export function limitJsonDepth(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.removeContentTypeParser("application/json");
  app.addContentTypeParser<string>("application/json", { parseAs: "string" }, (request, text, done) => {
    if (isTooDeep(text)) done(tooDeep());
    else void parse(request, text, done);
  });
}

const tooDeep = (): PortalError => new PortalError(platformErrors.nested_too_deep());
