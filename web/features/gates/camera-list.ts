// The cameras in the order of their column: those that need attention come first.
import { type CameraHealth, cameraHealth, cameraShares } from "#contract/camera-health.ts";
import { inStockholm } from "#contract/stockholm.ts";
import type { Camera } from "./api/get-cameras.ts";

const SHOWN_DAYS = 7;
const DAY_MS = 86_400_000;

export interface CameraRow extends Pick<Camera, "gateId" | "gate">, CameraHealth {
  /** Per cent unread: of the week, or since the camera became worse. */
  unread: number;
  unclear: number;
  /** Per cent unread by day, the oldest first; the last is today. */
  bars: number[];
}

const ORDER = { worse: 0, unknown: 1, good: 2 } as const;

export function cameraRows(cameras: readonly Camera[], now: number): CameraRow[] {
  const week = Array.from({ length: SHOWN_DAYS }, (_, at) => dayOf(now - (SHOWN_DAYS - 1 - at) * DAY_MS));
  return cameras
    .map(({ gateId, gate, days }): CameraRow => {
      const health = cameraHealth(days, now);
      const from = health.state === "worse" && health.since !== null ? health.since : (week[0] ?? "");
      const shares = cameraShares(days.filter(({ day }) => day >= from));
      const bars = week.map((day) => cameraShares(days.filter((one) => one.day === day)).unread);
      return { gateId, gate, ...health, ...shares, bars };
    })
    .toSorted((one, other) => ORDER[one.state] - ORDER[other.state] || one.gate.localeCompare(other.gate, "sv"));
}

function dayOf(instant: number): string {
  const local = inStockholm(new Date(instant));
  const two = (part: number) => String(part).padStart(2, "0");
  return `${local.getFullYear()}-${two(local.getMonth() + 1)}-${two(local.getDate())}`;
}
