// Serves pipelined requests one at a time. Node would dispatch them all at once, so that one connection could queue a thousand statements.
import type { RequestListener } from "node:http";
import type { Socket } from "node:net";

/** Pipelined requests that may queue; browsers, proxies and cameras send none. */
export const MOST_WAITING = 16;

/** Wraps a handler. `turnAway` ends a connection that pipelines too many. */
export function oneAtATime(handler: RequestListener, turnAway: (socket: Socket) => void): RequestListener {
  const behind = new WeakMap<Socket, (() => void)[]>();
  return (request, response) => {
    const { socket } = request;
    if (socket.destroyed) return;
    const serve = () => {
      response.once("close", () => {
        const next = behind.get(socket)?.shift();
        if (next === undefined || socket.destroyed) behind.delete(socket);
        else next();
      });
      handler(request, response);
    };
    const waiting = behind.get(socket);
    if (waiting === undefined) {
      behind.set(socket, []);
      serve();
    } else if (waiting.length < MOST_WAITING) waiting.push(serve);
    else turnAway(socket);
  };
}
