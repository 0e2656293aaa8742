import type { DeviceType } from "#contract/devices.ts";
import type { FindConnectionReply } from "#contract/functions/device-connection.ts";
import { callFunction } from "#web/lib/calls/functions.ts";
import { fetchPart } from "#web/lib/chunks/fetch-part.ts";
import { proxyOf } from "./test-connection.ts";

/** Finds a connection without sending an account. `port` null: nobody typed one. Throws FunctionError with the reason. */
export async function findConnection(
  deviceType: DeviceType,
  { address, port, isOldTls = false }: { address: string; port: number | null; isOldTls?: boolean },
): Promise<FindConnectionReply> {
  const { findConnectionReply } = await fetchPart(import("#contract/functions/device-connection.ts"));
  const body = {
    action: "FIND_CONNECTION",
    device_ip: address,
    device_port: port,
    allow_old_tls: isOldTls || undefined,
  };
  return callFunction(proxyOf(deviceType), findConnectionReply, body);
}
