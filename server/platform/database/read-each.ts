// Rows of several tenants are read one by one: a row that cannot be read fails itself, never those beside it.
/** Reads each row alone; `instead` decides what becomes of one that cannot be read, null leaves it out. */
export function readEach<Read>(
  rows: readonly unknown[],
  read: (row: unknown) => Read,
  instead: (row: unknown, error: unknown) => Read | null,
): Read[] {
  return rows.flatMap((row) => {
    try {
      return [read(row)];
    } catch (error) {
      const other = instead(row, error);
      return other === null ? [] : [other];
    }
  });
}
