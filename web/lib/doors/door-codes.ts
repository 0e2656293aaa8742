// Counts the codes that open a door whose readers take four digits; an org admin counts only those of their own organisation.
import { queryOptions } from "@tanstack/react-query";
import { doorCodes } from "#contract/tables/door-codes.ts";
import { callSql } from "#web/lib/calls/sql.ts";

/** Reads counts by door. Without controllers: no request. */
export function getDoorCodesQueryOptions(controllers: readonly string[]) {
  return queryOptions({
    queryKey: ["controllers", "door-codes", ...controllers],
    enabled: controllers.length > 0,
    queryFn: async ({ signal }) => {
      const doors = await callSql(doorCodes, { controllers: [...controllers] }, signal);
      return new Map(doors.map((door) => [door.access_point_id, door.codes]));
    },
  });
}
