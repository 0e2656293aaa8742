// Notes calls that were not HTTP when they came from a gate: from an address that has called correctly before or that is set for
// a gate, or with a gate's path in the text. Calls of strangers are only counted in /metrics.
import { addressKey, plainAddress } from "#server/platform/connections/address-key.ts";
import type { Deps } from "#server/platform/deps.ts";
import { readDeviceAddresses } from "./gate-addresses.store.ts";
import type { RefusedCalls } from "./refused-calls.ts";
import { gateCallIn } from "./refused-calls-hook.ts";

/** The configured addresses are read at most once in this time, however many callers there are. */
const FRESH_MS = 5_000;

interface Parts extends Pick<Deps, "pools" | "clock" | "log"> {
  refused: RefusedCalls;
  isGate: (address: string) => boolean;
  isProxy: (address: string | undefined) => boolean;
}

/** Returns a function that notes a call; it does not wait and never rejects. `text`: what arrived, as far as it is known. */
export function createBrokenCalls({ pools, clock, log, refused, isGate, isProxy }: Parts) {
  let reading: Promise<ReadonlySet<string>> | null = null;
  let readAt = Number.NEGATIVE_INFINITY;
  const setAddresses = (): Promise<ReadonlySet<string>> => {
    const now = clock.monotonic();
    if (reading !== null && now - readAt < FRESH_MS) return reading;
    readAt = now;
    reading = readDeviceAddresses(pools.engine).then(
      (addresses) => new Set(addresses.map(addressKey)),
      (error: unknown) => {
        log.warn({ err: error }, "the set addresses of gates could not be read");
        return new Set<string>();
      },
    );
    return reading;
  };

  return (address: string | undefined, text = ""): void => {
    if (address === undefined || isProxy(address)) return;
    const named = gateCallIn(text);
    const note = () =>
      refused.note({ cause: "bad_http", address: plainAddress(address), gateId: named?.gateId ?? null, account: null });
    if (named !== null || isGate(address)) note();
    else void setAddresses().then((keys) => keys.has(addressKey(address)) && note());
  };
}
