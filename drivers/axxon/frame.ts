// The image of a read, from the server's own archive. Nothing of it is kept here.
import { NonsenseReplyError, TimeoutError } from "../errors.ts";
import type { FrameRequest } from "../port.ts";
import type { Transport } from "../transport.ts";
import { framePath, PATHS } from "./endpoints.ts";
import { refusalOf } from "./replies.ts";
import type { AxxonSession } from "./session.ts";

const LARGEST_BYTES = 300 * 1024;
const JPEG_START = Buffer.from([0xff, 0xd8, 0xff]);
/** The clock's measure is no better, since the header has whole seconds. */
const CLOCK_NOISE_MS = 1_000;

/** @throws DeviceError */
export async function readFrame(
  { session, transport }: { session: AxxonSession; transport: Transport },
  frame: FrameRequest,
  { timeoutMs, monotonic }: { timeoutMs: number; monotonic: () => number },
): Promise<Buffer> {
  const deadline = monotonic() + timeoutMs;
  // The archive goes by the server's clock. Two seconds are another car, so a clock that is off shows somebody else.
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
  // Whatever the answer's header says: what begins otherwise is a page, or nothing that a browser shall read.
  if (!bytes.subarray(0, JPEG_START.length).equals(JPEG_START)) throw new NonsenseReplyError("not a JPEG");
  return bytes;
}

function noticed(skewMs: number | null): number {
  return skewMs === null || Math.abs(skewMs) <= CLOCK_NOISE_MS ? 0 : skewMs;
}
