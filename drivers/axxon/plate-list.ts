// For sites where Axxon raises events by list. Manuals up to One 2.0 have GetItems and ChangeItems as single calls over
// the /grpc bridge, newer descriptions as streams of one item a packet; GetItems shows which. What is changed is read back.
import { randomUUID } from "node:crypto";
import type { z } from "zod";
import {
  DeviceFailedError,
  DeviceFaultError,
  ItemNotFoundError,
  NoPlateListsError,
  PlateListFixedError,
  PlateListTooLongError,
  ReplyTooLargeError,
} from "../errors.ts";
import { PATHS, RECOGNIZER } from "./endpoints.ts";
import { readDone, readPackets } from "./packets.ts";
import { readJson } from "./replies.ts";
import type { AxxonSession } from "./session.ts";
import { wireChanged, wirePlateItems, wirePlateLists, wirePlatePacket } from "./wire.ts";

const LIST_NAME = "Portal";
/** The server's time for a change is unknown; a long list resumes where it stopped. */
const CHUNK = 200;
// Fault point: axxon-last-packet.
const LAST_PACKET = "EPS_LAST";

/** `streams`: one item a packet. */
interface PlateItems {
  streams: boolean;
  items: z.infer<typeof wirePlateItems>["items"];
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
  for (const plates of chunksOf(remove)) await takeOff(session, new Set(plates));
  for (const plates of chunksOf(add)) await putOn(session, plates);
}

/** Returns the server's id, also of an existing item. @throws NoPlateListsError, PlateListFixedError, DeviceError */
export async function addToPlateList(session: AxxonSession, plateNumber: string): Promise<string> {
  const [id] = await putOn(session, [plateNumber]);
  if (id === undefined) throw new DeviceFailedError(200, "the plate was not kept");
  return id;
}

async function putOn(session: AxxonSession, plates: readonly string[]): Promise<string[]> {
  const wanted = new Set(plates);
  let { items, streams } = await readItems(session);
  const there = new Set(items.map((item) => item.data_string));
  const missing = [...wanted].filter((plate) => !there.has(plate));
  if (missing.length > 0) {
    // The server may ignore our ids.
    const added = missing.map((plate) => ({ id: randomUUID(), type: "DT_Plate", data_string: plate }));
    if (streams) for (const added_item of added) await changeItems(session, { status: LAST_PACKET, added_item });
    else await changeItems(session, { added_items: added });
    ({ items } = await readItems(session));
  }
  const found = items.filter((item) => wanted.has(item.data_string ?? ""));
  if (new Set(found.map((item) => item.data_string)).size < wanted.size)
    throw new DeviceFailedError(200, "the plate was not kept");
  const ids = found.map((item) => item.id);
  const ours = ourListOf(await readLists(session));
  if (ids.every((id) => ours?.item_ids.includes(id))) return ids;
  const list = { id: ours?.id ?? randomUUID(), name: LIST_NAME, type: "ELT_LPR", item_ids: ids };
  readJson(
    await call(session, "ChangeLists", ours ? { changed_lists: [list] } : { added_lists: [list] }),
    wirePlateLists,
  );
  return ids;
}

async function takeOff(session: AxxonSession, plates: ReadonlySet<string>): Promise<void> {
  const lists = await readLists(session);
  const ours = ourListOf(lists);
  if (!ours) return;
  const listed = new Set(ours.item_ids);
  const { items, streams } = await readItems(session);
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
    const packets = readPackets(reply, wirePlatePacket);
    if (packets === null) return { streams: false, items: readJson(reply, wirePlateItems).items };
    return { streams: true, items: packets.flatMap(({ item }) => item ?? []) };
  } catch (error) {
    throw isRefusal(error) ? new NoPlateListsError({ cause: error }) : error;
  }
}

async function changeItems(session: AxxonSession, change: object): Promise<void> {
  try {
    readDone(await call(session, "ChangeItems", change), wireChanged);
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
    return await session.send({ method: "POST", path: PATHS.grpcBridge, headers, body });
  } catch (error) {
    // Read whole it would hold up the gates for seconds.
    throw error instanceof ReplyTooLargeError ? new PlateListTooLongError({ cause: error }) : error;
  }
}

function chunksOf(plates: readonly string[]): string[][] {
  const all = [...plates];
  return Array.from({ length: Math.ceil(all.length / CHUNK) }, (_, index) =>
    all.slice(index * CHUNK, (index + 1) * CHUNK),
  );
}
