// Fastify's JSON parser (no prototype keys) behind a depth check, because schemas recurse into their input.

import type { FastifyInstance } from "fastify";
import { platformErrors } from "#contract/errors/platform.ts";
import { isTooDeep } from "#rest/json-depth.ts";
import { PortalError } from "./errors.ts";

/** Refuses bodies that are nested too deeply, before they are parsed. */
export function limitJsonDepth(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.removeContentTypeParser("application/json");
  app.addContentTypeParser<string>("application/json", { parseAs: "string" }, (request, text, done) => {
    if (isTooDeep(text)) done(tooDeep());
    else void parse(request, text, done);
  });
}

const tooDeep = (): PortalError => new PortalError(platformErrors.nested_too_deep());
