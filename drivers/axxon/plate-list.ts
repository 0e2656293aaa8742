// The server's own plate list, for sites that let Axxon raise events by list. Optional: the portal decides without it, and
// a list holds neither dates nor owner. Unary calls over the /grpc bridge, as manuals up to One 2.0 describe them; that a
// newer server takes ChangeItems so is UNCONFIRMED, so the item is looked for afterwards and nothing is believed.
import { randomUUID } from "node:crypto";
import { DeviceFailedError, ItemNotFoundError, UnsupportedFirmwareError } from "../errors.ts";
import { PATHS, RECOGNIZER } from "./endpoints.ts";
import { readJson } from "./replies.ts";
import type { AxxonSession } from "./session.ts";
import { wirePlateItems, wirePlateLists } from "./wire.ts";

/** Name of the list that is ours; others are never changed. */
const LIST_NAME = "Portal";

/**
 * Puts a plate on our list and returns the id that the server gave it; one that is there already keeps its id.
 * @throws UnsupportedFirmwareError when the server has no plate lists; DeviceError.
 */
export async function addToPlateList(session: AxxonSession, plateNumber: string): Promise<string> {
  const call = async (method: string, data: object) => {
    const body = JSON.stringify({ method: `${RECOGNIZER}.${method}`, data });
    const headers = { "content-type": "application/json" };
    return await session.send({ method: "POST", path: PATHS.grpcBridge, headers, body });
  };
  const find = async () =>
    readJson(await call("GetItems", { required_items: [] }), wirePlateItems).items.find(
      (item) => item.data_string === plateNumber,
    );
  let item: Awaited<ReturnType<typeof find>>;
  try {
    item = await find();
  } catch (error) {
    // No recognizer on the node, or a server without the bridge.
    if (!(error instanceof DeviceFailedError || error instanceof ItemNotFoundError)) throw error;
    throw new UnsupportedFirmwareError("no plate lists on this server", { cause: error });
  }
  if (!item) {
    // The id is ours to send and the server's to ignore.
    const added = { id: randomUUID(), type: "DT_Plate", data_string: plateNumber };
    readJson(await call("ChangeItems", { added_items: [added] }), wirePlateItems);
    item = await find();
  }
  if (!item) throw new DeviceFailedError(200, "the plate was not kept");
  const { lists } = readJson(await call("GetLists", { list_ids: [], type: "ELT_LPR" }), wirePlateLists);
  const ours = lists.find((list) => list.name === LIST_NAME && list.type === "ELT_LPR");
  if (ours?.item_ids.includes(item.id)) return item.id;
  const list = { id: ours?.id ?? randomUUID(), name: LIST_NAME, type: "ELT_LPR", item_ids: [item.id] };
  readJson(await call("ChangeLists", ours ? { changed_lists: [list] } : { added_lists: [list] }), wirePlateLists);
  return item.id;
}
