import { queryOptions } from "@tanstack/react-query";
import { passagesPerHour } from "#contract/tables/passages-per-hour.ts";
import { callSql } from "#web/lib/calls/sql.ts";
import { type Bucket, bucketsBack } from "../buckets.ts";

const REFRESH_MS = 60_000;

export function getPassagesQueryOptions(bucket: Bucket) {
  return queryOptions({
    queryKey: ["access-logs", "passages", bucket],
    staleTime: REFRESH_MS,
    refetchInterval: REFRESH_MS,
    queryFn: ({ signal }) => {
      const [since] = bucketsBack(bucket, Date.now());
      return callSql(passagesPerHour, { since: since?.start.toISOString() ?? null, bucket }, signal);
    },
  });
}
