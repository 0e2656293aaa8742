import { useMutation, useQueryClient } from "@tanstack/react-query";
import { adminManager } from "#contract/functions/admin-manager.ts";
import { callAdminManager } from "./admin-manager.ts";
import { deleteLists } from "./save-administrator.ts";

/** Deletes an account by its id. Lists are read again after a refusal too. */
export function useDeleteAdministrator() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => callAdminManager(adminManager.delete, { admin_id: id }),
    onSettled: () => deleteLists(client),
  });
}
