import { useQueryClient } from "@tanstack/react-query";
import { createContext, use } from "react";
import { useLinkedParameter } from "#web/lib/lists/linked-parameter.ts";
import { useOpened } from "#web/ui/dialogs/use-opened.ts";
import { endToasts, toastFailure } from "#web/ui/toasts/toast.tsx";
import { getListedOrganizationQueryOptions, type ListedOrganization } from "./api/get-organizations.ts";

export type OpenDialog =
  | { dialog: "create" }
  | { dialog: "controllers"; organization: Pick<ListedOrganization, "id" | "name"> }
  | { dialog: "edit" | "administrators"; organization: ListedOrganization };

export interface OrganizationActions {
  opened: OpenDialog | null;
  open: (dialog: OpenDialog) => void;
  create: () => void;
  close: () => void;
}

/** Holds which dialog about an organisation is open. `?organization=` in the address opens that one. */
export function useOrganizationActions(): OrganizationActions {
  const client = useQueryClient();
  const { opened, open, close } = useOpened<OpenDialog>();
  useLinkedParameter("organization", (id) => {
    endToasts("organization:open");
    client.fetchQuery(getListedOrganizationQueryOptions(id)).then(
      (organization) => open({ dialog: "edit", organization }),
      (error) => toastFailure("organization:open", error),
    );
  });
  return { opened, open, create: () => open({ dialog: "create" }), close };
}

export const OrganizationActionsContext = createContext<OrganizationActions | null>(null);

/** Returns the page's actions. Throws outside the table. */
export function useTableActions(): OrganizationActions {
  const actions = use(OrganizationActionsContext);
  if (!actions) throw new Error("useTableActions outside the organisations' table");
  return actions;
}
