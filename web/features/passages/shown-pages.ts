// Where each page of the log begins: after the row that the page before it ended with. By its place it would move, as new events
// come and as late ones are read with an earlier time.

export interface ListedRow {
  occurred_at: string;
  id: string;
}

/** What the pages of one question have shown. */
export interface ShownPages {
  key: string;
  /** As it was counted last. */
  total: number;
  /** By the place of a page's first row, the row before it. */
  after: Readonly<Record<number, ListedRow>>;
}

/** `upTo`: a page that was opened by its address begins when it was opened; null: the first page, which has what is newest. */
export type PageStart = { after: ListedRow } | { from: number; upTo: string | null };

export function startOf(known: ShownPages | null, key: string, from: number, opened: string): PageStart {
  if (from === 0) return { from, upTo: null };
  const after = known?.key === key ? known.after[from] : undefined;
  return after === undefined ? { from, upTo: opened } : { after };
}

export interface ShownPage {
  key: string;
  from: number;
  size: number;
  /** As they are shown; undefined while they are not known. */
  rows: readonly ListedRow[] | undefined;
  /** Null: the page was not asked for it. */
  total: number | null;
}

/** A page that is not full is the last, whatever was counted or estimated. */
export function totalOf(known: ShownPages | null, { key, from, size, rows, total }: ShownPage): number {
  if (total !== null) return total;
  const shown = rows?.length ?? 0;
  return rows !== undefined && shown < size
    ? from + shown
    : Math.max(known?.key === key ? known.total : 0, from + shown);
}

export function rememberedPages(known: ShownPages | null, page: ShownPage): ShownPages | null {
  const { key, from, size, rows } = page;
  const last = rows?.at(-1);
  if (last === undefined) return known;
  const before = known?.key === key ? known : { key, total: 0, after: {} };
  const total = totalOf(known, page);
  const next = from + size;
  if (before === known && before.total === total && before.after[next]?.id === last.id) return known;
  const { occurred_at, id } = last;
  return { key, total, after: { ...before.after, [next]: { occurred_at, id } } };
}
