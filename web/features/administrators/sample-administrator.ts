// Administrators of a list for the tests of this folder, and what the server answers when one is made.
import type { ReplyOf } from "#contract/define-action.ts";
import type { adminManager } from "#contract/functions/admin-manager.ts";
import type { AdministratorRow } from "#contract/tables/user-roles.ts";

export const elsa: AdministratorRow = {
  created_at: "2026-03-12T08:00:00Z",
  profiles: {
    id: "00000000-0000-4000-8000-0000000000e1",
    first_name: "Elsa",
    last_name: "Provberg",
    email: "elsa@nord.example",
  },
};

export const madeReply = (password: string): ReplyOf<typeof adminManager.create_org_admin> => ({
  success: true,
  admin_id: "00000000-0000-4000-8000-0000000000e2",
  temp_password: password,
  temp_password_until: "2026-11-28T08:00:00Z",
  welcome_mail: "password",
});
