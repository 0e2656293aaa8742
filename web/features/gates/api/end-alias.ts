import { useMutation, useQueryClient } from "@tanstack/react-query";
import { backend } from "#web/lib/calls/backend.ts";
import { write } from "#web/lib/calls/rows.ts";

export function useEndAlias() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => write(backend.from("plate_aliases").delete().eq("id", id)),
    onSettled: () => client.invalidateQueries({ queryKey: ["near-misses"] }),
  });
}
