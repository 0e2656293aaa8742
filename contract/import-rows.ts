// The rows of an import, of vehicles and of people.
import { z } from "zod";

/** Longer than any stored text, so that a long value fails its own row, not the whole request. */
const ROW_TEXT_MAX_LENGTH = 1_000;
export const rowText = z.string().max(ROW_TEXT_MAX_LENGTH);

/** Line number in the file. With `import_id` it identifies the person: a repeated row adds nobody. */
export const rowNumber = z.int().min(1).max(2_000_000_000);

/** Makes the schema of a chunk: 1 to `most` rows, each line once. */
export const chunkOf = <Row extends z.ZodType<{ row: number }>>(row: Row, most: number) =>
  z
    .array(row)
    .min(1)
    .max(most)
    .refine((rows) => new Set(rows.map((one) => one.row)).size === rows.length);
