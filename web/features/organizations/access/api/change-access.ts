import { useMutation, useQueryClient } from "@tanstack/react-query";
import { backend } from "#web/lib/backend.ts";
import { write } from "#web/lib/rows.ts";
import { type AccessChange, afterChange, type OrganizationAccess } from "../organization-access.ts";
import { organizationAccessKey } from "./get-organization-access.ts";

const KEY = ["change-access"];

/** Shown at once; slides back when the server refuses. A controller's door links go with it in the database. */
export function useChangeAccess(
  organizationId: string,
  tell: { onDone: (change: AccessChange) => void; onFailed: (error: unknown) => void },
) {
  const client = useQueryClient();
  const queryKey = organizationAccessKey(organizationId);
  const show = (next: (access: OrganizationAccess) => OrganizationAccess) =>
    client.setQueryData<OrganizationAccess>(queryKey, (access) => access && next(access));
  return useMutation({
    mutationKey: KEY,
    // One after the other: on and off of the same switch must arrive in that order.
    scope: { id: `change-access-${organizationId}` },
    mutationFn: (change: AccessChange) => send(organizationId, change),
    onMutate: async (change) => {
      await client.cancelQueries({ queryKey });
      show((access) => afterChange(access, change));
    },
    onSuccess: (_reply, change) => tell.onDone(change),
    onError: (error, change) => {
      show((access) => afterChange(access, { ...change, assigned: !change.assigned }));
      tell.onFailed(error);
    },
    onSettled: async () => {
      // While another switch is on its way, what the server has now would slide that one back for a moment.
      if (client.isMutating({ mutationKey: KEY }) > 1) return;
      await Promise.all([
        client.invalidateQueries({ queryKey: ["organization-access"] }),
        client.invalidateQueries({ queryKey: ["organizations"] }),
      ]);
    },
  });
}

function send(organization_id: string, change: AccessChange): Promise<void> {
  if (change.kind === "controller") {
    const row = { organization_id, controller_id: change.controllerId };
    const links = backend.from("organization_controllers");
    return write(change.assigned ? links.insert(row) : links.delete().match(row));
  }
  const row = { organization_id, access_point_id: change.doorId };
  const links = backend.from("organization_access_points");
  return write(change.assigned ? links.insert(row) : links.delete().match(row));
}
