// Operations of system admins on accounts: each is one transaction with its audit rows and email.

import type { PoolClient } from "pg";
import { administratorErrors } from "#contract/errors/administrators.ts";
import { platformErrors } from "#contract/errors/platform.ts";
import type { Role } from "#contract/roles.ts";
import { writeAudit } from "#server/audit/record-operation.ts";
import type { AuthService } from "#server/auth/auth-service.ts";
import { emailChangeNoticeMail, mfaChangedMail, passwordChangedMail } from "#server/auth/mails.ts";
import type { SessionClaims } from "#server/platform/database/as-user.ts";
import { retriedTransaction } from "#server/platform/database/transaction.ts";
import type { Deps } from "#server/platform/deps.ts";
import { type CallerContext, requireAdmission } from "#server/platform/functions/as-caller.ts";
import { PortalError } from "#server/platform/http/errors.ts";
import {
  type Administrator,
  findAdministrator,
  lockAdministrator,
  lockRemovals,
  setActor,
  setProfileEmail,
} from "./administrators.store.ts";
import { adminFailure } from "./administrators-errors.ts";
import { createAdministrator } from "./create-administrator.ts";
import { credentialsMail, invitationMail, welcomeMail } from "./mails.ts";
import { newTemporaryPassword } from "./temporary-password.ts";

export interface AdministratorsDeps extends Deps {
  auth: Pick<AuthService, "administration" | "settings">;
}

interface Operation extends Pick<AdministratorsDeps, "auth" | "mail" | "clock"> {
  client: PoolClient;
  caller: SessionClaims & { hasFreshStepUp: boolean };
}

/**
 * Runs `work` after checking role and session in the transaction, so two administrators who delete each other cannot both succeed. Throws
 * PortalError.
 */
export async function asSystemAdmin<T>(
  deps: AdministratorsDeps,
  call: CallerContext,
  work: (operation: Operation) => Promise<T>,
  { removes = false } = {},
): Promise<T> {
  await requireAdmission(call);
  const { claims } = call;
  try {
    return await retriedTransaction(deps.pools.engine, async (client) => {
      if (removes) await lockRemovals(client);
      const standing = await setActor(client, { userId: claims.sub, sessionId: claims.session_id });
      if (standing === null) {
        throw new PortalError(administratorErrors.no_longer_system_admin());
      }
      return work({
        auth: deps.auth,
        mail: deps.mail,
        clock: deps.clock,
        client,
        caller: { ...claims, ...standing },
      });
    });
  } catch (error) {
    throw adminFailure(error);
  }
}

export interface TemporaryPassword {
  password: string;
  until: Date;
}

export interface NewAdministratorFields {
  email: string;
  /** A blank or null password is replaced by a random one. Both kinds are temporary, since somebody else knows them. */
  password: string | null;
  firstName: string;
  lastName: string;
  role: Role;
  organizationId: string | null;
}

/** Creates an account with a temporary password, which must be changed at the first sign-in. Needs a step-up. */
export async function addAdministrator(
  operation: Operation,
  fields: NewAdministratorFields,
): Promise<{ id: string; temporary: TemporaryPassword }> {
  requireStepUp(operation);
  const temporary = temporaryPassword(operation, fields.password);
  const id = await createAdministrator(operation.client, operation.auth.administration, {
    ...fields,
    password: temporary.password,
    mustChangePassword: true,
  });
  return { id, temporary };
}

/** Changes the address and notifies the old one, unless nobody has ever signed in with it. */
export async function changeEmail(operation: Operation, id: string, email: string): Promise<void> {
  const { client, mail } = operation;
  const before = await required(operation, id);
  await operation.auth.administration.setEmail(client, id, email);
  await setProfileEmail(client, id, email);
  if (before.hasSignedIn && before.email !== email) {
    await mail.queueMail(client, {
      template: emailChangeNoticeMail,
      to: before.email,
      data: { email, confirmed: true },
    });
  }
}

/** Changes a password. Another administrator's new password is temporary; one's own is not, and the current session stays. */
export async function changePassword(operation: Operation, id: string, password: string): Promise<void> {
  const { client, caller, clock, auth } = operation;
  const admin = await required(operation, id);
  const own = id === caller.sub;
  await auth.administration.setPassword(client, id, password, {
    mustChange: !own,
    ...(own ? { keepSession: caller.session_id } : {}),
  });
  await audit(operation, "administrator_password_set", admin);
  if (admin.hasSignedIn) {
    const data = { at: clock.now().toISOString() };
    await operation.mail.queueMail(client, { template: passwordChangedMail, to: admin.email, data });
  }
}

