import type { IncomingHttpHeaders } from "node:http";
import type { RequestSettings } from "./options.ts";

/** Neither SQL nor the log of a slow statement may hold these headers. */
const SECRETS = new Set(["authorization", "proxy-authorization", "apikey", "cookie"]);

/** Returns the settings that SQL may read of the request, without tokens and cookies. */
export function requestSettings(method: string, path: string, headers: IncomingHttpHeaders): RequestSettings {
  return {
    "request.method": method,
    "request.path": path,
    "request.headers": JSON.stringify(headers, (name, value: unknown) => (SECRETS.has(name) ? undefined : value)),
  };
}
