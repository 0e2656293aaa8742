interface ChoiceGroup {
  id: string;
  items: readonly { id: string; caution?: string | undefined }[];
}

interface GroupView {
  value: readonly string[];
  searching: boolean;
  /** Groups that had a choice when the list was first shown. */
  openAtStart: ReadonlySet<string>;
  /** What somebody opened or closed by hand. */
  byHand: ReadonlyMap<string, boolean>;
}

/** A group that is ticked whole opens, too, where whoever ticks it must know something of what is in it. */
export function isGroupOpen(group: ChoiceGroup, { value, searching, openAtStart, byHand }: GroupView): boolean {
  if (searching) return true;
  const cautions = group.items.some((item) => item.caution !== undefined && value.includes(item.id));
  return byHand.get(group.id) ?? (openAtStart.has(group.id) || cautions);
}
