// An organisation of the list for the tests of this folder.
import type { ListedOrganization } from "./api/get-organizations.ts";

export const listedOrganization = (id: string, name: string): ListedOrganization => ({
  id,
  name,
  description: null,
  created_at: "2026-01-01T00:00:00Z",
  kind: "housing",
  log_days: null,
  purposes: null,
  user_roles: [{ count: 0 }],
  organization_controllers: [{ count: 1 }],
});
