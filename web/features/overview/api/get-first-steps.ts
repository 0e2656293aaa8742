import { queryOptions } from "@tanstack/react-query";
import { type FirstSteps, firstSteps } from "#contract/tables/first-steps.ts";
import { callSql } from "#web/lib/calls/sql.ts";

const REFRESH_MS = 5_000;

/** Reads the steps repeatedly until they are done, so that a step ticks on the open page. */
export function getFirstStepsQueryOptions() {
  return queryOptions({
    queryKey: ["first-steps"],
    refetchInterval: (query: { state: { data: FirstSteps | undefined } }) =>
      query.state.data?.finished === false ? REFRESH_MS : false,
    queryFn: ({ signal }): Promise<FirstSteps> => callSql(firstSteps, {}, signal),
  });
}
