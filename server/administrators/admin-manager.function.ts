import { adminManagerRequest } from "#contract/functions/admin-manager.ts";
import { defineFunction } from "#server/platform/functions/define-function.ts";
import { mailState } from "#server/platform/mail/mail-outcome.ts";
import {
  type AdministratorsDeps,
  addAdministrator,
  asSystemAdmin,
  changeEmail,
  changePassword,
  inviteAdministrator,
  removeAdministrator,
  removeFactors,
  resetPassword,
  type TemporaryPassword,
} from "./administrators.ts";

export const adminManager = defineFunction({
  name: "admin-manager",
  method: "POST",
  role: "system_admin",
  input: adminManagerRequest,
  handle: async (deps: AdministratorsDeps, { input, ...call }) => {
    switch (input.action) {
      case "create_org_admin": {
        const { id, temporary } = await asSystemAdmin(deps, call, (operation) =>
          addAdministrator(operation, {
            ...person(input),
            role: "org_admin",
            organizationId: input.organization_id,
          }),
        );
        return { admin_id: id, ...shown(temporary), welcome_mail: deps.config.welcomeMail };
      }
      case "create_system_admin": {
        const { id, temporary } = await asSystemAdmin(deps, call, (operation) =>
          addAdministrator(operation, { ...person(input), role: "system_admin", organizationId: null }),
        );
        return { user: { id, email: input.email }, ...shown(temporary), welcome_mail: deps.config.welcomeMail };
      }
      case "update_email":
        await asSystemAdmin(deps, call, (operation) => changeEmail(operation, input.admin_id, input.email));
        deps.mail.wake();
        return {};
      case "update_password":
        await asSystemAdmin(deps, call, (operation) => changePassword(operation, input.admin_id, input.password));
        deps.mail.wake();
        return {};
      case "delete":
        await asSystemAdmin(deps, call, (operation) => removeAdministrator(operation, input.admin_id), {
          removes: true,
        });
        return {};
      case "reset_password_and_get_temp":
        return shown(await asSystemAdmin(deps, call, (operation) => resetPassword(operation, input.admin_id)));
      case "remove_factors": {
        const removed = await asSystemAdmin(deps, call, (operation) => removeFactors(operation, input.admin_id));
        deps.mail.wake();
        return { removed };
      }
      case "invite": {
        const { link, expiresAt, mailId } = await asSystemAdmin(deps, call, (operation) =>
          inviteAdministrator(operation, input.admin_id),
        );
        const mail = await mailState(deps, mailId);
        return { invitation_link: link, expires_at: expiresAt.toISOString(), mail };
      }
    }
  },
});

interface PersonInput {
  email: string;
  password?: string | null | undefined;
  first_name: string;
  last_name: string;
}

function person({ email, password, first_name, last_name }: PersonInput) {
  return { email, password: password ?? null, firstName: first_name, lastName: last_name };
}

function shown({ password, until }: TemporaryPassword) {
  return { temp_password: password, temp_password_until: until.toISOString() };
}
