import type { Sort } from "#web/ui/table/columns.ts";

/** Controllers of one type, state or second stand by name; the last key keeps pages apart. */
export function ordersOf({ key, direction }: Sort): { key: string; ascending: boolean }[] {
  const chosen = { key, ascending: direction === "ascending" };
  const byName = { key: "name", ascending: true };
  return [chosen, ...(key === "name" ? [] : [byName]), { key: "id", ascending: true }];
}
