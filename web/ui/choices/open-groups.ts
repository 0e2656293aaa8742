/** Groups that somebody opened or closed. */
export type OpenGroups = ReadonlyMap<string, boolean>;

interface TickedGroup {
  id: string;
  items: readonly { caution?: string | undefined }[];
}

/** Returns the open groups after a tick. A group that is ticked whole opens where an item has a caution, and stays open. */
export function openedByTick(groups: OpenGroups, { id, items }: TickedGroup, on: boolean): OpenGroups {
  if (!on || items.every(({ caution }) => caution === undefined)) return groups;
  return new Map(groups).set(id, true);
}
