import { useMutation, useQueryClient } from "@tanstack/react-query";
import { backend } from "#web/lib/calls/backend.ts";
import { write } from "#web/lib/calls/rows.ts";

/** Deletes a door. The database refuses while people are assigned to it. */
export function useDeleteAccessPoint() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => write(backend.from("access_points").delete().eq("id", id)),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ["access-points"] }),
        client.invalidateQueries({ queryKey: ["controllers"] }),
      ]),
  });
}
