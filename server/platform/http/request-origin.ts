// Where the request under way came from, for the audit: read where an audit row is written, without every function in between
// having to carry it. Null outside of requests (jobs, lanes, the console).
import { AsyncLocalStorage } from "node:async_hooks";
import type { FastifyInstance } from "fastify";
import { plainAddress } from "../connections/address-key.ts";

export interface RequestOrigin {
  /** As inet; null when the caller's address is none that PostgreSQL takes, as a proxy may name it. */
  address: string | null;
  requestId: string;
}

const current = new AsyncLocalStorage<RequestOrigin>();

export function requestOrigin(): RequestOrigin | null {
  return current.getStore() ?? null;
}

/** After the body was read: what waits for the socket's own events would lose it. */
export function followOrigins(app: FastifyInstance): void {
  app.addHook("preHandler", (request, _reply, done) => {
    current.run({ address: plainAddress(request.ip), requestId: request.id }, done);
  });
}
