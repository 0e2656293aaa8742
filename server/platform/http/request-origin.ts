// Keeps the current request's origin for audit rows, in async context. Null in jobs, controller workers and the console.
import { AsyncLocalStorage } from "node:async_hooks";
import type { FastifyInstance } from "fastify";
import { plainAddress } from "../connections/address-key.ts";

export interface RequestOrigin {
  /** A PostgreSQL inet; null when PostgreSQL refuses it, as a proxy may name anything. */
  address: string | null;
  requestId: string;
}

const current = new AsyncLocalStorage<RequestOrigin>();

/** Returns the current request's origin; null outside a request. */
export function requestOrigin(): RequestOrigin | null {
  return current.getStore() ?? null;
}

/** Follows the origin from after the body is read, because socket events would lose the context. */
export function followOrigins(app: FastifyInstance): void {
  app.addHook("preHandler", (request, _reply, done) => {
    current.run({ address: plainAddress(request.ip), requestId: request.id }, done);
  });
}
