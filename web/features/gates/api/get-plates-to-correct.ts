import { queryOptions } from "@tanstack/react-query";
import { platesToCorrect } from "#contract/tables/plates-to-correct.ts";
import { callSql } from "#web/lib/calls/sql.ts";

export function getPlatesToCorrectQueryOptions() {
  return queryOptions({
    queryKey: ["near-misses", "plates-to-correct"],
    queryFn: ({ signal }) => callSql(platesToCorrect, {}, signal),
  });
}
