// Notes cameras' pushes, at intervals: their time, how wrong the camera's clock is, and pushes with another gate's account.
import type { Pool } from "pg";
import { isCameraClockWrong } from "#contract/camera-clock.ts";
import type { Clock } from "#drivers/clock.ts";
import { recordPush } from "#server/devices/stored-controller.ts";
import { recordCopiedCamera } from "./camera-addresses.store.ts";
import type { CameraAddresses } from "./camera-addresses.ts";
import { cameraSkewMs, type ReadAge, recentAges } from "./camera-clock.rules.ts";
import type { GateDeps } from "./gate-passage.ts";

const MAX_KNOWN_GATES = 256;
/** People read the time of a contact in minutes. */
const NOTED_EVERY_MS = 10_000;

/** Records a fact about a gate without making the passage wait. */
export type NoteContact = (gateId: string, note: (engine: Pool, id: string) => Promise<void>) => void;

/** Returns a function that notes a push. `read` null: a push without a read. */
export function notePushes(clock: Pick<Clock, "monotonic">, note: NoteContact): GateDeps["pushed"] {
  const cameras = new Map<string, { notedAt: number; wasWrong: boolean | null; ages: ReadAge[] }>();
  return (gateId, read) => {
    const now = clock.monotonic();
    const known = cameras.get(gateId) ?? { notedAt: Number.NEGATIVE_INFINITY, wasWrong: null, ages: [] };
    const ages = read === null ? known.ages : recentAges(known.ages, read);
    const skewMs = cameraSkewMs(ages);
    const wasWrong = skewMs === null ? known.wasWrong : isCameraClockWrong(skewMs);
    const isNew = wasWrong !== known.wasWrong;
    const isDue = isNew || now - known.notedAt >= NOTED_EVERY_MS;
    // Clearing also forgets gates that have been removed.
    if (cameras.size >= MAX_KNOWN_GATES && !cameras.has(gateId)) cameras.clear();
    cameras.set(gateId, { notedAt: isDue ? now : known.notedAt, wasWrong, ages });
    if (isDue) note(gateId, (engine, id) => recordPush(engine, id, { skewMs, isNew }));
  };
}

/** Returns a function that notes a push with another gate's account, when the sender's address is a known camera's. */
export function noteCopiedCameras(
  clock: Pick<Clock, "monotonic">,
  addresses: Pick<CameraAddresses, "gateAt">,
  note: NoteContact,
): GateDeps["copied"] {
  const notedAt = new Map<string, number>();
  return (accountOfId, address) => {
    const gateId = addresses.gateAt(address);
    const now = clock.monotonic();
    const before = gateId === null ? undefined : notedAt.get(`${gateId} ${accountOfId}`);
    if (gateId === null || (before !== undefined && now - before < NOTED_EVERY_MS)) return;
    if (notedAt.size >= MAX_KNOWN_GATES) notedAt.clear();
    notedAt.set(`${gateId} ${accountOfId}`, now);
    note(gateId, (engine) => recordCopiedCamera(engine, { gateId, accountOfId }));
  };
}
