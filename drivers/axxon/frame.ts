// Reads the image of a read from the server's own archive. The portal keeps nothing of it.
import { NonsenseReplyError, TimeoutError } from "../errors.ts";
import type { FrameRequest } from "../port.ts";
import type { Transport } from "../transport.ts";
import { framePath, PATHS } from "./endpoints.ts";
import { refusalOf } from "./replies.ts";
import type { AxxonSession } from "./session.ts";

const LARGEST_BYTES = 300 * 1024;
const JPEG_START = Buffer.from([0xff, 0xd8, 0xff]);
/** The clock error cannot be measured more exactly, since the header has whole seconds. */
const CLOCK_NOISE_MS = 1_000;

/** Returns the image; throws DeviceError. */
export async function readFrame(
  { session, transport }: { session: AxxonSession; transport: Transport },
  frame: FrameRequest,
  { timeoutMs, monotonic }: { timeoutMs: number; monotonic: () => number },
): Promise<Buffer> {
  const deadline = monotonic() + timeoutMs;
  // The archive uses the server's clock. Two seconds are another car, so with a wrong clock the image would show somebody else.
  if (transport.clockSkewMs() === null)
    await session.send({ method: "GET", path: PATHS.version, read: "head" }, { totalMs: timeoutMs });
  const left = deadline - monotonic();
  if (left <= 0) throw new TimeoutError(timeoutMs, { outcomeUnknown: true });
  const path = framePath({ ...frame, at: new Date(frame.at.getTime() + noticed(transport.clockSkewMs())) });
  const request = { method: "GET", path, read: "bytes", limitBytes: LARGEST_BYTES } as const;
  const reply = await session.send(request, { totalMs: left });
  const refusal = refusalOf(reply);
  if (refusal) throw refusal;
  const bytes = reply.bytes ?? Buffer.alloc(0);
  // Checked whatever the header says: other bytes are a page, or something that no browser should read.
  if (!bytes.subarray(0, JPEG_START.length).equals(JPEG_START)) throw new NonsenseReplyError("not a JPEG");
  return bytes;
}

function noticed(skewMs: number | null): number {
  return skewMs === null || Math.abs(skewMs) <= CLOCK_NOISE_MS ? 0 : skewMs;
}
