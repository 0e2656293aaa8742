import { useMutation, useQueryClient } from "@tanstack/react-query";
import { backend } from "#web/lib/calls/backend.ts";
import { write } from "#web/lib/calls/rows.ts";
import { CONTROLLERS_KEY } from "./get-controllers.ts";

/** Deletes a controller with its doors. The database refuses while people are assigned to it or replicas remain on it. */
export function useDeleteController() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => write(backend.from("controllers").delete().eq("id", id)),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: CONTROLLERS_KEY }),
        client.invalidateQueries({ queryKey: ["organizations"] }),
      ]),
  });
}
