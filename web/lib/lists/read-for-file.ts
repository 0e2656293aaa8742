const ROWS_A_CALL = 1_000;
/** A number that a spreadsheet opens quickly; more rows need a shorter period. */
const MOST_ROWS = 50_000;

export interface FileRows<Row> {
  rows: Row[];
  /** More rows matched than the file takes. */
  isCut: boolean;
}

/** Reads everything that a list's filters match, a page at a time; `readMore` returns the next rows after `before`. */
export async function readForFile<Row>(
  readMore: (before: readonly Row[], rows: number) => Promise<readonly Row[]>,
): Promise<FileRows<Row>> {
  const rows: Row[] = [];
  for (;;) {
    const more = await readMore(rows, ROWS_A_CALL);
    rows.push(...more);
    if (rows.length >= MOST_ROWS) return { rows, isCut: true };
    if (more.length < ROWS_A_CALL) return { rows, isCut: false };
  }
}
