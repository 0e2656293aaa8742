// Knows the addresses of plate cameras, so that a push from a camera with another's copied configuration is not attributed to that other
// gate.
import type { Pool } from "pg";
import type { Clock } from "#drivers/clock.ts";
import { plainAddress } from "#server/platform/connections/address-key.ts";
import type { Deps } from "#server/platform/deps.ts";
import { readCameraAddresses } from "./camera-addresses.store.ts";

/** Delay until an added or moved camera counts. A push that notices the change does not wait for it. */
const READ_EVERY_MS = 30_000;

export interface CameraAddresses {
  /**
   * Tells whether the address belongs to another plate camera and not to the gate's own. A camera that has a host name may call from
   * anywhere.
   */
  isAnothers: (gateId: string, address: string) => Promise<boolean>;
  /** Returns the gate whose camera has that address; the first of several. */
  gateAt: (address: string) => string | null;
}

/** Creates the memory of cameras' addresses, which is read again after a while. */
export function createCameraAddresses({
  engine,
  clock,
  log,
}: {
  engine: Pool;
  clock: Clock;
  log: Deps["log"];
}): CameraAddresses {
  /** Maps a gate to its camera's address, where the camera is known by an address. */
  let known: ReadonlyMap<string, string> = new Map();
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | null = null;

  const read = async (): Promise<void> => {
    readAt = clock.monotonic();
    try {
      known = new Map((await readCameraAddresses(engine)).map(({ id, address }) => [id, address]));
    } catch (error) {
      log.warn({ err: error }, "the addresses of cameras could not be read");
    }
  };
  const readAnew = (): Promise<void> => {
    reading ??= read().finally(() => {
      reading = null;
    });
    return reading;
  };
  const gateAt = (address: string): string | null => [...known].find(([, at]) => at === address)?.[0] ?? null;
  const isAnothers = (gateId: string, address: string): boolean => {
    const own = known.get(gateId);
    return own !== undefined && own !== address && gateAt(address) !== null;
  };

  return {
    gateAt: (caller) => gateAt(plainAddress(caller) ?? caller),
    async isAnothers(gateId, caller) {
      const address = plainAddress(caller) ?? caller;
      if (readAt === Number.NEGATIVE_INFINITY) await readAnew();
      else if (clock.monotonic() - readAt >= READ_EVERY_MS) void readAnew();
      if (!isAnothers(gateId, address)) return false;
      // A gate whose own camera has since moved to that address is not refused.
      await readAnew();
      return isAnothers(gateId, address);
    },
  };
}
