import { queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import { backend } from "#web/lib/calls/backend.ts";
import { readRows } from "#web/lib/calls/rows.ts";
import { type Bucket, bucketsBack } from "../buckets.ts";

const bucketRow = z.object({
  bucket_start: z.string(),
  granted: z.coerce.number(),
  denied: z.coerce.number(),
});

const REFRESH_MS = 60_000;

export function getPassagesQueryOptions(bucket: Bucket) {
  return queryOptions({
    queryKey: ["access-logs", "passages", bucket],
    staleTime: REFRESH_MS,
    refetchInterval: REFRESH_MS,
    queryFn: ({ signal }) => {
      const [since] = bucketsBack(bucket, Date.now());
      return readRows(
        bucketRow,
        backend.rpc("passages_per_hour", { since: since?.start.toISOString(), bucket }).abortSignal(signal),
      );
    },
  });
}
