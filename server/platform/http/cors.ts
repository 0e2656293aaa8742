// Allows no origin unless CORS_ORIGINS names it. Callers are identified by bearer token, never a cookie, so no credentials are allowed.
import cors from "@fastify/cors";
import type { FastifyInstance } from "fastify";

const API = /^\/(?:auth|rest|functions)\/v1(?:[/?]|$)/;

/** Headers that supabase-js sends beyond the safelisted ones. */
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
/** Time that a preflight is cached; browsers limit it. */
const REMEMBER_SECONDS = 600;

/** Returns an exact match of origins; false when absent or "null". */
export function createAllowedOrigins(origins: readonly string[]): (origin: string | undefined) => boolean {
  const allowed = new Set(origins);
  return (origin) => origin !== undefined && allowed.has(origin);
}

/** Allows these origins to call the interfaces, but not to read the page's files. */
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
