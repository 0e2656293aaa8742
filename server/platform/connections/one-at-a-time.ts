// Requests of one connection are served one after another. HTTP lets a client send many before the first answer; Node would hand
// all of them out at once, so that one connection could keep a thousand statements waiting and the cap of connections bounded nothing.
import type { RequestListener } from "node:http";
import type { Socket } from "node:net";

/** Requests of one connection that may wait for the one under way. Browsers, proxies and cameras send none ahead. */
export const MOST_WAITING = 16;

/** `handler` with at most one request of a connection under way. `turnAway` ends a connection that sends too many ahead. */
export function oneAtATime(handler: RequestListener, turnAway: (socket: Socket) => void): RequestListener {
  /** Connections with a request under way, and what waits behind it. */
  const behind = new WeakMap<Socket, (() => void)[]>();
  return (request, response) => {
    const { socket } = request;
    // The rest of what was read before the connection was ended.
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
