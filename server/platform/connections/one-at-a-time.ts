// Serves a connection's requests one by one. Node would dispatch pipelined requests all at once, so that one connection
// could queue a thousand statements and escape the connection cap.
import type { RequestListener } from "node:http";
import type { Socket } from "node:net";

/** Pipelined requests that may queue; browsers, proxies and cameras send none. */
export const MOST_WAITING = 16;

/** `turnAway` ends a connection that pipelines too many. */
export function oneAtATime(handler: RequestListener, turnAway: (socket: Socket) => void): RequestListener {
  /** Busy connections and their queues. */
  const behind = new WeakMap<Socket, (() => void)[]>();
  return (request, response) => {
    const { socket } = request;
    // Already read when the connection was ended.
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
