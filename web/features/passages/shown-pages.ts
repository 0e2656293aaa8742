// Remembers that each page of the log begins after the last row of the page before. A position would move, because new events come and late
// ones are read with an earlier time.

export interface ListedRow {
  occurred_at: string;
  id: string;
}

/** The pages shown for one set of filters. */
export interface ShownPages {
  key: string;
  /** The latest count. */
  total: number;
  /** The row before a page, by the position of the page's first row. */
  after: Readonly<Record<number, ListedRow>>;
}

/** `upTo`: the time of opening, for a page opened by its address; null for the first page, which has the newest rows. */
export type PageStart = { after: ListedRow } | { from: number; upTo: string | null };

/** Returns where a page begins: by position until the page before it has been read. */
export function startOf(known: ShownPages | null, key: string, from: number, opened: string): PageStart {
  if (from === 0) return { from, upTo: null };
  const after = known?.key === key ? known.after[from] : undefined;
  return after === undefined ? { from, upTo: opened } : { after };
}

export interface ShownPage {
  key: string;
  from: number;
  size: number;
  /** The shown rows; undefined until they are read. */
  rows: readonly ListedRow[] | undefined;
  /** Null: the page was not counted. */
  total: number | null;
}

/** Returns the total. A page that is not full is the last, whatever was counted or estimated. */
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
