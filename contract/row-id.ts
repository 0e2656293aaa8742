// The id of a row in a request. PostgreSQL accepts either case and answers in one. If ids were kept as typed, one row would have a separate
// quota, or cipher binding, for every spelling of its id.
import { z } from "zod";

export const rowId = z.uuid().toLowerCase();
