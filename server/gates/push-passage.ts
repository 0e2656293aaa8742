// Handles a plate pushed by a camera: decision and opening as for any read, but each car once, and never late.
import { gateErrors } from "#contract/errors/gates.ts";
import { CAMERA_CLOCK_AHEAD_MS, GATE_LATEST_MS } from "#contract/limits.ts";
import type { DevicePush } from "#drivers/push-port.ts";
import { PortalError } from "#server/platform/http/errors.ts";
import { isClockLost, type ReadAge } from "./camera-clock.rules.ts";
import { againIfGone, answerOf, type GateDeps, judge, type PassageAnswer, type Read } from "./gate-passage.ts";

export interface Pushed extends Omit<Read, "plateText" | "late"> {
  /** Type of the device that calls; a gate opened by a relay has another type. */
  type: string;
  push: DevicePush;
  /** The caller's address, past trusted proxies. */
  address: string;
}

/** Decides a push; returns null for wrong credentials. `repeated` marks a car that is already logged, or that has left. */
export async function pushPassage(
  deps: GateDeps,
  { push, type, address, ...read }: Pushed,
): Promise<PassageAnswer | "repeated" | "received" | null> {
  const known = async (one: Read, age: ReadAge | null) => {
    const judged = await judge(deps, one);
    if (judged === null || judged.gate?.device_type !== type) return judged;
    const { id } = judged.gate;
    // Fault point: lpv-copied-configuration.
    if (await deps.isAnothers(id, address)) {
      deps.log.warn({ gate: id, address }, "a push with this gate's account came from another camera");
      deps.copied(id, address);
      throw new PortalError(gateErrors.push_from_another_camera());
    }
    deps.pushed(id, age);
    return judged;
  };
  if (push === "heartbeat") return (await known({ ...read, plateText: "" }, null)) && "received";
  const now = deps.clock.now();
  const age = now.getTime() - push.capturedAt.getTime();
  // A push about a departed car comes seconds after its last read, so it is a poor measure of the camera's clock.
  const seen = push.isGone ? null : { capturedAt: push.capturedAt.getTime(), ageMs: age };
  // The time spent on the way to the portal has passed when the gate is asked.
  const arrivedAt = Math.min(read.arrivedAt, deps.clock.monotonic() - age);
  const late = age > GATE_LATEST_MS || age < -CAMERA_CLOCK_AHEAD_MS;
  const aged: Read = { ...read, plateText: push.plateText, arrivedAt: late ? read.arrivedAt : arrivedAt, late };
  return againIfGone(async () => {
    const judged = await known(aged, seen);
    if (judged === null) return null;
    if (push.isGone) return "repeated";
    const capturedAt = isClockLost(age) ? now : push.capturedAt;
    const logged = await deps.tables.push({ ...push, ...judged.passage, capturedAt, late });
    return logged === null ? "repeated" : answerOf(deps, aged, judged, logged);
  });
}
