// A TCP relay on loopback that can be cut, in place of a network cable.
import { connect, createServer, type Socket } from "node:net";
import { lastingPort } from "../world/ports.ts";

export interface Relay extends AsyncDisposable {
  readonly port: number;
  /** Sockets that were ended, and connections that were refused, since it was cut. */
  readonly refused: number;
  /** Ends all connections and refuses new ones. */
  cut(): void;
  mend(): void;
}

/** Relays a port of its own to `target` on loopback. */
export async function startRelay(target: number): Promise<Relay> {
  const port = await lastingPort();
  const sockets = new Set<Socket>();
  let whole = true;
  let refused = 0;
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.on("error", () => {}).on("close", () => sockets.delete(socket));
  };
  const server = createServer((from) => {
    keep(from);
    if (!whole) {
      refused += 1;
      from.destroy();
      return;
    }
    const to = connect(target, "127.0.0.1");
    keep(to);
    from.pipe(to).pipe(from);
    from.on("close", () => to.destroy());
    to.on("close", () => from.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(port, "127.0.0.1", resolve);
  });
  const cut = () => {
    whole = false;
    refused = sockets.size;
    for (const socket of sockets) socket.destroy();
  };
  return {
    port,
    get refused() {
      return refused;
    },
    cut,
    mend: () => {
      whole = true;
    },
    [Symbol.asyncDispose]: async () => {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
