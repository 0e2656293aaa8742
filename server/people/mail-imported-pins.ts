// Mails the PINs of an import, each to its person's own address and once for the import. Skips people whom somebody has changed since the
// import, so that no account learns a PIN by changing an address.
import { randomUUID } from "node:crypto";
import type { Refusal } from "#contract/errors/define-errors.ts";
import { peopleErrors } from "#contract/errors/people.ts";
import type { ImportedPinMail } from "#contract/functions/end-user-manager.ts";
import type { Language } from "#contract/language.ts";
import { IMPORT_PIN_MAILS_PER_HOUR, PIN_MAILS_PER_DAY } from "#contract/limits.ts";
import { encryptionAad } from "#database/encrypted-columns.ts";
import { requireStepUp } from "#server/auth/step-up.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { CallerContext } from "#server/platform/functions/as-caller.ts";
import { PortalError, toPortalError } from "#server/platform/http/errors.ts";
import { mailStates, underway } from "#server/platform/mail/mail-outcome.ts";
import { importMailId } from "./import-identity.ts";
import { DAY_SECONDS, handoverMail, type MailPinCall } from "./mail-pin.ts";
import { encryptedPins, type MailablePin, readMailablesOf, recordPinsMailed } from "./pins.store.ts";
import type { RevealPinDeps } from "./reveal-pin.ts";
import { importedPeople } from "./undo-import.store.ts";
import { isUnchanged, recentSince } from "./undo-import.ts";

const HOUR_SECONDS = 3_600;

type MailDeps = RevealPinDeps & Deps;

interface MailRequest {
  import_id: string;
  ids: readonly string[];
}

/** A PIN to mail, with the id of its email. */
interface DueMail extends MailablePin {
  mailId: string;
  email: string;
}

interface Plan {
  due: DueMail[];
  /** People whose email an earlier call queued. */
  repeated: Set<string>;
  refused: Map<string, PortalError>;
}

/** Mails PINs. Throws as `mailPin` where nobody can be mailed, and 429 past the account's quota of such emails. */
export async function mailImportedPins(
  deps: MailDeps,
  call: MailPinCall,
  request: MailRequest,
): Promise<ImportedPinMail[]> {
  const plan = await admit(deps, call, request);
  const mails = await readyMails(deps, plan, call.language);
  const queued = await deps.mail.queueMailsOnce(deps.pools.engine, mails);
  const states = await mailStates(deps, [...queued]);
  const mailOf = new Map(mails.map((mail) => [mail.person.endUserId, mail.id]));
  return [...new Set(request.ids)].map((id): ImportedPinMail => {
    const mailId = mailOf.get(id);
    // A call at the same time may have been first.
    if (plan.repeated.has(id) || (mailId !== undefined && !queued.has(mailId)))
      return { end_user_id: id, outcome: "repeated" };
    const state = mailId === undefined ? undefined : states.get(mailId);
    if (state === "sent" || state === "queued") return { end_user_id: id, outcome: state };
    if (state === "failed") plan.refused.set(id, new PortalError(peopleErrors.pin_mail_refused()));
    // Somebody else's person, or one who was removed or erased meanwhile.
    const refusal = plan.refused.get(id) ?? new PortalError(peopleErrors.imported_user_gone());
    return { end_user_id: id, outcome: "refused", code: refusal.code, error: refusal.sentence(call.language) };
  });
}

/** Opens the PINs and makes the emails. One that cannot be made is its person's refusal. */
async function readyMails({ pools, keys, log, clock }: MailDeps, plan: Plan, language: Language) {
  const stored = await encryptedPins(
    pools.engine,
    plan.due.map(({ credentialId }) => credentialId),
  );
  return plan.due.flatMap((mail) => {
    const encrypted = stored.get(mail.credentialId);
    // Somebody has removed the person meanwhile.
    if (encrypted === undefined) return [];
    try {
      const pin = keys.openPin(encrypted, encryptionAad("credentials.credential_value", mail.credentialId));
      const made = handoverMail(mail, { pin, language, now: clock.now() });
      return [{ id: mail.mailId, to: mail.email, ...made, data: made.template.data.parse(made.data) }];
    } catch (error) {
      log.error({ err: error, credentialId: mail.credentialId }, "a PIN of an import could not be mailed");
      plan.refused.set(mail.endUserId, toPortalError(error));
      return [];
    }
  });
}

/** Decides whom to mail; charges and audits those before any PIN is opened. */
function admit(deps: MailDeps, { claims, asCaller }: CallerContext, request: MailRequest): Promise<Plan> {
  const { import_id: importId, ids } = request;
  return asCaller(async (client, caller) => {
    await requireStepUp(deps, claims);
    const since = recentSince(deps.clock.now());
    const found = await importedPeople(client, { importId, since, ids });
    const people = found.filter(({ organizationId }) => deps.guard.admits(caller, organizationId));
    if (people.length > 0 && !deps.mail.configured) throw new PortalError(peopleErrors.no_mail_server());
    const pins = new Map(
      (
        await readMailablesOf(
          client,
          people.map(({ id }) => id),
        )
      ).map((pin) => [pin.endUserId, pin]),
    );
    const plan: Plan = { due: [], repeated: new Set(), refused: new Map() };
    const refuse = (id: string, refusal: Refusal) => plan.refused.set(id, new PortalError(refusal));
    for (const person of people) {
      const pin = pins.get(person.id);
      if (pin === undefined) refuse(person.id, peopleErrors.pin_gone());
      else if (pin.email === null) refuse(person.id, peopleErrors.person_without_email({ person_id: person.id }));
      else if (!isUnchanged(person)) refuse(person.id, peopleErrors.imported_user_changed());
      else plan.due.push({ ...pin, email: pin.email, mailId: importMailId(importId, pin.credentialId) });
    }
    await leaveOutRepeated(deps, plan);
    await charge(deps, claims.sub, plan);
    if (plan.due.length > 0) {
      const credentialIds = plan.due.map(({ credentialId }) => credentialId);
      await recordPinsMailed(client, { id: randomUUID(), importId, credentialIds });
    }
    return plan;
  });
}

async function leaveOutRepeated(deps: MailDeps, plan: Plan): Promise<void> {
  const before = await underway(
    deps,
    plan.due.map(({ mailId }) => mailId),
  );
  for (const { endUserId } of plan.due.filter(({ mailId }) => before.has(mailId))) plan.repeated.add(endUserId);
  plan.due = plan.due.filter(({ mailId }) => !before.has(mailId));
}

async function charge({ auth }: MailDeps, userId: string, plan: Plan): Promise<void> {
  if (plan.due.length === 0) return;
  const room = await auth.limiter.consumeMany({
    keys: [`import-mails:${userId}`],
    count: plan.due.length,
    allowed: IMPORT_PIN_MAILS_PER_HOUR,
    windowSeconds: HOUR_SECONDS,
  });
  if (room.size === 0) throw new PortalError(peopleErrors.import_mails_used_up({ limit: IMPORT_PIN_MAILS_PER_HOUR }));
  const keyOf = ({ credentialId }: DueMail) => `pin-mail:${credentialId}`;
  const allowed = PIN_MAILS_PER_DAY;
  const mailable = await auth.limiter.consumeMany({
    keys: plan.due.map(keyOf),
    count: 1,
    allowed,
    windowSeconds: DAY_SECONDS,
  });
  for (const mail of plan.due.filter((one) => !mailable.has(keyOf(one))))
    plan.refused.set(mail.endUserId, new PortalError(peopleErrors.pin_mails_used_up({ limit: allowed })));
  plan.due = plan.due.filter((one) => mailable.has(keyOf(one)));
}
