import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import type { InputOf } from "#contract/define-action.ts";
import type { AdministratorForm } from "#contract/forms/administrator.ts";
import { adminManager, type WelcomeMail } from "#contract/functions/admin-manager.ts";
import type { AdministratorRow } from "#contract/tables/user-roles.ts";
import { backend } from "#web/lib/calls/backend.ts";
import { write } from "#web/lib/calls/rows.ts";
import type { AdministratorScope } from "../administrator.ts";
import { callAdminManager } from "./admin-manager.ts";

/** The password is kept in memory only until it is sent or shown. */
export interface CreatedAdministrator {
  id: string;
  name: string;
  email: string;
  temporaryPassword: string;
  welcomeMail: WelcomeMail;
}

/** Creates a system admin (`scope` null) or an org admin; answers with the temporary password. */
export function useCreateAdministrator(scope: AdministratorScope) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (values: AdministratorForm): Promise<CreatedAdministrator> => {
      const fields = {
        email: values.email,
        password: values.password ?? "",
        first_name: values.firstName,
        last_name: values.lastName,
      };
      const made = scope === null ? await createSystemAdmin(fields) : await createOrgAdmin(fields, scope.id);
      const name = `${values.firstName} ${values.lastName}`;
      return { ...made, name, email: values.email };
    },
    onSuccess: () => deleteLists(client),
  });
}

type Fields = InputOf<typeof adminManager.create_system_admin>;

async function createOrgAdmin(fields: Fields, organizationId: string) {
  const body = { ...fields, organization_id: organizationId };
  const reply = await callAdminManager(adminManager.create_org_admin, body);
  return { id: reply.admin_id, temporaryPassword: reply.temp_password, welcomeMail: reply.welcome_mail };
}

async function createSystemAdmin(fields: Fields) {
  const reply = await callAdminManager(adminManager.create_system_admin, fields);
  return { id: reply.user.id, temporaryPassword: reply.temp_password, welcomeMail: reply.welcome_mail };
}

/** The password was refused; earlier parts of the change are saved. */
export class PasswordChangeError extends Error {
  override readonly name = "PasswordChangeError";
}

/** Updates an administrator; sends only changed fields, and a blank password changes nothing. */
export function useUpdateAdministrator(before: AdministratorRow) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ firstName, lastName, email, password }: AdministratorForm): Promise<void> => {
      const { id, first_name, last_name, email: oldEmail } = before.profiles;
      if (firstName !== first_name || lastName !== last_name) {
        await write(backend.from("profiles").update({ first_name: firstName, last_name: lastName }).eq("id", id));
      }
      if (email !== oldEmail) {
        await callAdminManager(adminManager.update_email, { admin_id: id, email });
      }
      if (password !== undefined && password.trim() !== "") await updatePassword(id, password);
    },
    // The lists are dropped after a failure too, because part of the change may be saved.
    onSettled: () => deleteLists(client),
  });
}

async function updatePassword(id: string, password: string): Promise<void> {
  try {
    await callAdminManager(adminManager.update_password, { admin_id: id, password });
  } catch (cause) {
    throw new PasswordChangeError("the password was not changed", { cause });
  }
}

export async function deleteLists(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: ["administrators"] }),
    client.invalidateQueries({ queryKey: ["organizations"] }),
  ]);
}
