// Notes what was no HTTP when it came from a gate: from an address that called rightly before or that a gate is set to, or with a gate's
// path in it. Strangers' noise is counted by /metrics alone.
import { addressKey, plainAddress } from "#server/platform/connections/address-key.ts";
import type { Deps } from "#server/platform/deps.ts";
import { readDeviceAddresses } from "./gate-addresses.store.ts";
import type { RefusedCalls } from "./refused-calls.ts";
import { gateCallIn } from "./refused-calls-hook.ts";

/** One reading of the set addresses answers for this time, however many callers. */
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
