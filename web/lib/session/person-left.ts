const leavers = new Set<() => void>();

/** Calls `drop` when a person leaves or is replaced: their caches and figures must go. */
export function onPersonLeft(drop: () => void): void {
  leavers.add(drop);
}

export function personLeft(): void {
  for (const drop of leavers) drop();
}
