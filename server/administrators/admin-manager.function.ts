import { adminManager as contract } from "#contract/functions/admin-manager.ts";
import { action } from "#server/platform/functions/action.ts";
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
  contract,
  role: "system_admin",
  actions: {
    create_org_admin: action(contract.create_org_admin, async (deps: AdministratorsDeps, call, input) => {
      const { id, temporary } = await asSystemAdmin(deps, call, (operation) =>
        addAdministrator(operation, { ...person(input), role: "org_admin", organizationId: input.organization_id }),
      );
      return { admin_id: id, ...shown(temporary), welcome_mail: deps.config.welcomeMail };
    }),
    create_system_admin: action(contract.create_system_admin, async (deps: AdministratorsDeps, call, input) => {
      const { id, temporary } = await asSystemAdmin(deps, call, (operation) =>
        addAdministrator(operation, { ...person(input), role: "system_admin", organizationId: null }),
      );
      return { user: { id, email: input.email }, ...shown(temporary), welcome_mail: deps.config.welcomeMail };
    }),
    update_email: action(contract.update_email, async (deps: AdministratorsDeps, call, input) => {
      await asSystemAdmin(deps, call, (operation) => changeEmail(operation, input.admin_id, input.email));
      deps.mail.wake();
    }),
    update_password: action(contract.update_password, async (deps: AdministratorsDeps, call, input) => {
      await asSystemAdmin(deps, call, (operation) => changePassword(operation, input.admin_id, input.password));
      deps.mail.wake();
    }),
    delete: action(contract.delete, async (deps: AdministratorsDeps, call, input) => {
      await asSystemAdmin(deps, call, (operation) => removeAdministrator(operation, input.admin_id), { removes: true });
    }),
    reset_password_and_get_temp: action(
      contract.reset_password_and_get_temp,
      async (deps: AdministratorsDeps, call, input) =>
        shown(await asSystemAdmin(deps, call, (operation) => resetPassword(operation, input.admin_id))),
    ),
    remove_factors: action(contract.remove_factors, async (deps: AdministratorsDeps, call, input) => {
      const removed = await asSystemAdmin(deps, call, (operation) => removeFactors(operation, input.admin_id));
      deps.mail.wake();
      return { removed };
    }),
    invite: action(contract.invite, async (deps: AdministratorsDeps, call, input) => {
      const { link, expiresAt, mailId } = await asSystemAdmin(deps, call, (operation) =>
        inviteAdministrator(operation, input.admin_id),
      );
      const mail = await mailState(deps, mailId);
      return { invitation_link: link, expires_at: expiresAt.toISOString(), mail };
    }),
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
