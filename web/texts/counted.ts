/** Returns "1 passage", "12 passages": a shown figure with its noun. */
export const counted = (count: string | number, one: string, many: string): string =>
  `${count} ${String(count) === "1" ? one : many}`;
