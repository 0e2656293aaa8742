// Other sites may link here but not fetch in the background: otherwise image tags could use up an office's limits.

import type { FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import { platformErrors } from "#contract/errors/platform.ts";
import { PortalError } from "./errors.ts";

export interface ForeignFetchOptions {
  origins?: readonly string[];
}

/** Calls that are charged or change something; page files are public. */
const GUARDED = /^\/(auth|functions|rest)\/v1(\/|$)/;

export const refuseForeignFetches = fp<ForeignFetchOptions>(async (app, { origins = [] }) => {
  app.addHook("onRequest", async (request) => {
    // The route is compared, since a path has many spellings; an unknown route is no call.
    if (!GUARDED.test(request.routeOptions.url ?? "") || !isForeignFetch(request)) return;
    if (origins.includes(request.headers.origin ?? "")) return;
    throw new PortalError(platformErrors.foreign_website());
  });
});

/**
 * Tells by Fetch Metadata, which no page can forge, whether a fetch comes from another site: cross-site or same-site, and no navigation to
 * a document.
 */
function isForeignFetch({ headers, method }: FastifyRequest): boolean {
  const site = headers["sec-fetch-site"];
  if (site !== "cross-site" && site !== "same-site") return false;
  const followed = headers["sec-fetch-mode"] === "navigate" && headers["sec-fetch-dest"] === "document";
  return !(followed && (method === "GET" || method === "HEAD"));
}
