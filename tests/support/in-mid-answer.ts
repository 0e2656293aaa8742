import { vi } from "vitest";
import type { RequestLog } from "#simulators/network/request-log.ts";
import { paced } from "./pace.ts";

/** Waits until a device under a slow fault has chosen what it answers; the last byte comes seconds later. */
export async function inMidAnswer(requests: RequestLog): Promise<void> {
  const isAnswering = () => requests.recent().some(({ fault, isDecided }) => fault === "slow" && isDecided);
  await vi.waitUntil(isAnswering, { timeout: paced(60_000), interval: 20 });
}
