// Addresses of gates have reserved connections. They are stored for other servers and for a restart during an attack.
import { addressKey } from "#server/platform/connections/address-key.ts";
import type { Deps } from "#server/platform/deps.ts";
import { repeat } from "#server/platform/jobs/run-jobs.ts";
import { readGateAddresses, recordGateAddress } from "./gate-addresses.store.ts";

export { deleteGateAddresses } from "./gate-addresses.store.ts";

const NOTE_EVERY_MS = 60 * 60_000;
const FAILED = "the addresses of gates could not be read";

export interface GateAddresses {
  has(key: string): boolean;
  /** Records that a call from this address had a valid password. Does not wait, never rejects. */
  received(address: string | undefined): void;
  /** Reads the addresses that other servers stored, at once and then repeatedly until the signal aborts. */
  keep(everyMs: number, signal: AbortSignal): Promise<void>;
}

interface Parts extends Pick<Deps, "pools" | "clock" | "log"> {
  isProxy: (address: string | undefined) => boolean;
}

/** Creates the memory, which is empty until `keep` has read. Proxies' addresses are never noted. */
export function createGateAddresses({ pools, clock, log, isProxy }: Parts): GateAddresses {
  const known = new Map<string, number>();

  const read = async () => {
    const keys = new Set((await readGateAddresses(pools.engine)).map(addressKey));
    for (const [key, notedAt] of known) {
      if (!keys.has(key) && clock.monotonic() - notedAt > NOTE_EVERY_MS) known.delete(key);
    }
    for (const key of keys) if (!known.has(key)) known.set(key, Number.NEGATIVE_INFINITY);
  };

  return {
    has: (key) => known.has(key),
    received: (address) => {
      if (address === undefined || isProxy(address)) return;
      const key = addressKey(address);
      const now = clock.monotonic();
      const before = known.get(key);
      if (before !== undefined && now - before < NOTE_EVERY_MS) return;
      known.set(key, now);
      recordGateAddress(pools.gate, address.replace(/%.*$/, "")).catch((error: unknown) => {
        known.set(key, Number.NEGATIVE_INFINITY);
        log.warn({ err: error }, "the address of a gate was not noted");
      });
    },
    keep: (everyMs, signal) => repeat({ clock, log, everyMs, failed: FAILED }, signal, read),
  };
}
