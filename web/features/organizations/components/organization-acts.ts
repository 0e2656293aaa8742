// The two dialogs that a row's buttons open; the page owns them.
import { createContext, use } from "react";
import type { ListedOrganization } from "../api/get-organizations.ts";

export interface OrganizationActs {
  onAdmins: (organization: ListedOrganization) => void;
  onControllers: (organization: ListedOrganization) => void;
}

export const OrganizationActsContext = createContext<OrganizationActs | null>(null);

export function useOrganizationActs(): OrganizationActs {
  const acts = use(OrganizationActsContext);
  if (!acts) throw new Error("useOrganizationActs outside the organisations' table");
  return acts;
}
