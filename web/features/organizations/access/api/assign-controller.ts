import { useMutation, useQueryClient } from "@tanstack/react-query";
import { backend } from "#web/lib/calls/backend.ts";
import { write } from "#web/lib/calls/rows.ts";

/** Gives an organisation all doors of the controller; another step chooses among them. */
export function useAssignController(controllerId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (organizationId: string) =>
      write(
        backend
          .from("organization_controllers")
          .insert({ organization_id: organizationId, controller_id: controllerId }),
      ),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ["organization-access"] }),
        client.invalidateQueries({ queryKey: ["organizations"] }),
        client.invalidateQueries({ queryKey: ["access-groups"] }),
      ]),
  });
}
