// Reads answers of the /grpc bridge: one object, or a stream of objects as server-sent events or in parts.
import type { z } from "zod";
import { parseDeviceJson } from "../device-json.ts";
import { NonsenseReplyError, NoPlateListsError } from "../errors.ts";
import type { DeviceReply } from "../exchange.ts";
import { inTurns } from "../in-turns.ts";
import { readJson, refusalOf } from "./replies.ts";
import { wirePacket } from "./wire.ts";

const LAST = ["EPS_LAST", 1];
/** A packet is one plate; a longer text is none, and could cost many times its length. */
const PACKET_CHARACTERS = 64 * 1024;

/**
 * Reads packets; returns null for a one-object answer, which older servers give. Throws DeviceError, and NoPlateListsError for a stream
 * that cannot be read.
 */
export async function readPackets<Packet extends z.ZodType>(
  reply: DeviceReply,
  packet: Packet,
): Promise<z.infer<Packet>[] | null> {
  // Fault point: axxon-streamed-plates.
  const pieces = streamedPieces(reply);
  if (pieces === null) return null;
  const refusal = refusalOf(reply);
  if (refusal) throw refusal;
  const packets: z.infer<Packet>[] = [];
  let last: unknown;
  for await (const text of inTurns(pieces)) {
    if (text === null) continue;
    last = readPacket(text);
    const parsed = packet.safeParse(last);
    if (!parsed.success) throw new NoPlateListsError({ cause: parsed.error });
    packets.push(parsed.data);
  }
  // Without its last packet a list would show plates as gone. An empty stream has no last packet.
  // Fault point: axxon-broken-stream.
  if (packets.length > 0 && !LAST.includes(wirePacket.safeParse(last).data?.status ?? ""))
    throw new NonsenseReplyError("a stream without its end");
  return packets;
}

/** Reads the answer to a change: success is an empty object or an empty stream. Throws DeviceError. */
export async function readDone<Schema extends z.ZodType>(reply: DeviceReply, schema: Schema): Promise<void> {
  if ((await readPackets(reply, schema)) === null) readJson(reply, schema);
}

function readPacket(text: string): unknown {
  try {
    return parseDeviceJson(text);
  } catch (cause) {
    throw new NoPlateListsError({ cause });
  }
}

/** Null for a piece without a packet. */
type Pieces = Iterable<string | null>;

function streamedPieces({ contentType, text }: DeviceReply): Pieces | null {
  if (contentType.startsWith("text/event-stream")) return events(text);
  if (!contentType.startsWith("multipart/")) return null;
  const boundary = /boundary="?([^";]+)"?/i.exec(contentType)?.[1];
  if (boundary === undefined) throw new NoPlateListsError();
  return parts(text, `--${boundary}`);
}

function* events(text: string): Pieces {
  for (const event of split(text, /\r?\n\r?\n/g)) {
    const data = event.split(/\r?\n/).flatMap((line) => /^data: ?(.*)$/.exec(line)?.[1] ?? []);
    yield data.length === 0 ? null : data.join("\n");
  }
}

function* parts(text: string, boundary: string): Pieces {
  const literally = boundary.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  let isBefore = true;
  for (const part of split(text, new RegExp(literally, "g"))) {
    yield isBefore || part.startsWith("--") ? null : part.replace(/^[\s\S]*?\r?\n\r?\n/, "").trim();
    isBefore = false;
  }
}

/** Yields one piece at a time: a list of all would cost as much memory again. Throws NoPlateListsError. */
function* split(text: string, separator: RegExp): Iterable<string> {
  let from = 0;
  const until = (end: number) => {
    if (end - from > PACKET_CHARACTERS) throw new NoPlateListsError();
    return text.slice(from, end);
  };
  for (const found of text.matchAll(separator)) {
    yield until(found.index);
    from = found.index + found[0].length;
  }
  yield until(text.length);
}
