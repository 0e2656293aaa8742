import { queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import { backend } from "#web/lib/calls/backend.ts";
import { readRow } from "#web/lib/calls/rows.ts";

export function getControllerNameQueryOptions(id: string) {
  return queryOptions({
    queryKey: ["controllers", "name", id],
    queryFn: async ({ signal }) => {
      const call = backend.from("controllers").select("name").eq("id", id).abortSignal(signal).single();
      return (await readRow(z.object({ name: z.string() }), call)).name;
    },
  });
}
