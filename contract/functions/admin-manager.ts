import { z } from "zod";
import { actionsOf } from "../define-action.ts";
import { EMAIL_MAX_LENGTH, NAME_MAX_LENGTH } from "../limits.ts";
import { mailStateSchema } from "../mail-state.ts";
import { rowId } from "../row-id.ts";

const name = z
  .string()
  .trim()
  .min(1)
  .max(NAME_MAX_LENGTH)
  .regex(/^[^\p{Cc}\u2028\u2029]*$/u);
/** The database validates the address when it is stored, with a sentence of its own (docs/requirements.md, section 8). */
const email = z.string().trim().max(1000);
const password = z.string().max(1000).nullish();
const admin = { admin_id: rowId };

/** Contents of a welcome mail: the temporary password, which is the default, or a link to choose one. */
export const WELCOME_MAILS = ["password", "invitation"] as const;
export type WelcomeMail = (typeof WELCOME_MAILS)[number];
const proposed = { welcome_mail: z.enum(WELCOME_MAILS) };
const temporary = { temp_password: z.string(), temp_password_until: z.iso.datetime() };

const action = actionsOf("admin-manager");

export const adminManager = {
  create_org_admin: action(
    "create_org_admin",
    { email, password, first_name: name, last_name: name, organization_id: rowId },
    { admin_id: rowId, ...temporary, ...proposed },
  ),
  create_system_admin: action(
    "create_system_admin",
    { email, password, first_name: name, last_name: name },
    { user: z.object({ id: rowId, email: z.string().max(EMAIL_MAX_LENGTH) }), ...temporary, ...proposed },
  ),
  update_email: action("update_email", { ...admin, email }, {}),
  /** Changes a password: another administrator's becomes temporary, one's own does not. Ends the account's other sessions. */
  update_password: action("update_password", { ...admin, password: z.string().max(1000) }, {}),
  delete: action("delete", admin, {}),
  /** Sets a new random password and ends all sessions. */
  reset_password_and_get_temp: action("reset_password_and_get_temp", admin, temporary),
  /**
   * Makes a link to choose a password, mailed where mail is set up. It works once, earlier links stop working, and the reply has it for
   * handing over without mail.
   */
  invite: action("invite", admin, { invitation_link: z.string(), expires_at: z.iso.datetime(), mail: mailStateSchema }),
  /** Removes second factors and recovery codes and ends all sessions. Needs re-authentication within five minutes. */
  remove_factors: action("remove_factors", admin, { removed: z.number().int().positive() }),
};
