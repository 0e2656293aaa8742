/** The newest row that the first page of a question showed last. */
export interface FirstPage {
  key: string;
  newest: string;
}

/** What to remember of a page: of the first one its newest row, of the others what is known already. */
export function rememberedPage(
  known: FirstPage | null,
  { key, isFirst, newest }: { key: string; isFirst: boolean; newest: string | undefined },
): FirstPage | null {
  if (!isFirst || newest === undefined) return known;
  return known?.key === key && known.newest === newest ? known : { key, newest };
}

/**
 * The moment up to which a page lists, so that its rows do not move to the next one as newer come. Null: the first page,
 * which has what is newest. One that was opened by its address begins when it was `opened`.
 */
export function listedUpTo(known: FirstPage | null, key: string, isFirst: boolean, opened: string): string | null {
  if (isFirst) return null;
  return known?.key === key ? known.newest : opened;
}
