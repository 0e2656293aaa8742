import { DEVICE_KINDS, type DeviceType } from "#contract/devices.ts";
import type { FoundConnection } from "#contract/functions/device-connection.ts";
import { callAction } from "#web/lib/calls/functions.ts";
import { fetchPart } from "#web/lib/chunks/fetch-part.ts";

/** Finds a connection without sending an account. `port` null: nobody typed one. Throws FunctionError with the reason. */
export async function findConnection(
  deviceType: DeviceType,
  { address, port, isOldTls = false }: { address: string; port: number | null; isOldTls?: boolean },
): Promise<FoundConnection> {
  const sought = { device_ip: address, device_port: port, allow_old_tls: isOldTls || undefined };
  if (DEVICE_KINDS[deviceType] === "door") {
    const { axisProxy } = await fetchPart(import("#contract/functions/axis-proxy.ts"));
    return callAction(axisProxy.FIND_CONNECTION, sought);
  }
  const { axxonProxy } = await fetchPart(import("#contract/functions/axxon-proxy.ts"));
  return callAction(axxonProxy.FIND_CONNECTION, sought);
}
