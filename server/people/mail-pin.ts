// Mails a person's PIN to the person's own address. It costs the same quota as showing the PIN, and waits encrypted in the queue for an
// hour at most (server/platform/mail).
import { peopleErrors } from "#contract/errors/people.ts";
import type { Language } from "#contract/language.ts";
import { PIN_MAILS_PER_DAY } from "#contract/limits.ts";
import type { MailState } from "#contract/mail-state.ts";
import { standingOf } from "#contract/word-validity.ts";
import { writeAudit } from "#server/audit/record-operation.ts";
import { consumeReveal } from "#server/auth/reveal-limit.ts";
import { requireStepUp } from "#server/auth/step-up.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { CallerContext } from "#server/platform/functions/as-caller.ts";
import { PortalError } from "#server/platform/http/errors.ts";
import { mailState } from "#server/platform/mail/mail-outcome.ts";
import { codeHandoverMail } from "./mails.ts";
import { type MailablePin, readMailable } from "./pins.store.ts";
import { openStoredPin, type RevealPinDeps } from "./reveal-pin.ts";

export const DAY_SECONDS = 86_400;
/** Part of the 5,000 characters of encrypted text. */
const DOORS_MAX_BYTES = 1_500;

export interface MailPinCall extends CallerContext {
  language: Language;
}

/** Mails the PIN. Throws the errors of `revealPin`, 409 without an address or a mail server, and 429 past one PIN's daily emails. */
export async function mailPin(
  deps: RevealPinDeps & Deps,
  { claims, asCaller, language }: MailPinCall,
  credentialId: string,
): Promise<MailState> {
  const { person, to } = await asCaller(async (client, caller) => {
    await requireStepUp(deps, claims);
    const found = await readMailable(client, credentialId);
    if (found === null || !deps.guard.admits(caller, found.organizationId))
      throw new PortalError(peopleErrors.pin_gone());
    if (found.email === null) throw new PortalError(peopleErrors.person_without_email({ person_id: found.endUserId }));
    if (!deps.mail.configured) throw new PortalError(peopleErrors.no_mail_server());
    const allowed = PIN_MAILS_PER_DAY;
    if (!(await deps.auth.limiter.consume({ key: `pin-mail:${credentialId}`, allowed, windowSeconds: DAY_SECONDS })))
      throw new PortalError(peopleErrors.pin_mails_used_up({ limit: allowed }));
    await consumeReveal(deps, claims.sub);
    await writeAudit(client, { action: "pin_mailed", objectType: "credentials", objectId: credentialId });
    return { person: found, to: found.email };
  });
  const pin = await openStoredPin(deps, credentialId);
  const mailId = await deps.mail.queueMail(deps.pools.engine, {
    ...handoverMail(person, { pin, language, now: deps.clock.now() }),
    to,
  });
  const state = await mailState(deps, mailId);
  if (state === "failed") throw new PortalError(peopleErrors.pin_mail_refused());
  return state;
}

/** Returns the email, without its address. */
export function handoverMail(
  person: MailablePin,
  { pin, language, now }: { pin: string; language: Language; now: Date },
) {
  return {
    template: codeHandoverMail,
    person: { endUserId: person.endUserId, organizationId: person.organizationId },
    data: {
      language,
      name: person.name,
      organization: person.organization,
      code: pin,
      ...namedDoors(person.doors),
      standing: standingOf(person, now),
      from: person.validFrom?.toISOString() ?? null,
      until: person.validTo?.toISOString() ?? null,
    },
  };
}

/** Keeps as many doors as a row of the mail queue has room for. */
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
