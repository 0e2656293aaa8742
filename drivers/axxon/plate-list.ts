// Manages plate lists for sites where Axxon raises events by list. Manuals up to One 2.0 have GetItems and ChangeItems as single calls over
// the /grpc bridge, newer descriptions as streams of one item per packet; GetItems shows which. Changes are read back.
import { randomUUID } from "node:crypto";
import type { z } from "zod";
import {
  type DeviceError,
  DeviceFailedError,
  isRefusal,
  NoPlateListsError,
  PlateListFixedError,
  PlateListTooLongError,
  ReplyTooLargeError,
} from "../errors.ts";
import { inTurns } from "../in-turns.ts";
import type { PlateListChange, PlateListOutcome } from "../port.ts";
import { PATHS, RECOGNIZER } from "./endpoints.ts";
import { readDone, readPackets } from "./packets.ts";
import { readJson } from "./replies.ts";
import type { AxxonSession } from "./session.ts";
import { wireChanged, wirePlateItem, wirePlateItems, wirePlateLists, wirePlatePacket } from "./wire.ts";

const LIST_NAME = "Portal";
/** The server's time for a change is unknown, so a long list resumes where it stopped. */
const CHUNK = 200;
/** Limit for an answer: some 200,000 plates, counting everybody's. */
const LIST_BYTES = 32 * 1024 * 1024;
// Fault point: axxon-last-packet.
const LAST_PACKET = "EPS_LAST";

/** `streams`: one item per packet. */
interface PlateItems {
  streams: boolean;
  items: z.infer<typeof wirePlateItem>[];
}
type PlateLists = z.infer<typeof wirePlateLists>["lists"];

/** Returns the portal's plates; empty without a list of the portal. Throws NoPlateListsError, PlateListTooLongError and DeviceError. */
export async function readPlateList(session: AxxonSession): Promise<string[]> {
  const { items } = await readItems(session);
  const ours = new Set(ourListOf(await readLists(session))?.item_ids);
  return items.flatMap(({ id, data_string }) => (ours.has(id) && data_string ? [data_string] : []));
}

/** Changes the list, removals first; idempotent. A refused plate does not stop the others. Throws NoPlateListsError and DeviceError. */
export async function changePlateList(
  session: AxxonSession,
  { add, remove, goesOn = () => true }: PlateListChange,
): Promise<PlateListOutcome> {
  if (remove.length > 0) {
    const all = await readItems(session);
    for (const plates of chunksOf(remove)) await takeOff(session, new Set(plates), all);
  }
  const refused: Map<string, DeviceError> = new Map();
  if (add.length === 0) return { refused, untried: [] };
  let all = await readItems(session);
  const waiting = chunksOf(add);
  for (let plates = waiting.shift(); plates !== undefined; plates = waiting.shift()) {
    if (!goesOn()) return { refused, untried: [...plates, ...waiting.flat()] };
    try {
      const put = await putOn(session, plates, all);
      all = put.all;
      for (const plate of put.missing) refused.set(plate, notKept());
    } catch (error) {
      if (!isRefusal(error) && !(error instanceof PlateListFixedError)) throw error;
      const [plate] = plates;
      // One of these plates may be what the server refuses: halving finds it.
      if (plates.length > 1) waiting.unshift(...halvesOf(plates));
      else if (plate !== undefined) refused.set(plate, await ofPlate(session, error));
      all = await readItems(session);
    }
  }
  return { refused, untried: [] };
}

/** Returns the error of a plate. A server that has taken the portal's plates accepts changes, so a refusal concerns this plate. */
async function ofPlate(session: AxxonSession, error: DeviceError): Promise<DeviceError> {
  if (!(error instanceof PlateListFixedError && isRefusal(error.cause))) return error;
  const ours = ourListOf(await readLists(session));
  return ours && ours.item_ids.length > 0 ? error.cause : error;
}

/** Adds a plate; returns the server's id, also for an existing item. Throws NoPlateListsError, PlateListFixedError and DeviceError. */
export async function addToPlateList(session: AxxonSession, plateNumber: string): Promise<string> {
  const { ids } = await putOn(session, [plateNumber], await readItems(session));
  const [id] = ids;
  if (id === undefined) throw notKept();
  return id;
}

const notKept = () => new DeviceFailedError(200, "the plate was not kept");

/**
 * Adds plates. `before` and the returned `all` are the server's contents, which take long to read. `missing` lists plates that it did not
 * keep.
 */
async function putOn(
  session: AxxonSession,
  plates: readonly string[],
  before: PlateItems,
): Promise<{ ids: string[]; missing: string[]; all: PlateItems }> {
  const desired = new Set(plates);
  const there = textsOf(before);
  const added = [...desired].filter((plate) => !there.has(plate));
  let all = before;
  if (added.length > 0) {
    // The server may ignore the portal's ids.
    const items = added.map((plate) => ({ id: randomUUID(), type: "DT_Plate", data_string: plate }));
    if (before.streams) for (const added_item of items) await changeItems(session, { status: LAST_PACKET, added_item });
    else await changeItems(session, { added_items: items });
    all = await readItems(session);
  }
  const ids = all.items.filter((item) => desired.has(item.data_string ?? "")).map((item) => item.id);
  const kept = textsOf(all);
  const missing = [...desired].filter((plate) => !kept.has(plate));
  const ours = ourListOf(await readLists(session));
  const listed = new Set(ours?.item_ids);
  if (ids.every((id) => listed.has(id))) return { ids, missing, all };
  const list = { id: ours?.id ?? randomUUID(), name: LIST_NAME, type: "ELT_LPR", item_ids: ids };
  readJson(
    await call(session, "ChangeLists", ours ? { changed_lists: [list] } : { added_lists: [list] }),
    wirePlateLists,
  );
  return { ids, missing, all };
}

const textsOf = ({ items }: PlateItems) => new Set(items.map((item) => item.data_string));

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
    for await (const item of inTurns(readJson(reply, wirePlateItems).items)) items.push(...readItem(item));
    return { streams: false, items };
  } catch (error) {
    // The server has no recognizer, no bridge, or a bridge without streams; which status tells is unknown.
    throw isRefusal(error) ? new NoPlateListsError({ cause: error }) : error;
  }
}

/** Reads an item; returns none without an id, since it then is on no list. */
function readItem(item: unknown): PlateItems["items"] {
  const parsed = wirePlateItem.safeParse(item);
  return parsed.success ? [parsed.data] : [];
}

async function changeItems(session: AxxonSession, change: object): Promise<void> {
  try {
    await readDone(await call(session, "ChangeItems", change), wireChanged);
  } catch (error) {
    // Some bridges send streams but refuse to receive them.
    throw "status" in change && isRefusal(error) ? new PlateListFixedError({ cause: error }) : error;
  }
}

async function readLists(session: AxxonSession): Promise<PlateLists> {
  return readJson(await call(session, "GetLists", { list_ids: [], type: "ELT_LPR" }), wirePlateLists).lists;
}

function ourListOf(lists: PlateLists): PlateLists[number] | undefined {
  return lists.find((list) => list.name === LIST_NAME && list.type === "ELT_LPR" && list.id !== "");
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

function halvesOf(plates: readonly string[]): string[][] {
  const middle = Math.ceil(plates.length / 2);
  return [plates.slice(0, middle), plates.slice(middle)];
}
