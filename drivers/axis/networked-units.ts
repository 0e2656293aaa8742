// Units of the older kind form networks that share people, credentials, profiles and schedules.
import { DeviceFaultError, ItemNotFoundError, NonsenseReplyError, UnsupportedFirmwareError } from "../errors.ts";
import type { AxisClient } from "./client.ts";
import { SERVICES } from "./endpoints.ts";
import { wirePeers } from "./wire.ts";

/** What names the units of a network, the same asked of any of them; null for a unit alone. */
export async function networkedUnits(
  client: AxisClient,
  { isOlderKind, accessControllers }: { isOlderKind: boolean; accessControllers: readonly string[] },
): Promise<string[] | null> {
  // A unit alone lists its own access controller; one of a network lists every unit's. Two signs, since neither is confirmed.
  const listed = accessControllers.length > 1 ? accessControllers : [];
  const peers = isOlderKind ? await readPeers(client) : [];
  const names = [...new Set([...listed, ...peers])].sort();
  return names.length === 0 ? null : names;
}

/** UUIDs of a network's units; empty for a unit alone. */
async function readPeers(client: AxisClient): Promise<string[]> {
  const reply = await client.call(SERVICES.network, "aconn:GetPeerList", {}).catch((error: unknown) => {
    const isUnknown =
      error instanceof UnsupportedFirmwareError ||
      error instanceof DeviceFaultError ||
      error instanceof ItemNotFoundError;
    if (isUnknown) return null;
    throw error;
  });
  if (reply === null) return [];
  const parsed = wirePeers.safeParse(reply);
  if (!parsed.success) throw new NonsenseReplyError("GetPeerList in an unknown shape", { cause: parsed.error });
  const { Self, Peer } = parsed.data;
  if (Peer.length === 0) return [];
  return [Self, ...Peer].flatMap((unit) => unit?.DeviceUUID || []);
}
