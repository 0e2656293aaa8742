/** What SQL may ask of a request, by PostgREST's names. */
import type { IncomingHttpHeaders } from "node:http";
import type { RequestSettings } from "./options.ts";

/** They prove who calls: SQL, and the log of a slow statement's parameters, have no use for them. */
const SECRETS = new Set(["authorization", "proxy-authorization", "apikey", "cookie"]);

/** Method, path below the mount point, and the headers without those that carry secrets. */
export function requestSettings(method: string, path: string, headers: IncomingHttpHeaders): RequestSettings {
  return {
    "request.method": method,
    "request.path": path,
    "request.headers": JSON.stringify(headers, (name, value: unknown) => (SECRETS.has(name) ? undefined : value)),
  };
}
