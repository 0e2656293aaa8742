// Mails a person's PIN to the person's own address. It costs what showing it costs, and waits encrypted in the queue for
// an hour at most (server/platform/mail).
import { z } from "zod";
import { peopleErrors } from "#contract/errors/people.ts";
import type { Language } from "#contract/language.ts";
import { PIN_MAILS_PER_DAY } from "#contract/limits.ts";
import type { MailState } from "#contract/mail-state.ts";
import { writeAudit } from "#server/audit/record-operation.ts";
import { payForReveal } from "#server/auth/reveal-limit.ts";
import { requireStepUp } from "#server/auth/step-up.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { CallerContext } from "#server/platform/functions/as-caller.ts";
import { PortalError } from "#server/platform/http/errors.ts";
import { mailState } from "#server/platform/mail/mail-outcome.ts";
import { openStoredPin, type RevealPinDeps } from "./reveal-pin.ts";

const DAY_SECONDS = 86_400;
/** Of the 5,000 characters of encrypted text. */
const DOORS_MAX_BYTES = 1_500;

const mailable = z.object({
  organizationId: z.string(),
  organization: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  validFrom: z.date().nullable(),
  validTo: z.date().nullable(),
  doors: z.array(z.string()),
});

export interface MailPinCall extends CallerContext {
  language: Language;
}

/** Throws as `revealPin`, and 409 without an address or a mail server, 429 past what one PIN may be mailed in a day. */
export async function mailPin(
  deps: RevealPinDeps & Deps,
  { claims, asCaller, language }: MailPinCall,
  credentialId: string,
): Promise<MailState> {
  const { person, to } = await asCaller(async (client, caller) => {
    await requireStepUp(deps, claims);
    const { rows } = await client.query(
      `select c.organization_id as "organizationId", o.name as organization, u.first_name || ' ' || u.last_name as name, u.email,
         c.valid_from as "validFrom", c.valid_to as "validTo",
         array(select coalesce(nullif(p.door_name, ''), p.name) from controller_assignments a
           join access_points p on p.id = a.access_point_id where a.credential_id = c.id order by 1) as doors
       from credentials c join end_users u on u.id = c.end_user_id join organizations o on o.id = c.organization_id
       where c.id = $1 and c.credential_type = 'pin'`,
      [credentialId],
    );
    const found = rows[0] === undefined ? null : mailable.parse(rows[0]);
    if (found === null || !deps.guard.admits(caller, found.organizationId))
      throw new PortalError(peopleErrors.pin_gone());
    if (found.email === null) throw new PortalError(peopleErrors.person_without_email());
    if (!deps.mail.configured) throw new PortalError(peopleErrors.no_mail_server());
    const allowed = PIN_MAILS_PER_DAY;
    if (!(await deps.auth.limiter.spend({ key: `pin-mail:${credentialId}`, allowed, windowSeconds: DAY_SECONDS })))
      throw new PortalError(peopleErrors.pin_mails_used_up({ limit: allowed }));
    await payForReveal(deps, claims.sub);
    await writeAudit(client, { action: "pin_mailed", objectType: "credentials", objectId: credentialId });
    return { person: found, to: found.email };
  });
  const pin = await openStoredPin(deps, credentialId);
  const mailId = await deps.mail.queueMail(deps.pools.engine, {
    template: "code_handover",
    to,
    data: {
      language,
      name: person.name,
      organization: person.organization,
      code: pin,
      ...namedDoors(person.doors),
      from: person.validFrom?.toISOString() ?? null,
      until: person.validTo?.toISOString() ?? null,
    },
  });
  const state = await mailState(deps, mailId);
  if (state === "failed") throw new PortalError(peopleErrors.pin_mail_refused());
  return state;
}

/** As many as a row of the mail queue has room for. */
function namedDoors(all: readonly string[]): { doors: string[]; moreDoors: number } {
  const doors: string[] = [];
  let bytes = 0;
  for (const door of all) {
    bytes += Buffer.byteLength(door);
    if (bytes > DOORS_MAX_BYTES) break;
    doors.push(door);
  }
  return { doors, moreDoors: all.length - doors.length };
}
