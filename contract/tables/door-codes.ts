// Number of codes that open a door whose readers take four digits (database/people/door-codes.function.sql).
import { z } from "zod";
import { rowsOf } from "../define-sql-call.ts";

export const doorCodes = rowsOf("door_codes", { access_point_id: z.uuid(), codes: z.number() });
