/** What somebody opened or closed, by group. */
export type OpenGroups = ReadonlyMap<string, boolean>;

interface TickedGroup {
  id: string;
  items: readonly { caution?: string | undefined }[];
}

/** A group that is ticked whole opens where whoever ticks it must know something of what is in it, and stays open. */
export function openedByTick(groups: OpenGroups, { id, items }: TickedGroup, on: boolean): OpenGroups {
  if (!on || items.every(({ caution }) => caution === undefined)) return groups;
  return new Map(groups).set(id, true);
}
