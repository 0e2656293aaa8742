import type { Sort } from "#web/ui/table/columns.ts";

/** Returns the order. Equal rows are sorted by name, and the last key keeps pages apart. */
export function ordersOf({ key, direction }: Sort): { key: string; ascending: boolean }[] {
  const chosen = { key, ascending: direction === "ascending" };
  const byName = { key: "name", ascending: true };
  return [chosen, ...(key === "name" ? [] : [byName]), { key: "id", ascending: true }];
}
