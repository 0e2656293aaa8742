// A search in the log of doors and gates: rpc/log_names says what each word names, and the log is asked for that, which its
// indexes know. Asked for in search_text, each row of the period would be joined to its names first.
import { z } from "zod";
import { formatPlate } from "./format-plate.ts";

export const LOG_SEARCH_MOST_WORDS = 20;

/** All of which a row must match, in any order; without signs of the query language. */
export function searchWords(text: string): string[] {
  const words = text.replace(/[*%_\\"]/g, " ").split(/\s+/);
  return words.filter((word) => word !== "");
}

const ids = z.array(z.uuid());
/** Of each word, ids in the columns of the log; null: more than two hundred. */
export const logNamesReply = z.array(
  z.object({ credential_id: ids, access_point_id: ids, controller_id: ids, command_id: ids, hold_id: ids }).nullable(),
);
export type NamedIds = z.infer<typeof logNamesReply>[number];

/** Each id is about forty characters of the address, of which a server reads sixteen thousand, its headers included. */
const MOST_IDS = 250;

/** For each word the conditions of which a row must meet one, as `or` takes them; `named` in the order of the words. */
export function searchConditions(words: readonly string[], named: readonly NamedIds[], hasPlates: boolean): string[][] {
  let left = MOST_IDS;
  return words.map((word, at) => {
    const columns = Object.entries(named[at] ?? {}).filter(([, found]) => found.length > 0);
    const count = columns.reduce((sum, [, found]) => sum + found.length, 0);
    if (!named[at] || count > left) return [ilike("search_text", word)];
    left -= count;
    const plates = hasPlates ? plateForms(word).map((form) => ilike("plate_number", form)) : [];
    return [...columns.map(([column, found]) => `${column}.in.(${found.join(",")})`), ...plates];
  });
}

const ilike = (column: string, text: string) => `${column}.ilike.${JSON.stringify(`%${text}%`)}`;

/** A part of a plate as a camera may have written it: with a space before its digits, or without. */
function plateForms(word: string): string[] {
  const typed = word.toUpperCase();
  const bare = typed.replaceAll("-", "");
  return [...new Set([typed, bare, formatPlate(bare), bare.replace(/(\p{L})(\d)/u, "$1 $2")])].filter(
    (form) => form !== "",
  );
}
