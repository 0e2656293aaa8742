// For sites where Axxon raises events by list. Manuals up to One 2.0 have GetItems and ChangeItems as single calls over
// the /grpc bridge, newer descriptions as streams of one item a packet; GetItems shows which. What is changed is read back.
import { randomUUID } from "node:crypto";
import type { z } from "zod";
import {
  DeviceFailedError,
  DeviceFaultError,
  ItemNotFoundError,
  NonsenseReplyError,
  NoPlateListsError,
  PlateListFixedError,
  PlateListTooLongError,
  ReplyTooLargeError,
} from "../errors.ts";
import { inTurns } from "../in-turns.ts";
import { PATHS, RECOGNIZER } from "./endpoints.ts";
import { readDone, readPackets } from "./packets.ts";
import { readJson } from "./replies.ts";
import type { AxxonSession } from "./session.ts";
import { wireChanged, wirePlateItem, wirePlateItems, wirePlateLists, wirePlatePacket } from "./wire.ts";

const LIST_NAME = "Portal";
/** The server's time for a change is unknown; a long list resumes where it stopped. */
const CHUNK = 200;
/** Of an answer: some 200,000 plates, everybody's counted. */
const LIST_BYTES = 32 * 1024 * 1024;
// Fault point: axxon-last-packet.
const LAST_PACKET = "EPS_LAST";

/** `streams`: one item a packet. */
interface PlateItems {
  streams: boolean;
  items: z.infer<typeof wirePlateItem>[];
}
type PlateLists = z.infer<typeof wirePlateLists>["lists"];

/** Empty without a list of ours. @throws NoPlateListsError, PlateListTooLongError, DeviceError */
export async function readPlateList(session: AxxonSession): Promise<string[]> {
  const { items } = await readItems(session);
  const ours = new Set(ourListOf(await readLists(session))?.item_ids);
  return items.flatMap(({ id, data_string }) => (ours.has(id) && data_string ? [data_string] : []));
}

/** Removals first; idempotent. @throws NoPlateListsError, PlateListFixedError, DeviceError */
export async function changePlateList(
  session: AxxonSession,
  { add, remove }: { add: readonly string[]; remove: readonly string[] },
): Promise<void> {
  if (remove.length > 0) {
    const all = await readItems(session);
    for (const plates of chunksOf(remove)) await takeOff(session, new Set(plates), all);
  }
  if (add.length === 0) return;
  let all = await readItems(session);
  for (const plates of chunksOf(add)) ({ all } = await putOn(session, plates, all));
}

/** Returns the server's id, also of an existing item. @throws NoPlateListsError, PlateListFixedError, DeviceError */
export async function addToPlateList(session: AxxonSession, plateNumber: string): Promise<string> {
  const { ids } = await putOn(session, [plateNumber], await readItems(session));
  const [id] = ids;
  if (id === undefined) throw new DeviceFailedError(200, "the plate was not kept");
  return id;
}

/** `before` and the `all` that is returned: what the server has, which takes long to read. */
async function putOn(
  session: AxxonSession,
  plates: readonly string[],
  before: PlateItems,
): Promise<{ ids: string[]; all: PlateItems }> {
  const wanted = new Set(plates);
  const there = new Set(before.items.map((item) => item.data_string));
  const missing = [...wanted].filter((plate) => !there.has(plate));
  let all = before;
  if (missing.length > 0) {
    // The server may ignore our ids.
    const added = missing.map((plate) => ({ id: randomUUID(), type: "DT_Plate", data_string: plate }));
    if (before.streams) for (const added_item of added) await changeItems(session, { status: LAST_PACKET, added_item });
    else await changeItems(session, { added_items: added });
    all = await readItems(session);
  }
  const found = all.items.filter((item) => wanted.has(item.data_string ?? ""));
  if (new Set(found.map((item) => item.data_string)).size < wanted.size)
    throw new DeviceFailedError(200, "the plate was not kept");
  const ids = found.map((item) => item.id);
  const ours = ourListOf(await readLists(session));
  const listed = new Set(ours?.item_ids);
  if (ids.every((id) => listed.has(id))) return { ids, all };
  const list = { id: ours?.id ?? randomUUID(), name: LIST_NAME, type: "ELT_LPR", item_ids: ids };
  readJson(
    await call(session, "ChangeLists", ours ? { changed_lists: [list] } : { added_lists: [list] }),
    wirePlateLists,
  );
  return { ids, all };
}

