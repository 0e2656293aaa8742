// Opens the pages of an area by keyboard: G, then the letter of a page.
import type { Area } from "./navigation.ts";

const SECOND_KEY_MS = 1_000;

/** Returns a function that takes each key, in order, and answers with the page that it leads to. */
export function createGoToKeys({ items }: Pick<Area, "items">) {
  let armedAt: number | null = null;
  return ({ key, timeStamp }: Pick<KeyboardEvent, "key" | "timeStamp">): string | undefined => {
    const letter = key.toLowerCase();
    const isSecond = armedAt !== null && timeStamp - armedAt < SECOND_KEY_MS;
    armedAt = letter === "g" && !isSecond ? timeStamp : null;
    return isSecond ? items.find((item) => item.letter === letter)?.to : undefined;
  };
}
