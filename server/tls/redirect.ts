// A second port that answers plain HTTP with the address over TLS, and with nothing else.
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { HEADERS_MAX_BYTES, REQUEST_LIMIT_MS } from "#contract/limits.ts";
import { redirectTarget } from "./certificate.rules.ts";

export interface RedirectOptions {
  host: string;
  /** Port that redirects. */
  port: number;
  publicUrl: string | null;
  /** Port of the portal over TLS. */
  tlsPort: number;
}

const MOST_CONNECTIONS = 256;

/** Listens; throws the system's error when it cannot. The body of a request is not read. */
export async function startRedirect({ host, port, publicUrl, tlsPort }: RedirectOptions): Promise<Server> {
  const to = { publicUrl, fallback: "localhost", port: tlsPort };
  const server = createServer(
    {
      requireHostHeader: false,
      maxHeaderSize: HEADERS_MAX_BYTES,
      headersTimeout: REQUEST_LIMIT_MS,
      requestTimeout: REQUEST_LIMIT_MS,
      keepAliveTimeout: 1,
    },
    ({ headers, url }, response) => {
      const location = redirectTarget({ host: headers.host, path: url ?? "/" }, to);
      response
        .writeHead(308, { location, connection: "close", "cache-control": "no-store", "content-length": 0 })
        .end();
    },
  );
  server.maxConnections = MOST_CONNECTIONS;
  server.listen({ host, port });
  await once(server, "listening");
  return server;
}

/** Closes the port and its connections at once. */
export function closeRedirect(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
