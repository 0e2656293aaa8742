import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { backend } from "#web/lib/calls/backend.ts";
import { write } from "#web/lib/calls/rows.ts";
import { type AccessChange, afterChange, type OrganizationAccess } from "../organization-access.ts";
import { organizationAccessKey } from "./get-organization-access.ts";

const KEY = ["change-access"];

/** Changes access optimistically and reverts on refusal. The database removes a controller's door links with it. */
export function useChangeAccess(
  organizationId: string,
  report: { onDone: (change: AccessChange) => void; onFailed: (error: unknown, change: AccessChange) => void },
) {
  const client = useQueryClient();
  const queryKey = organizationAccessKey(organizationId);
  const show = (next: (access: OrganizationAccess) => OrganizationAccess) =>
    client.setQueryData<OrganizationAccess>(queryKey, (access) => access && next(access));
  return useMutation({
    mutationKey: KEY,
    // Changes are sent one after the other: on and off of one switch must arrive in order.
    scope: { id: `change-access-${organizationId}` },
    mutationFn: (change: AccessChange) => send(organizationId, change),
    onMutate: async (change) => {
      await client.cancelQueries({ queryKey });
      show((access) => afterChange(access, change));
    },
    onSuccess: (_reply, change) => report.onDone(change),
    onError: (error, change) => {
      show((access) => afterChange(access, { ...change, assigned: !change.assigned }));
      report.onFailed(error, change);
    },
    onSettled: async () => {
      // While another switch is pending, the server's state would briefly switch it back.
      if (client.isMutating({ mutationKey: KEY }) > 1) return;
      await Promise.all([
        client.invalidateQueries({ queryKey: ["organization-access"] }),
        client.invalidateQueries({ queryKey: ["organizations"] }),
        client.invalidateQueries({ queryKey: ["access-groups"] }),
      ]);
    },
  });
}

/** Resolves when no change is on its way. */
export function changesSaved(client: QueryClient): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (client.isMutating({ mutationKey: KEY }) > 0) return;
      stop();
      resolve();
    };
    const stop = client.getMutationCache().subscribe(look);
    look();
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
