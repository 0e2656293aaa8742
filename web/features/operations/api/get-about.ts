import { queryOptions } from "@tanstack/react-query";
import { about } from "#contract/functions/about.ts";
import { callAction } from "#web/lib/calls/functions.ts";

export const aboutQueryOptions = queryOptions({
  queryKey: ["about"],
  queryFn: ({ signal }) => callAction(about, {}, { method: "GET", signal }),
});
