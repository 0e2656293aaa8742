// Judges a controller's clock and certificate for its health strip. Pure: the time is an argument.
import { ALERT_LIMITS } from "#contract/alerts.ts";
import { isCameraClockWrong } from "#contract/camera-clock.ts";

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** A smaller measured skew is within the time that the answer took. */
const RIGHT_MS = 5 * SECOND_MS;

export type ClockUnit = "second" | "minute" | "hour";

export type ClockReading =
  | { is: "unmeasured" | "right" }
  | { is: "fast" | "slow"; count: number; unit: ClockUnit; isTrouble: boolean };

/** Reads the skew in its largest whole unit. The skew counts as trouble from the portal's default alert limit on. */
export function readClock(skewMs: number | null): ClockReading {
  if (skewMs === null) return { is: "unmeasured" };
  const off = Math.abs(skewMs);
  if (off < RIGHT_MS) return { is: "right" };
  const [unit, size] =
    off >= 2 * HOUR_MS
      ? (["hour", HOUR_MS] as const)
      : off >= MINUTE_MS
        ? (["minute", MINUTE_MS] as const)
        : (["second", SECOND_MS] as const);
  return {
    is: skewMs > 0 ? "fast" : "slow",
    count: Math.round(off / size),
    unit,
    isTrouble: off >= ALERT_LIMITS.clock_skew_seconds.initial * SECOND_MS,
  };
}

/** Reads a camera's clock, which times its reads: right as long as the gate opens. */
export function readCameraClock(skewMs: number): ClockReading {
  if (!isCameraClockWrong(skewMs)) return { is: "right" };
  const reading = readClock(Math.sign(skewMs) * Math.max(Math.abs(skewMs), RIGHT_MS));
  const seconds = Math.round(Math.abs(skewMs) / SECOND_MS);
  if (!("count" in reading)) return reading;
  return { ...reading, isTrouble: true, ...(reading.unit === "second" ? { count: seconds } : {}) };
}

export type CertificateEnd = "far" | "soon" | "ended";

/** Tells whether the certificate has ended (`now` in ms) or ends so soon that an alert is raised. */
export function certificateEnd(validTo: string, now: number): CertificateEnd {
  const left = Date.parse(validTo) - now;
  if (left < 0) return "ended";
  return left <= ALERT_LIMITS.certificate_days.initial * DAY_MS ? "soon" : "far";
}
