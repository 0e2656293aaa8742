/** "1 passage", "12 passages": a figure as it is shown, and the word that goes with it. */
export const counted = (count: string | number, one: string, many: string): string =>
  `${count} ${String(count) === "1" ? one : many}`;