/** Gives an account a temporary password, which ends its sessions. Throws PortalError for the caller's own account. */
export async function resetPassword(operation: Operation, id: string): Promise<TemporaryPassword> {
  const admin = await required(operation, id);
  if (id === operation.caller.sub) {
    throw new PortalError(administratorErrors.own_password_elsewhere());
  }
  const temporary = temporaryPassword(operation, null);
  await operation.auth.administration.setPassword(operation.client, id, temporary.password, { mustChange: true });
  await audit(operation, "administrator_password_reset", admin);
  return temporary;
}

/** Removes the second factors and emails the person, because the password alone then opens the account. Returns how many were removed. */
export async function removeFactors(operation: Operation, id: string): Promise<number> {
  const { client, clock, auth } = operation;
  const admin = await required(operation, id);
  if (id === operation.caller.sub) {
    throw new PortalError(administratorErrors.own_factors_elsewhere());
  }
  const removed = await auth.administration.removeFactors(client, id);
  // Thrown inside the transaction, so that no session ends when nothing was removed.
  if (removed === 0) {
    throw new PortalError(administratorErrors.no_factors());
  }
  await audit(operation, "administrator_factors_removed", admin);
  await operation.mail.queueMail(client, {
    template: mfaChangedMail,
    to: admin.email,
    data: { change: "factors_removed_by_administrator", name: "", at: clock.now().toISOString() },
  });
  return removed;
}

/** Emails a link for choosing a password; returns the email's id. */
export async function inviteAdministrator(
  operation: Operation,
  id: string,
): Promise<{ link: string; expiresAt: Date; mailId: string }> {
  const admin = await required(operation, id);
  const { link, expiresAt } = await operation.auth.administration.invite(operation.client, id);
  await audit(operation, "administrator_invited", admin);
  const mailId = await operation.mail.queueMail(operation.client, {
    template: invitationMail,
    to: admin.email,
    data: {
      name: admin.name,
      organization: admin.organizationName,
      email: admin.email,
      link,
      until: expiresAt.toISOString(),
    },
  });
  return { link, expiresAt, mailId };
}

/** Deletes the account with its sessions and profile. Call it inside `removes`. */
export async function removeAdministrator(operation: Operation, id: string): Promise<void> {
  if (id === operation.caller.sub) {
    throw new PortalError(administratorErrors.cannot_delete_self());
  }
  const admin = await existing(operation, id);
  // Deleting an org admin gives nobody access, so only a system admin's deletion needs a step-up.
  if (admin.role === "system_admin") requireStepUp(operation);
  await operation.auth.administration.deleteUser(operation.client, id);
}

/** Emails the given password; returns the email's id. */
export async function mailCredentials(operation: Operation, email: string, password: string): Promise<string> {
  const admin = await findAdministrator(operation.client, email);
  if (admin === null) {
    throw new PortalError(administratorErrors.administrator_unknown());
  }
  if (!admin.mustChangePassword || admin.passwordChangedAt === null) {
    throw new PortalError(administratorErrors.password_already_chosen());
  }
  await audit(operation, "administrator_mailed", admin);
  return operation.mail.queueMail(operation.client, {
    template: admin.hasSignedIn ? credentialsMail : welcomeMail,
    to: admin.email,
    data: {
      name: admin.name,
      organization: admin.organizationName,
      email: admin.email,
      password,
      until: endOfTemporary(operation, admin.passwordChangedAt).toISOString(),
    },
  });
}

/**
 * Requires a step-up: at an unlocked computer, somebody could otherwise open another account and sign in there, where the portal shows
 * codes that this session may not see.
 */
function requireStepUp({ caller }: Operation): void {
  if (!caller.hasFreshStepUp) throw new PortalError(platformErrors.step_up_needed());
}

/** Returns the administrator or throws. Call it after the step-up. */
async function required(operation: Operation, id: string): Promise<Administrator> {
  const admin = await existing(operation, id);
  requireStepUp(operation);
  return admin;
}

async function existing({ client }: Operation, id: string): Promise<Administrator> {
  const admin = await lockAdministrator(client, id);
  if (admin === null) {
    throw new PortalError(administratorErrors.administrator_gone());
  }
  return admin;
}

async function audit(
  { client }: Operation,
  action:
    | "administrator_password_set"
    | "administrator_password_reset"
    | "administrator_factors_removed"
    | "administrator_invited"
    | "administrator_mailed",
  admin: Administrator,
): Promise<void> {
  await writeAudit(client, {
    action,
    objectType: "users",
    objectId: admin.id,
    organizationId: admin.organizationId,
  });
}

function temporaryPassword(operation: Operation, chosen: string | null): TemporaryPassword {
  const password = chosen === null || chosen.trim() === "" ? newTemporaryPassword() : chosen;
  return { password, until: endOfTemporary(operation, operation.clock.now()) };
}

function endOfTemporary({ auth }: Operation, from: Date): Date {
  return new Date(from.getTime() + auth.settings.temporaryPasswordSeconds * 1000);
}
