// Counts the codes that open a door whose readers take four digits; an org admin counts only the own ones.
import { queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import { backend } from "#web/lib/calls/backend.ts";
import { readRows } from "#web/lib/calls/rows.ts";

const row = z.object({ access_point_id: z.uuid(), codes: z.number() });

/** Reads counts by door. Without controllers: no request. */
export function getDoorCodesQueryOptions(controllers: readonly string[]) {
  return queryOptions({
    queryKey: ["controllers", "door-codes", ...controllers],
    enabled: controllers.length > 0,
    queryFn: async ({ signal }) => {
      const asked = backend.rpc("door_codes", { controllers: [...controllers] }).abortSignal(signal);
      return new Map((await readRows(row, asked)).map((door) => [door.access_point_id, door.codes]));
    },
  });
}
