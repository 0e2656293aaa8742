// Pages of other sites may lead a person here, by a link that opens; they may not make the browser fetch from us in the
// background. A hundred image tags on somebody's web page would else use up what an office may ask for.

import type { FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import { platformErrors } from "#contract/errors/platform.ts";
import { PortalError } from "./errors.ts";

export interface ForeignFetchOptions {
  /** Origins whose pages may call all the same. */
  origins?: readonly string[];
}

/** Calls that keep accounts of who asks how often, or that change something. Files of the page are anybody's to fetch. */
const GUARDED = /^\/(auth|functions|rest)\/v1(\/|$)/;

/** Refuses, before anything is read or charged, what a browser says another site's page fetches. */
export const refuseForeignFetches = fp<ForeignFetchOptions>(async (app, { origins = [] }) => {
  app.addHook("onRequest", async (request) => {
    // The route and not the address, which may be spelled in many ways; what leads nowhere is no call.
    if (!GUARDED.test(request.routeOptions.url ?? "") || !isForeignFetch(request)) return;
    if (origins.includes(request.headers.origin ?? "")) return;
    throw new PortalError(platformErrors.foreign_website());
  });
});

/**
 * By Fetch Metadata, which browsers alone send and no page can forge: another site's page, or one of a neighbouring host,
 * and no person who followed a link to a document.
 */
function isForeignFetch({ headers, method }: FastifyRequest): boolean {
  const site = headers["sec-fetch-site"];
  if (site !== "cross-site" && site !== "same-site") return false;
  const followed = headers["sec-fetch-mode"] === "navigate" && headers["sec-fetch-dest"] === "document";
  return !(followed && (method === "GET" || method === "HEAD"));
}
