// Manages the camera's list of admitted plates. The portal's entries have their own description; other entries stay as they are.
import { plateKey } from "#contract/plate.ts";
import {
  type DeviceError,
  ItemNotFoundError,
  isRefusal,
  NonsenseReplyError,
  NoPlateListsError,
  PlateListTooLongError,
  ReplyTooLargeError,
} from "../errors.ts";
import { inTurns } from "../in-turns.ts";
import type { PlateList } from "../port.ts";
import { unescapeXml } from "./flat-xml.ts";
import type { LpvSession } from "./session.ts";

const LIST = "/local/fflprapp/allow_list.cgi";
const API = "/local/fflprapp/api.cgi";
const OURS = "Portal";
/** The portal removes plates itself, because no document says that this date ends an entry. */
const NEVER = "12-31-2099";
/** 100,000 plates with date and description take some 4 MB. */
const LIST_BYTES = 16 * 1024 * 1024;

interface Entries {
  ours: Set<string>;
  others: Set<string>;
}

/** Creates the list. `read` also returns desired plates that somebody else has entered, which `change` leaves alone. */
export function createPlateList(session: LpvSession): PlateList {
  return {
    async read(desired) {
      const { ours, others } = await readEntries(session);
      return [...ours, ...[...others].filter((plate) => desired.has(plate) && !ours.has(plate))];
    },
    async change({ add, remove, goesOn = () => true }) {
      const { ours, others } = await readEntries(session);
      const refused: Map<string, DeviceError> = new Map();
      for (const plate of remove)
        if (ours.has(plate)) await tryOne(refused, plate, () => call(session, "delplate", plate));
      const missing = add.filter((plate) => !ours.has(plate) && !others.has(plate));
      for (const [index, plate] of missing.entries()) {
        if (!goesOn()) return { refused, untried: missing.slice(index) };
        await tryOne(refused, plate, () => call(session, "addplate", `${plate},${NEVER},${OURS}`));
      }
      return { refused, untried: [] };
    },
  };
}

/** Adds one plate. A refused plate does not stop the others. */
async function tryOne(refused: Map<string, DeviceError>, plate: string, send: () => Promise<void>): Promise<void> {
  try {
    await send();
  } catch (error) {
    if (!isRefusal(error)) throw error;
    refused.set(plate, error);
  }
}

/** Returns entries as comparison keys, the form in which the portal writes them. Throws NoPlateListsError and PlateListTooLongError. */
async function readEntries(session: LpvSession): Promise<Entries> {
  const xml = await session.ask({ method: "GET", path: LIST, limitBytes: LIST_BYTES }).catch((cause: unknown) => {
    throw cause instanceof ReplyTooLargeError ? new PlateListTooLongError({ cause }) : cause;
  });
  if (xml === null) throw new NoPlateListsError();
  // Trimmed first, for the reason given in flat-xml.ts.
  const whole = /^(?:<\?xml[^>]*\?>\s*)?<bw_list\b[^>]*?(?:\/>|>([^]*)<\/bw_list>)$/.exec(xml.trim());
  if (whole === null) throw new NonsenseReplyError("no bw_list");
  const entries: Entries = { ours: new Set(), others: new Set() };
  for await (const [, text = ""] of inTurns((whole[1] ?? "").matchAll(/<s>([^<]*)<\/s>/g))) {
    const [plate = "", , ...words] = unescapeXml(text).split(",");
    const isOurs = words.join(",").trim() === OURS && plateKey(plate) === plate;
    (isOurs ? entries.ours : entries.others).add(plateKey(plate));
  }
  return entries;
}

async function call(session: LpvSession, api: "addplate" | "delplate", plate: string): Promise<void> {
  // Commas stay unescaped, as in the documentation.
  const query = `api=${api}&plate=${encodeURIComponent(plate).replaceAll("%2C", ",")}&list=allow`;
  const text = await session.ask({ method: "GET", path: `${API}?${query}` });
  if (text === null && api === "addplate") throw new ItemNotFoundError(404, "the camera did not take the plate");
}
