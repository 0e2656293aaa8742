// Units of the older type form networks that share people, credentials, profiles and schedules.
import { DeviceFaultError, ItemNotFoundError, NonsenseReplyError, UnsupportedFirmwareError } from "../errors.ts";
import type { AxisClient } from "./client.ts";
import { SERVICES } from "./endpoints.ts";
import { wirePeers } from "./wire.ts";

/** Returns ids of the units of a network, the same whichever unit is asked; null for a single unit. */
export async function networkedUnits(
  client: AxisClient,
  { isOlderKind, accessControllers }: { isOlderKind: boolean; accessControllers: readonly string[] },
): Promise<string[] | null> {
  // A single unit lists its own access controller, a unit of a network every unit's. Two signs are used, since neither is confirmed.
  const listed = accessControllers.length > 1 ? accessControllers : [];
  const peers = isOlderKind ? await readPeers(client) : [];
  const names = [...new Set([...listed, ...peers])].sort();
  return names.length === 0 ? null : names;
}

/** Returns the UUIDs of a network's units; empty for a single unit. */
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
