import { deviceEndpoint } from "#contract/device-address.ts";
import type { ControllerRow } from "#contract/tables/controllers.ts";

type Connection = Pick<ControllerRow, "device_ip" | "device_port" | "username">;

const PORTS = { https: 443, http: 80 };

/** As it is typed in a shell; what an address or an account could mean there is quoted. */
export function fieldKitCommand(controller: Connection, what: "--try 1" | "--clean"): string {
  return `npm run field-kit -- --address ${quoted(addressOf(controller))} --user ${quoted(controller.username ?? "")} ${what}`;
}

/** With the scheme that the portal uses, so that the command asks where the portal does. */
function addressOf(controller: Connection): string {
  const { scheme, host, port, path } = deviceEndpoint(controller);
  return `${scheme}://${host}${port === PORTS[scheme] ? "" : `:${port}`}${path}`;
}

function quoted(text: string): string {
  return /^[\w.:/@-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
