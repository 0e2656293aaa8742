import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { OrganizationForm } from "#contract/forms/organization.ts";
import { backend } from "#web/lib/calls/backend.ts";
import { write } from "#web/lib/calls/rows.ts";
import { ORGANIZATIONS_KEY } from "./get-organizations.ts";

/** Saves an organisation; `id` null: a new one. Blank optional fields are stored as null. */
export function useSaveOrganization() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, values }: { id: string | null; values: OrganizationForm }) => {
      const row = {
        name: values.name,
        description: values.description || null,
        kind: values.kind ?? "other",
        log_days: values.log_days ? Number(values.log_days) : null,
        purposes: values.purposes || null,
      };
      const table = backend.from("organizations");
      return write(id === null ? table.insert(row) : table.update(row).eq("id", id));
    },
    onSuccess: () => client.invalidateQueries({ queryKey: ORGANIZATIONS_KEY }),
  });
}
