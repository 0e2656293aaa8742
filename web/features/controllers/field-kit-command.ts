import { deviceEndpoint } from "#contract/device-address.ts";
import type { ListedController } from "./api/get-controllers.ts";

type Connection = Pick<ListedController, "device_ip" | "device_port" | "username" | "allow_old_tls">;

const PORTS = { https: 443, http: 80 };

/** Returns the command for a shell; special characters of an address or an account are quoted. */
export function fieldKitCommand(controller: Connection, what: "--try 1" | "--clean"): string {
  const where = `--address ${quoted(addressOf(controller))} --user ${quoted(controller.username ?? "")}`;
  return `npm run field-kit -- ${where} ${controller.allow_old_tls ? "--allow-old-tls " : ""}${what}`;
}

/** Returns the address with the portal's scheme, so that the command calls the same address. */
function addressOf(controller: Connection): string {
  const { scheme, host, port, path } = deviceEndpoint(controller);
  return `${scheme}://${host}${port === PORTS[scheme] ? "" : `:${port}`}${path}`;
}

function quoted(text: string): string {
  return /^[\w.:/@-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
