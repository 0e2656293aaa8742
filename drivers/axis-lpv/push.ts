// Reads one event of the camera, as JSON or as the part `event` of a multipart body, or its heartbeat. Anything else is ignored.
import { z } from "zod";
import { parseDeviceJson } from "../device-json.ts";
import { NonsenseReplyError } from "../errors.ts";
import type { DevicePush, PushReader } from "../push-port.ts";
import { type EventPart, eventPart } from "./event-part.ts";
import { type ShortJson, shortJson } from "./short-json.ts";

/** The last moment that a Date can hold; a camera's clock may have any earlier time. */
const LATEST_MS = 8.64e15;
/** A boundary has at most 70 characters. */
const FIRST_LINE_BYTES_MAX = 200;

const text = (max: number) => z.union([z.string().max(max), z.number()]).transform(String);

/** Numbers are sent as texts. `datetime` is the camera's local time and is not used. */
const wireEvent = z.object({
  plateText: text(64),
  carState: z.enum(["new", "update", "lost"]),
  carID: text(64).pipe(z.string().min(1)),
  capture_timestamp: text(32).pipe(z.string().min(1)).transform(Number).pipe(z.number().min(0).max(LATEST_MS)),
});

/** The camera's settings choose the contents of a heartbeat; one of these sections is always present. */
const wireHeartbeat = z
  .object({ system: z.object({}), identify: z.object({}), ALPV: z.object({}), services: z.object({}) })
  .partial()
  .refine((sections) => Object.keys(sections).length > 0);

/**
 * Reads a push. The body itself shows its form; the content type may have been typed by hand, so only its boundary is used, and only if the
 * body does not begin with one.
 */
export function lpvPushReader(contentType: string): PushReader {
  let start: Buffer = Buffer.alloc(0);
  let form: ShortJson | EventPart | null = null;
  return {
    add(chunk) {
      if (form !== null) return form.add(chunk);
      start = Buffer.concat([start, chunk]);
      form = formOf(start, contentType);
      form?.add(start);
    },
    end() {
      const json = form?.text() ?? null;
      if (json === null) throw new NonsenseReplyError("the push has no event");
      return readEvent(json);
    },
  };
}

/** Returns the form; null while too little of the body has arrived. */
function formOf(start: Buffer, contentType: string): ShortJson | EventPart | null {
  const text = start.toString("latin1", 0, FIRST_LINE_BYTES_MAX).trimStart();
  const isPart = text.startsWith("--");
  if (text.length < 2 || (isPart && !text.includes("\n") && start.length < FIRST_LINE_BYTES_MAX)) return null;
  const own = isPart ? /^--([^\r\n]{1,70}?)[ \t]*\r?\n/.exec(text)?.[1] : undefined;
  const [, quoted, bare] = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;]{1,70}))/i.exec(contentType) ?? [];
  const boundary = own ?? (/^[{[\u00ef]/.test(text) ? undefined : (quoted ?? bare));
  return boundary === undefined ? shortJson() : eventPart(boundary);
}

/** Reads an event; throws NonsenseReplyError. */
function readEvent(json: string): DevicePush {
  const message = parseDeviceJson(json);
  const event = wireEvent.safeParse(message);
  if (!event.success && wireHeartbeat.safeParse(message).success) return "heartbeat";
  if (!event.success) throw new NonsenseReplyError("the push is no event", { cause: event.error });
  const { plateText, carState, carID, capture_timestamp } = event.data;
  // Fault point: lpv-buffered-read.
  // Fault point: lpv-car-leaves.
  return { plateText, carId: carID, isGone: carState === "lost", capturedAt: new Date(capture_timestamp) };
}
