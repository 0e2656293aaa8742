// Searches the log of doors and gates. rpc/log_names finds the ids and names of deleted places that each word names, and the log is queried
// by these, which have indexes. A search by text would join each row of the period to its names first.
import { z } from "zod";
import { valueOf } from "./define-sql-call.ts";
import { formatPlate } from "./format-plate.ts";

export const LOG_SEARCH_MOST_WORDS = 20;

/** Returns the words, without characters of the query language. A row must match all of them, in any order. */
export function searchWords(text: string): string[] {
  const words = text.replace(/[*%_\\"]/g, " ").split(/\s+/);
  return words.filter((word) => word !== "");
}

const ids = z.array(z.uuid());
const kept = z.array(z.string());
/** For each word, ids and kept names in the columns of the log; null: more than two hundred. */
export const logNames = valueOf(
  "log_names",
  z.array(
    z
      .object({
        credential_id: ids,
        access_point_id: ids,
        controller_id: ids,
        command_id: ids,
        hold_id: ids,
        removed_controller: kept,
        removed_door: kept,
      })
      .nullable(),
  ),
);
export type NamedIds = z.infer<typeof logNames.reply>[number];

/** Each id takes about forty characters of the address; a server reads sixteen thousand, including headers. */
const MOST_IDS = 250;
const ID_LENGTH = 40;
const roomOf = (value: string): number => Math.ceil(encodeURIComponent(value).length / ID_LENGTH);

/** Returns the conditions for each word, in the form of `or`: a row must meet one of them. `named` is in the order of the words. */
export function searchConditions(words: readonly string[], named: readonly NamedIds[], hasPlates: boolean): string[][] {
  let left = MOST_IDS;
  return words.map((word, at) => {
    const columns = Object.entries(named[at] ?? {}).filter(([, found]) => found.length > 0);
    const count = columns.flatMap(([, found]) => found).reduce((sum, value) => sum + roomOf(value), 0);
    if (!named[at] || count > left) return [ilike("search_text", word)];
    left -= count;
    const plates = hasPlates ? plateForms(word).map((form) => ilike("plate_number", form)) : [];
    return [...columns.map(([column, found]) => `${column}.in.(${found.map(quoted).join(",")})`), ...plates];
  });
}

/** Ids have no character of the query language; names may. */
const quoted = (value: string) => (/^[\w-]+$/.test(value) ? value : JSON.stringify(value));

const ilike = (column: string, text: string) => `${column}.ilike.${JSON.stringify(`%${text}%`)}`;

/** Returns the spellings of a part of a plate that a camera may have written: with or without a space before its digits. */
function plateForms(word: string): string[] {
  const typed = word.toUpperCase();
  const bare = typed.replaceAll("-", "");
  return [...new Set([typed, bare, formatPlate(bare), bare.replace(/(\p{L})(\d)/u, "$1 $2")])].filter(
    (form) => form !== "",
  );
}
