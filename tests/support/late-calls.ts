// CALLS_LATE_MS=500 npm run test:integration: delays one statement and one request in thirty by up to so many milliseconds, so that workers,
// jobs and answers meet in other orders. Finds tests, and code, that need a fast machine.
import http from "node:http";
import https from "node:https";
import { Client } from "pg";

const LATE_MS = Number(process.env["CALLS_LATE_MS"] ?? 0);
const SHARE = 1 / 30;

const isLate = () => Math.random() < SHARE;
const later = (call: () => void) => void setTimeout(call, Math.random() * LATE_MS);

/** The part of pg's client that sends its next statement. A connection's statements keep their order. */
interface StatementQueue {
  readyForQuery: boolean;
  _queryQueue: unknown[];
  _pulseQueryQueue: () => void;
}

function delayStatements(client: StatementQueue): void {
  const send = client._pulseQueryQueue;
  client._pulseQueryQueue = function pulse(this: StatementQueue) {
    if (this.readyForQuery && this._queryQueue.length > 0 && isLate()) later(() => send.call(this));
    else send.call(this);
  };
}

/** The part of a server that hands over what came. */
interface Emitter {
  emit: (event: string, ...values: unknown[]) => boolean;
}

function delayRequests(server: Emitter): void {
  const { emit } = server;
  server.emit = function late(this: Emitter, ...event: Parameters<Emitter["emit"]>) {
    if (event[0] !== "request" || !isLate()) return emit.apply(this, event);
    later(() => emit.apply(this, event));
    return true;
  };
}

const MARK = Symbol.for("late calls");
// A worker reads this file again for each file of tests.
if (LATE_MS > 0 && !Reflect.has(Client, MARK)) {
  Reflect.set(Client, MARK, true);
  delayStatements(Client.prototype as unknown as StatementQueue);
  delayRequests(http.Server.prototype);
  delayRequests(https.Server.prototype);
}
