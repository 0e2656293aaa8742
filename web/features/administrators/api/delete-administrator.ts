import { useMutation, useQueryClient } from "@tanstack/react-query";
import { adminManagerReply } from "#contract/functions/admin-manager.ts";
import { callFunction } from "../../../lib/functions.ts";
import { forgetLists } from "./save-administrator.ts";

export function useDeleteAdministrator() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => callFunction("admin-manager", adminManagerReply, { action: "delete", admin_id: id }),
    onSettled: () => forgetLists(client),
  });
}
