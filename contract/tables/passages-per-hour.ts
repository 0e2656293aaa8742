// Bars of the overview's chart (database/gates/passages-per-hour.function.sql).
import { z } from "zod";
import { rowsOf } from "../define-sql-call.ts";

export const passagesPerHour = rowsOf("passages_per_hour", {
  bucket_start: z.string(),
  granted: z.coerce.number(),
  denied: z.coerce.number(),
});