async function takeOff(
  session: AxxonSession,
  plates: ReadonlySet<string>,
  { items, streams }: PlateItems,
): Promise<void> {
  const lists = await readLists(session);
  const ours = ourListOf(lists);
  if (!ours) return;
  const listed = new Set(ours.item_ids);
  const ids = items.flatMap(({ id, data_string }) => (listed.has(id) && plates.has(data_string ?? "") ? [id] : []));
  if (ids.length === 0) return;
  const list = { id: ours.id, name: LIST_NAME, type: "ELT_LPR", item_ids: [], item_ids_to_remove: ids };
  readJson(await call(session, "ChangeLists", { changed_lists: [list] }), wirePlateLists);
  const others = new Set(lists.flatMap((one) => (one === ours ? [] : one.item_ids)));
  const removed_item_ids = ids.filter((id) => !others.has(id));
  if (removed_item_ids.length > 0)
    await changeItems(
      session,
      streams ? { status: LAST_PACKET, removed_item: { removed_item_ids } } : { removed_item_ids },
    );
}

async function readItems(session: AxxonSession): Promise<PlateItems> {
  try {
    const reply = await call(session, "GetItems", { required_items: [] });
    const packets = await readPackets(reply, wirePlatePacket);
    if (packets !== null) return { streams: true, items: packets.flatMap(({ item }) => item ?? []) };
    const items: PlateItems["items"] = [];
    for await (const item of inTurns(readJson(reply, wirePlateItems).items)) items.push(readItem(item));
    return { streams: false, items };
  } catch (error) {
    throw isRefusal(error) ? new NoPlateListsError({ cause: error }) : error;
  }
}

function readItem(item: unknown): PlateItems["items"][number] {
  const parsed = wirePlateItem.safeParse(item);
  if (parsed.success) return parsed.data;
  throw new NonsenseReplyError("an answer in an unknown shape", { cause: parsed.error });
}

async function changeItems(session: AxxonSession, change: object): Promise<void> {
  try {
    await readDone(await call(session, "ChangeItems", change), wireChanged);
  } catch (error) {
    // A bridge may read a stream and refuse to send one.
    throw "status" in change && isRefusal(error) ? new PlateListFixedError({ cause: error }) : error;
  }
}

/** No recognizer, no bridge, or a bridge without streams; by which status is not known. */
function isRefusal(error: unknown): boolean {
  return [DeviceFailedError, ItemNotFoundError, DeviceFaultError].some((kind) => error instanceof kind);
}

async function readLists(session: AxxonSession): Promise<PlateLists> {
  return readJson(await call(session, "GetLists", { list_ids: [], type: "ELT_LPR" }), wirePlateLists).lists;
}

function ourListOf(lists: PlateLists): PlateLists[number] | undefined {
  return lists.find((list) => list.name === LIST_NAME && list.type === "ELT_LPR");
}

async function call(session: AxxonSession, method: string, data: object) {
  const body = JSON.stringify({ method: `${RECOGNIZER}.${method}`, data });
  const headers = { "content-type": "application/json" };
  try {
    return await session.send({ method: "POST", path: PATHS.grpcBridge, headers, body, limitBytes: LIST_BYTES });
  } catch (error) {
    throw error instanceof ReplyTooLargeError ? new PlateListTooLongError({ cause: error }) : error;
  }
}

function chunksOf(plates: readonly string[]): string[][] {
  const all = [...plates];
  return Array.from({ length: Math.ceil(all.length / CHUNK) }, (_, index) =>
    all.slice(index * CHUNK, (index + 1) * CHUNK),
  );
}
