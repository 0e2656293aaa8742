const leavers = new Set<() => void>();

/** Calls `drop` when a person leaves or is replaced, so that their caches and figures are removed. */
export function onPersonLeft(drop: () => void): void {
  leavers.add(drop);
}

/** Removes caches and figures of the person who has signed out. */
export function personLeft(): void {
  for (const drop of leavers) drop();
}
