import { EXTENSIONS_MAX } from "#contract/functions/end-user-manager.ts";

/** Returns what each call extends: it takes a limited number. */
export const extensionParts = <Item>(all: readonly Item[]): Item[][] =>
  Array.from({ length: Math.ceil(all.length / EXTENSIONS_MAX) }, (_, at) =>
    all.slice(at * EXTENSIONS_MAX, (at + 1) * EXTENSIONS_MAX),
  );
