// One event of the camera, as JSON or as the part `event` of a multipart body, or its heartbeat. Nothing else is read.
import { z } from "zod";
import { parseDeviceJson } from "../device-json.ts";
import { NonsenseReplyError } from "../errors.ts";
import type { DevicePush, PushedBody } from "../port.ts";

const OLDEST_MS = Date.UTC(2020, 0, 1);
const LATEST_MS = Date.UTC(2100, 0, 1);

const text = (max: number) => z.union([z.string().max(max), z.number()]).transform(String);

/** Numbers are sent as texts. `datetime` is the camera's local time and is not used. */
const wireEvent = z.object({
  plateText: z.string().max(64),
  carState: z.enum(["new", "update", "lost"]),
  carID: text(64).pipe(z.string().min(1)),
  capture_timestamp: text(32).transform(Number).pipe(z.number().int().min(OLDEST_MS).max(LATEST_MS)),
});

/** What a heartbeat holds is chosen in the camera; one of these sections is always there. */
const wireHeartbeat = z
  .object({ system: z.object({}), identify: z.object({}), ALPV: z.object({}), services: z.object({}) })
  .partial()
  .refine((sections) => Object.keys(sections).length > 0);

/** @throws NonsenseReplyError */
export function readLpvPush({ contentType, head, isWhole }: PushedBody): DevicePush {
  const json = isMultipart(contentType) ? eventPart(contentType, head) : isWhole ? head.toString("utf8") : null;
  if (json === null) throw new NonsenseReplyError("the push has no event");
  const message = parseDeviceJson(json);
  const event = wireEvent.safeParse(message);
  if (!event.success && wireHeartbeat.safeParse(message).success) return "heartbeat";
  if (!event.success) throw new NonsenseReplyError("the push is no event", { cause: event.error });
  const { plateText, carState, carID, capture_timestamp } = event.data;
  // Fault point: lpv-buffered-read.
  // Fault point: lpv-car-leaves.
  return { plateText, carId: carID, isGone: carState === "lost", capturedAt: new Date(capture_timestamp) };
}

function isMultipart(contentType: string): boolean {
  return /^multipart\//i.test(contentType);
}

/** The event comes before the image, so the head has all of it. Null: it has not. */
function eventPart(contentType: string, head: Buffer): string | null {
  const [, quoted, bare] = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;]{1,70}))/i.exec(contentType) ?? [];
  const boundary = quoted ?? bare;
  if (boundary === undefined) return null;
  // Latin 1 keeps every byte, so that the part can be cut out and read as UTF-8.
  const text = head.toString("latin1");
  const delimiter = `--${boundary}`;
  let at = text.indexOf(delimiter);
  while (at >= 0) {
    const start = at + delimiter.length;
    const headers = text.indexOf("\r\n\r\n", start);
    const end = text.indexOf(`\r\n${delimiter}`, start);
    if (headers < 0 || end < headers) return null;
    if (/^content-disposition:[^\r\n]*;\s*name="?event"?\s*(?:;|\r?$)/im.test(text.slice(start, headers)))
      return Buffer.from(text.slice(headers + 4, end), "latin1").toString("utf8");
    at = end + 2;
  }
  return null;
}
