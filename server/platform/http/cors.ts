// Pages of other origins that may use the API: none unless CORS_ORIGINS names them. Whoever calls is told by the bearer token
// alone, never by a cookie, so a browser is not told to send credentials along.
import cors from "@fastify/cors";
import type { FastifyInstance } from "fastify";

const API = /^\/(?:auth|rest|functions)\/v1(?:[/?]|$)/;

/** What supabase-js sends beyond what a browser sends unasked. */
const REQUEST_HEADERS = [
  "accept-profile",
  "apikey",
  "authorization",
  "content-profile",
  "content-type",
  "prefer",
  "range",
  "range-unit",
  "x-client-info",
  "x-region",
  "x-retry-count",
  "x-supabase-api-version",
];
/** What a page may read of a reply beyond its body. */
const REPLY_HEADERS = [
  "content-disposition",
  "content-location",
  "content-range",
  "location",
  "preference-applied",
  "retry-after",
  "www-authenticate",
  "x-request-id",
  "x-supabase-api-version",
];
/** How long a browser may remember the answer to a preflight; browsers cut longer times. */
const REMEMBER_SECONDS = 600;

/** True for the origins of the list, letter by letter; never for an absent one or for "null". */
export function createAllowedOrigins(origins: readonly string[]): (origin: string | undefined) => boolean {
  const allowed = new Set(origins);
  return (origin) => origin !== undefined && allowed.has(origin);
}

/** Answers preflights and marks replies of the API for the given origins. Without any, nothing is registered. */
export async function allowOrigins(app: FastifyInstance, origins: readonly string[]): Promise<void> {
  if (origins.length === 0) return;
  const open = {
    origin: [...origins],
    methods: ["GET", "HEAD", "POST", "PATCH", "PUT", "DELETE"],
    allowedHeaders: REQUEST_HEADERS,
    exposedHeaders: REPLY_HEADERS,
    maxAge: REMEMBER_SECONDS,
    credentials: false,
  };
  await app.register(cors, {
    delegator: (request, done) => done(null, API.test(request.url) ? open : { origin: false }),
  });
}
