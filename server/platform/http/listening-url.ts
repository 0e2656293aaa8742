import type { Server } from "node:http";

/** Returns the address to reach a listening host: 127.0.0.1 for all addresses, and brackets around IPv6. */
export function urlOf(host: string, port: number, scheme: "http" | "https" = "http"): string {
  if (host === "0.0.0.0" || host === "::") return `${scheme}://127.0.0.1:${port}`;
  return `${scheme}://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

/** Returns the assigned port; `asked` where there is none. */
export function listeningPort(server: Server, asked: number): number {
  const address = server.address();
  return address !== null && typeof address === "object" ? address.port : asked;
}
