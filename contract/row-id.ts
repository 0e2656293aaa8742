// The id of a row in a request. PostgreSQL takes either case and answers in one: kept as they were typed, one row
// would have a quota, or a cipher's binding, for every way of writing its id.
import { z } from "zod";

export const rowId = z.uuid().toLowerCase();
