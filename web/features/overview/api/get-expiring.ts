import { queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import { credentialRow } from "#contract/tables/end-users.ts";
import { backend } from "#web/lib/calls/backend.ts";
import { readPage } from "#web/lib/calls/rows.ts";

const expiringRow = credentialRow
  .pick({ id: true, credential_type: true, credential_value: true, vehicle_type: true })
  .extend({
    valid_to: z.string(),
    end_users: z.object({ id: z.uuid(), first_name: z.string(), last_name: z.string() }),
  });
export type ExpiringRow = z.infer<typeof expiringRow>;

const WITHIN_MS = 30 * 86_400_000;
const MOST_ROWS = 50;

/** Reads what expires soon. Row policies limit the rows; `organizationId` helps the planner. */
export function getExpiringQueryOptions(organizationId: string | null) {
  return queryOptions({
    queryKey: ["credentials", "expiring", organizationId],
    queryFn: ({ signal }) => {
      const now = Date.now();
      return readPage(
        expiringRow,
        backend
          .from("credentials")
          .select(
            "id, credential_type, credential_value, vehicle_type, valid_to, end_users!inner(id, first_name, last_name)",
            { count: "exact" },
          )
          .eq("organization_id", organizationId ?? "")
          .eq("enabled", true)
          .gte("valid_to", new Date(now).toISOString())
          .lt("valid_to", new Date(now + WITHIN_MS).toISOString())
          .order("valid_to")
          .order("id")
          .range(0, MOST_ROWS - 1)
          .abortSignal(signal),
      );
    },
  });
}
